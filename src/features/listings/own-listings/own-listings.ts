import { and, desc, eq, ne, or, type SQL, sql } from "drizzle-orm";
import { requireUser } from "@/auth/access";
import type { Ctx, SignedInUser } from "@/context";
import { listingRevisions, listings } from "@/db/schema";
import { listStatistics } from "@/db/statistics-days";
import { addDays, toDay } from "@/shared/dates";
import { getEventCount } from "@/shared/event-counts";
import { getListingState, isRemovedSql } from "../listing-state";
import { toCardPicturePath } from "../pictures/to-listing-picture";
import { REVISION_COLUMNS } from "../revisions/revisions";

/** More than the limits allow. Only many rejected or expired listings can exceed it; the oldest are left out. */
const MAX_LISTINGS = 100;

const isNotDeletedSql = ne(listings.state, "deleted");
const isOwnSql = ({ id }: SignedInUser, condition: SQL | undefined) =>
  and(eq(listings.ownerId, id), condition);

async function readListings(ctx: Ctx) {
  const user = requireUser(ctx);
  const currentPromotionsSql = sql`from promotions
    where promotions.listing_id = ${listings.id} and stopped_ts is null and ends_ts > ${ctx.now}`;
  return ctx.db
    .select({
      id: listings.id,
      num: listings.num,
      title: listings.title,
      subject: listings.subject,
      county: listings.county,
      neighbourhood: listings.neighbourhood,
      online: listings.online,
      locations: listings.locations,
      price: listings.price,
      sessionMinutes: listings.sessionMinutes,
      pricePerHour: listings.pricePerHour,
      state: listings.state,
      stateReasons: listings.stateReasons,
      stateNote: listings.stateNote,
      updatedTs: listings.updatedTs,
      submittedTs: listings.submittedTs,
      expiresTs: listings.expiresTs,
      revision: REVISION_COLUMNS,
      picture: sql<string | null>`(select file
        from listing_images where listing_id = ${listings.id} and position is not null order by position limit 1)`,
      promotedFromTs: sql<number | null>`(select min(starts_ts) ${currentPromotionsSql})`,
      promotedUntilTs: sql<number | null>`(select max(ends_ts) ${currentPromotionsSql})`,
    })
    .from(listings)
    .leftJoin(listingRevisions, eq(listingRevisions.listingId, listings.id))
    .where(isOwnSql(user, or(isNotDeletedSql, isRemovedSql)))
    .orderBy(desc(listings.updatedTs))
    .limit(MAX_LISTINGS);
}

/** Period of the statistics in the list, in days, today included. */
export const STATISTICS_DAYS = 30;

/**
 * The user's own listings, last changed first; of deleted ones those that an admin removed, until their content is erased.
 * Times in ms, money in bani.
 */
export async function listOwnListings(ctx: Ctx) {
  const rows = await readListings(ctx);
  const statistics = await loadStatistics(ctx, rows);
  return rows.map((row) => ({
    ...row,
    picture: row.picture && toCardPicturePath(row.id, row.picture),
    state: getListingState(row, ctx.now),
    statistics: statistics.get(row.id) ?? { views: 0, enquiries: 0 },
  }));
}

async function loadStatistics(ctx: Ctx, own: readonly { id: string; num: number }[]) {
  const to = toDay(ctx.now);
  const period = { from: addDays(to, 1 - STATISTICS_DAYS), to };
  const sums = new Map<string, { views: number; enquiries: number }>();
  for (const { listingId, counts } of await listStatistics(ctx.db, requireUser(ctx).id, own, period)) {
    const { views, enquiries } = sums.get(listingId) ?? { views: 0, enquiries: 0 };
    sums.set(listingId, {
      views: views + getEventCount(counts, "view"),
      enquiries: enquiries + getEventCount(counts, "enquiry"),
    });
  }
  return sums;
}

/** The user's listings with their states and places, last changed first; without deleted ones. */
export async function listOwnListingStates(ctx: Ctx) {
  const { id, title, subject, county, neighbourhood, state, expiresTs } = listings;
  const rows = await ctx.db
    .select({ id, title, subject, county, neighbourhood, state, expiresTs })
    .from(listings)
    .where(isOwnSql(requireUser(ctx), isNotDeletedSql))
    .orderBy(desc(listings.updatedTs))
    .limit(MAX_LISTINGS);
  return rows.map((row) => ({ ...row, state: getListingState(row, ctx.now) }));
}

export type OwnListingState = Awaited<ReturnType<typeof listOwnListingStates>>[number];

export type OwnListing = Awaited<ReturnType<typeof listOwnListings>>[number];
