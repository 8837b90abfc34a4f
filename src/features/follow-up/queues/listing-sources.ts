import { sql } from "drizzle-orm";
import { isUnseenAlert, unseenEventsIndex } from "@/db/unseen-alert";
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

/** Failed payment events that no admin has handled. */
export const payments: Source = {
  queue: "payments",
  listed: () => unseenEventsIndex,
  tables: sql`payment_events`,
  id: sql`payment_events.id`,
  ts: sql`payment_events.received_ts`,
  leadMs: 0,
  standing: () => isUnseenAlert,
  said: {
    title: sql`payment_events.type`,
    code: sql`payment_events.outcome`,
    who: sql`payment_events.order_id`,
  },
};

const ENDING_MS = 2 * DAY_MS;
const promoted = sql`left join orders on orders.id = promotions.order_id
  left join listings on listings.id = promotions.listing_id
  left join users buyer on buyer.id = orders.buyer_id`;

/** Promotions that end within two days without a successor of their kind; each by its order. */
export const promotionsEnding: Source = {
  queue: "promotions_ending",
  listed: () => sql`promotions indexed by promotions_end ${promoted}`,
  tables: sql`promotions ${promoted}`,
  id: sql`promotions.order_id`,
  ts: sql`promotions.ends_ts`,
  leadMs: ENDING_MS,
  beginsAfter: (now) => now,
  standing: (now) => sql`promotions.ends_ts <= ${now + ENDING_MS}
    and promotions.revoked_ts is null and listings.state <> 'deleted'
    and not exists (select 1 from promotions next where next.listing_id = promotions.listing_id
      and next.ends_ts > promotions.ends_ts and next.placement = promotions.placement and next.revoked_ts is null)`,
  said: {
    title: sql`listings.title`,
    subject: sql`listings.subject`,
    who: nameIn("buyer"),
    code: sql`promotions.placement`,
  },
};

const ABANDONED_MS = 30 * DAY_MS;
const bought = sql`left join listings on listings.id = orders.listing_id
  left join users buyer on buyer.id = orders.buyer_id`;

/**
 * Unfinished checkouts of the last thirty days, for each listing the last one. A later checkout of the same listing
 * replaces the earlier one.
 */
const abandoned = (state: "expired" | "failed"): Source => ({
  queue: "checkouts_abandoned",
  listed: () => sql`orders indexed by orders_state ${bought}`,
  tables: sql`orders ${bought}`,
  id: sql`orders.id`,
  ts: sql`orders.created_ts`,
  leadMs: 0,
  beginsAfter: (now) => now - ABANDONED_MS,
  standing: () => sql`orders.state = ${sql.raw(`'${state}'`)}
    and orders.listing_id is not null and listings.state <> 'deleted' and buyer.disabled_ts is null
    and not exists (select 1 from orders later where later.listing_id = orders.listing_id
      and later.created_ts > orders.created_ts)`,
  said: {
    title: sql`listings.title`,
    subject: sql`listings.subject`,
    who: nameIn("buyer"),
    code: sql`orders.state`,
  },
});

export const checkoutsExpired = abandoned("expired");
export const checkoutsFailed = abandoned("failed");
