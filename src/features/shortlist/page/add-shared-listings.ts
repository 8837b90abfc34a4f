import { eq, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { hasAccountSql } from "@/db/guard";
import { shortlistEntries, users } from "@/db/schema";
import { listVisibleListings } from "@/features/listings";
import { MAX_ACCOUNT_SHORTLIST, MAX_GUEST_SHORTLIST } from "@/shared/shortlist";
import { recordAdditions } from "../record-additions";

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
  const listings = await listVisibleListings(
    ctx,
    sharedIds.filter((id) => !ids.includes(id)),
  );
  const newIds = listings.map(({ id }) => id);
  const addedIds = ctx.user
    ? await insertEntries(ctx, ctx.user.id, newIds)
    : newIds.slice(0, Math.max(0, MAX_GUEST_SHORTLIST - ids.length));
  const counted = listings.filter(({ id, ownerId }) => addedIds.includes(id) && ownerId !== ctx.user?.id);
  await recordAdditions(
    ctx,
    counted.map(({ id }) => id),
  );
  return { ids: [...addedIds, ...ids], isFull: addedIds.length < newIds.length };
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
