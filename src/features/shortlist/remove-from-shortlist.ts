import { and, eq } from "drizzle-orm";
import type { Ctx } from "@/context";
import { shortlistEntries } from "@/db/schema";

/**
 * Removes a listing from the visitor's shortlist `ids`, with the note about it.
 * @returns the new ids, which the caller stores in the cookie of a visitor without an account
 */
export async function removeFromShortlist(
  ctx: Ctx,
  { ids, listingId }: { ids: readonly string[]; listingId: string },
): Promise<readonly string[]> {
  if (ctx.user) {
    await ctx.commit([
      ctx.db
        .delete(shortlistEntries)
        .where(and(eq(shortlistEntries.userId, ctx.user.id), eq(shortlistEntries.listingId, listingId))),
    ]);
  }
  return ids.filter((id) => id !== listingId);
}
