import { hashLimitKey } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { defineLimit, hitLimitStatement, parseHitResult } from "@/db/rate-limits";

/** Additions of one listing that count for an account, or for visitors without one from a network. */
const COUNTED_ADDITIONS = defineLimit("shortlist_listing");

/** Counts additions to the visitor's shortlist for their teachers; one that was removed and added again counts once. */
export async function recordAdditions(ctx: Ctx, listingIds: readonly string[]): Promise<void> {
  const visitor = ctx.user?.id ?? ctx.network;
  const [first, ...rest] = listingIds.map((id) =>
    hitLimitStatement(ctx.db, COUNTED_ADDITIONS, hashLimitKey(ctx, visitor, id), ctx.now),
  );
  if (!first) return;
  const results = await ctx.db.batch([first, ...rest]);
  const counted = listingIds.filter((_, n) => parseHitResult(results[n], ctx.now).allowed);
  ctx.statistics.record(counted.map((listingId) => ({ listingId, kind: "shortlist" })));
}
