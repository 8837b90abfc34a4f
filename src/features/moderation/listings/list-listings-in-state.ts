import { inArray, type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { listingRevisions, listings } from "@/db/schema";
import { hasListingStateSql, listListings, REVISION_COLUMNS } from "@/features/listings";
import type { ListingState } from "@/shared/codes";
import { formatTimeCursor, parseTimeCursor } from "@/shared/time-cursor";

const PAGE_SIZE = 20;

/**
 * Listings in one state, each with its revision: last changed first, of expired ones last expired first. `after` is the
 * `next` of an answer; an invalid value means the first page. Admins only.
 */
export async function listListingsInState(ctx: Ctx, state: ListingState, after: string | undefined) {
  requireAdmin(ctx);
  // The index is named, because the condition fits several.
  const [index, since] =
    state === "expired" ? [sql`listings_expired`, sql`expires_ts`] : [sql`listings_changed`, sql`updated_ts`];
  const rows = await ctx.db.all<{ id: string; since: number }>(sql`
    select id, ${since} as since from ${listings} indexed by ${index}
    where ${hasListingStateSql(state, ctx.now)} and ${isAfterCursorSql(since, after)}
    order by ${since} desc, num desc limit ${PAGE_SIZE + 1}`);
  const page = rows.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  return {
    listings: await loadListingsWithRevisions(
      ctx,
      page.map(({ id }) => id),
    ),
    next: rows.length > PAGE_SIZE && last ? formatTimeCursor({ ts: last.since, id: last.id }) : null,
  };
}

/** The listings of these ids in their order, each with its revision. */
export async function loadListingsWithRevisions(ctx: Ctx, ids: readonly string[]) {
  const [found, revisions] = await Promise.all([
    listListings(ctx, ids),
    ctx.db
      .select({ listingId: listingRevisions.listingId, ...REVISION_COLUMNS })
      .from(listingRevisions)
      .where(inArray(listingRevisions.listingId, sql`(select value from json_each(${JSON.stringify(ids)}))`)),
  ]);
  const revisionById = new Map(revisions.map(({ listingId, ...revision }) => [listingId, revision]));
  return found.map((listing) => ({ listing, revision: revisionById.get(listing.id) ?? null }));
}

function isAfterCursorSql(since: SQL, after: string | undefined): SQL {
  const cursor = parseTimeCursor(after);
  if (!cursor) return sql`true`;
  return sql`(${since}, num) < (${cursor.ts}, (select last.num from listings last where last.id = ${cursor.id}))`;
}
