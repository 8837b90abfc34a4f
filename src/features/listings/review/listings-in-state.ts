import { inArray, type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { listingRevisions } from "@/db/schema";
import type { ListingState } from "@/shared/codes";
import { formatTimeCursor, parseTimeCursor } from "@/shared/time-cursor";
import { findListings } from "../queries";
import { REVISION_COLUMNS } from "./revisions";

const PAGE = 20;

/**
 * Listings in one state, each with its revision: what changed last comes first, of expired ones what
 * ended last. `after` is the `next` of an answer; a bad one means the first page. For admins alone.
 */
export async function listListingsInState(ctx: Ctx, state: ListingState, after: string | undefined) {
  requireAdmin(ctx);
  const { from, condition, since } = placeOf(state, ctx.now);
  const rows = await ctx.db.all<{ id: string; since: number }>(sql`
    select id, ${since} as since from ${from} where ${condition} and ${behind(since, after)}
    order by ${since} desc, num desc limit ${PAGE + 1}`);
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  return {
    listings: await findListingsWithRevisions(
      ctx,
      page.map(({ id }) => id),
    ),
    next: rows.length > PAGE && last ? formatTimeCursor({ ts: last.since, id: last.id }) : null,
  };
}

/** The listings of these ids, in their order, each with its revision. */
export async function findListingsWithRevisions(ctx: Ctx, ids: readonly string[]) {
  const [found, revision] = await Promise.all([
    findListings(ctx, ids),
    ctx.db
      .select({ listingId: listingRevisions.listingId, ...REVISION_COLUMNS })
      .from(listingRevisions)
      .where(inArray(listingRevisions.listingId, sql`(select value from json_each(${JSON.stringify(ids)}))`)),
  ]);
  const byListing = new Map(revision.map(({ listingId, ...one }) => [listingId, one]));
  return found.map((listing) => ({ listing, revision: byListing.get(listing.id) ?? null }));
}

/** Where the listings of a state are found in order; named, since each condition would fit several indexes. */
function placeOf(state: ListingState, now: number) {
  if (state === "expired") {
    return {
      from: sql`listings indexed by listings_expired`,
      condition: sql`state = 'published' and expires_ts <= ${now}`,
      since: sql`expires_ts`,
    };
  }
  const stillOn = state === "published" ? sql` and expires_ts > ${now}` : sql``;
  return {
    from: sql`listings indexed by listings_changed`,
    condition: sql`state = ${state}${stillOn}`,
    since: sql`updated_ts`,
  };
}

function behind(since: SQL, after: string | undefined): SQL {
  const cursor = parseTimeCursor(after);
  if (!cursor) return sql`true`;
  return sql`(${since}, num) < (${cursor.ts}, (select last.num from listings last where last.id = ${cursor.id}))`;
}
