import { eq, sql } from "drizzle-orm";
import { hashLimitKey } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { hasAccountSql } from "@/db/guard";
import { defineLimit, hitLimit, hitLimitStatement, parseHitResult } from "@/db/rate-limits";
import { shortlistEntries, users } from "@/db/schema";
import { type ListingDetails, listVisibleListings } from "@/features/listings";
import { ok, type Result, refuse } from "@/shared/errors";
import { MAX_ACCOUNT_SHORTLIST, MAX_GUEST_SHORTLIST } from "@/shared/shortlist";

/** Additions of an account, or of visitors without one from a network. */
const ADDITIONS = defineLimit("shortlist_hour");
/** Additions of one listing that count for an account, or for visitors without one from a network. */
const COUNTED_ADDITIONS = defineLimit("shortlist_listing");

/**
 * Adds a visible listing to the visitor's shortlist `ids`, and counts that for its teacher. A listing that is on it
 * stays where it is.
 * @returns the new ids, which the caller stores in the cookie of a visitor without an account; `not_found`,
 * `conflict` (`shortlist_full`), or `too_many`
 */
export async function addToShortlist(
  ctx: Ctx,
  { ids, listingId }: { ids: readonly string[]; listingId: string },
): Promise<Result<readonly string[]>> {
  if (ids.includes(listingId)) return ok(ids);
  const listings = await listVisibleListings(ctx, [listingId]);
  if (listings.length === 0) return refuse("not_found");
  const visitor = ctx.user?.id ?? hashLimitKey(ctx, ctx.network);
  const { allowed, retryAfter } = await hitLimit(ctx.db, ADDITIONS, visitor, ctx.now);
  if (!allowed) return refuse("too_many", { retryAfter });
  const added = await addListings(ctx, ids, listings);
  if (!added.isFull) return ok(added.ids);
  const max = ctx.user ? MAX_ACCOUNT_SHORTLIST : MAX_GUEST_SHORTLIST;
  return refuse("conflict", { reason: "shortlist_full", params: { max } });
}

type AddedListings = {
  /** The new shortlist, which the caller stores in the cookie of a visitor without an account. */
  ids: readonly string[];
  /** Whether the shortlist has no room for some of the listings. */
  isFull: boolean;
};

/**
 * Adds the visible ones of `sharedIds` to the visitor's shortlist `ids`, as many as it has room for, and counts that for
 * their teachers. Listings that are on it stay where they are.
 */
export async function addSharedListings(
  ctx: Ctx,
  { ids, sharedIds }: { ids: readonly string[]; sharedIds: readonly string[] },
): Promise<AddedListings> {
  const newIds = sharedIds.filter((id) => !ids.includes(id));
  return addListings(ctx, ids, await listVisibleListings(ctx, newIds));
}

async function addListings(
  ctx: Ctx,
  ids: readonly string[],
  listings: readonly ListingDetails[],
): Promise<AddedListings> {
  const newIds = listings.map(({ id }) => id);
  const addedIds = ctx.user
    ? await insertEntries(ctx, ctx.user.id, newIds)
    : newIds.slice(0, Math.max(0, MAX_GUEST_SHORTLIST - ids.length));
  await countAdditions(
    ctx,
    listings.filter(({ id, ownerId }) => addedIds.includes(id) && ownerId !== ctx.user?.id),
  );
  if (!ctx.user || addedIds.length === newIds.length)
    return { ids: [...addedIds, ...ids], isFull: addedIds.length < newIds.length };
  // A request at the same moment may have added some.
  const stored = await ctx.db.$count(
    shortlistEntries,
    sql`user_id = ${ctx.user.id} and listing_id in (select value from json_each(${JSON.stringify(newIds)}))`,
  );
  return { ids: [...addedIds, ...ids], isFull: stored < newIds.length };
}

/** @returns the ids that were added */
async function insertEntries(ctx: Ctx, userId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const roomSql = sql`max(0, ${MAX_ACCOUNT_SHORTLIST} - (
    select count(*) from ${shortlistEntries} where ${shortlistEntries.userId} = ${userId}))`;
  const [inserted] = await ctx.commit([
    ctx.db
      .insert(shortlistEntries)
      .select(
        sql`select ${userId}, value, '', ${ctx.now} - key, 1 from json_each(${JSON.stringify(ids)})
          where ${hasAccountSql(eq(users.id, userId))} order by key limit ${roomSql}`,
      )
      .onConflictDoNothing()
      .returning({ listingId: shortlistEntries.listingId }),
  ]);
  return (inserted as { listingId: string }[]).map(({ listingId }) => listingId);
}

/** Counts additions for their teachers; a listing that was removed and added again counts once. */
async function countAdditions(ctx: Ctx, listings: readonly ListingDetails[]): Promise<void> {
  const visitor = ctx.user?.id ?? ctx.network;
  const [first, ...rest] = listings.map(({ id }) =>
    hitLimitStatement(ctx.db, COUNTED_ADDITIONS, hashLimitKey(ctx, visitor, id), ctx.now),
  );
  if (!first) return;
  const results = await ctx.db.batch([first, ...rest]);
  const counted = listings.filter((_, n) => parseHitResult(results[n], ctx.now).allowed);
  ctx.statistics.record(counted.map(({ id }) => ({ listingId: id, kind: "shortlist" })));
}
