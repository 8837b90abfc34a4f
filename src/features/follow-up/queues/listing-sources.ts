import { sql } from "drizzle-orm";
import { DAY_MS } from "@/shared/dates";
import { nameIn, type Source } from "./source";

const TITLE = {
  title: sql`listings.title`,
  subject: sql`listings.subject`,
  who: nameIn("owner"),
};
const OWNER = sql`left join users owner on owner.id = listings.owner_id`;

const reported = sql`left join listings on listings.id = reports.listing_id ${OWNER}`;

/** Reported listings, each by its oldest open report. */
export const reportsOpen: Source = {
  queue: "reports",
  listed: () => sql`reports indexed by reports_open ${reported}`,
  tables: sql`reports ${reported}`,
  id: sql`reports.listing_id`,
  ts: sql`reports.created_ts`,
  leadMs: 0,
  standing: () => sql`reports.outcome is null and not exists (
    select 1 from reports earlier where earlier.listing_id = reports.listing_id and earlier.outcome is null
      and (earlier.created_ts, earlier.id) < (reports.created_ts, reports.id))`,
  said: { ...TITLE, code: sql`reports.reason` },
};

const pendingTables = sql`listings ${OWNER}`;

/** New listings that wait for review for more than a day. */
export const listingsPending: Source = {
  queue: "listings_pending",
  listed: () => pendingTables,
  tables: pendingTables,
  id: sql`listings.id`,
  ts: sql`listings.submitted_ts`,
  leadMs: 0,
  standing: (now) => sql`listings.state = 'pending' and listings.submitted_ts <= ${now - DAY_MS}`,
  said: { ...TITLE, code: sql`'listing'` },
};

const editTables = sql`listing_revisions cross join listings on listings.id = listing_revisions.listing_id ${OWNER}`;

/** Revisions of published listings that wait for review for more than a day. */
export const revisionsPending: Source = {
  queue: "listings_pending",
  listed: () => editTables,
  tables: editTables,
  id: sql`listing_revisions.listing_id`,
  ts: sql`listing_revisions.submitted_ts`,
  leadMs: 0,
  standing: (
    now,
  ) => sql`listing_revisions.state_reason is null and listing_revisions.submitted_ts <= ${now - DAY_MS}
    and listings.state in ('published', 'paused')`,
  said: { ...TITLE, title: sql`listing_revisions.title`, code: sql`'revision'` },
};

const EXPIRING_MS = 14 * DAY_MS;

/** Listings that expire within two weeks. */
export const listingsExpiring: Source = {
  queue: "listings_expiring",
  listed: () => sql`listings indexed by listings_expired ${OWNER}`,
  tables: pendingTables,
  id: sql`listings.id`,
  ts: sql`listings.expires_ts`,
  leadMs: EXPIRING_MS,
  standing: (now) => sql`listings.state = 'published' and listings.expires_ts <= ${now + EXPIRING_MS}`,
  beginsAfter: (now) => now,
  said: TITLE,
};
