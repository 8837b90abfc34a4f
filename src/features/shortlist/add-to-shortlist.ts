import { and, eq, sql } from "drizzle-orm";
import { hashLimitKey } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { hasAccountSql } from "@/db/guard";
import { insertWhere } from "@/db/insert-where";
import { defineLimit, hitLimit } from "@/db/rate-limits";
import { hasRows } from "@/db/returned-rows";
import { listings, shortlistEntries, users } from "@/db/schema";
import { isVisibleListingSql } from "@/features/listings";
import { ok, type Result, refuse } from "@/shared/errors";
import { MAX_ACCOUNT_SHORTLIST, MAX_GUEST_SHORTLIST } from "@/shared/shortlist";
import { recordAdditions } from "./record-additions";

/** Additions of an account, or of visitors without one from a network. */
const ADDITIONS = defineLimit("shortlist_hour");

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
  const listing = await findVisibleListingOwner(ctx, listingId);
  if (!listing) return refuse("not_found");
  const { allowed, retryAfter } = await hitLimit(
    ctx.db,
    ADDITIONS,
    ctx.user?.id ?? hashLimitKey(ctx, ctx.network),
    ctx.now,
  );
  if (!allowed) return refuse("too_many", { retryAfter });
  const added = ctx.user ? await insertEntry(ctx, ctx.user.id, listingId) : checkGuestLimit(ids);
  if (!added.ok) return added;
  if (added.value && listing.ownerId !== ctx.user?.id) await recordAdditions(ctx, [listingId]);
  return ok([listingId, ...ids]);
}

async function findVisibleListingOwner({ db, now }: Ctx, listingId: string) {
  const [listing] = await db
    .select({ ownerId: listings.ownerId })
    .from(listings)
    .innerJoin(users, eq(users.id, listings.ownerId))
    .where(and(eq(listings.id, listingId), isVisibleListingSql(now)))
    .limit(1);
  return listing ?? null;
}

const isFull = (max: number) => refuse("conflict", { reason: "shortlist_full", params: { max } });

const checkGuestLimit = (ids: readonly string[]): Result<boolean> =>
  ids.length < MAX_GUEST_SHORTLIST ? ok(true) : isFull(MAX_GUEST_SHORTLIST);

/** @returns whether the entry is new; false if a request at the same moment added it */
async function insertEntry(ctx: Ctx, userId: string, listingId: string): Promise<Result<boolean>> {
  const { db } = ctx;
  const hasRoomSql = sql`(select count(*) from ${shortlistEntries}
    where ${shortlistEntries.userId} = ${userId}) < ${MAX_ACCOUNT_SHORTLIST}`;
  const [inserted] = await ctx.commit([
    insertWhere(
      db,
      shortlistEntries,
      { userId, listingId, createdTs: ctx.now },
      // The account may have been deleted since it was read.
      sql`${hasAccountSql(eq(users.id, userId))} and ${hasRoomSql}`,
    )
      .onConflictDoNothing()
      .returning({ listingId: shortlistEntries.listingId }),
  ]);
  if (hasRows(inserted)) return ok(true);
  const [existing] = await db
    .select({ listingId: shortlistEntries.listingId })
    .from(shortlistEntries)
    .where(and(eq(shortlistEntries.userId, userId), eq(shortlistEntries.listingId, listingId)))
    .limit(1);
  return existing ? ok(false) : isFull(MAX_ACCOUNT_SHORTLIST);
}
