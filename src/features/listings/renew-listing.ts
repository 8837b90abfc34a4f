import { and, eq, inArray, sql } from "drizzle-orm";
import { requireUser } from "@/auth/guards";
import type { Ctx } from "@/context";
import { listings } from "@/db/schema";
import { ok, type Result } from "@/shared/errors";
import { type LimitName, limitRefusal, readStanding, withinLimits } from "./limits";
import { commitMove, freshExpiry } from "./move";
import { refuseMove } from "./moves";
import { findOwnListing } from "./queries";
import { listingState } from "./visibility";

/**
 * Gives one's published, paused or expired listing ninety days from now, without review. An expired one becomes
 * active again, so it has to keep the limits of active listings.
 */
export async function renewListing(ctx: Ctx, id: string): Promise<Result<{ id: string }>> {
  const user = requireUser(ctx);
  const listing = await findOwnListing(ctx, id);
  if (!listing || !["published", "paused"].includes(listing.state)) return refuseMove(ctx, id);
  const names: readonly LimitName[] = listingState(listing, ctx.now) === "expired" ? ["active", "twin"] : [];

  const renewed = await commitMove(ctx, {
    listingId: id,
    action: "listing.renewed",
    statement: ctx.db
      .update(listings)
      .set({
        renewedTs: ctx.now,
        expiresTs: freshExpiry(ctx.now, id),
        updatedTs: ctx.now,
        version: sql`${listings.version} + 1`,
      })
      .where(
        and(
          eq(listings.id, id),
          eq(listings.ownerId, user.id),
          inArray(listings.state, ["published", "paused"]),
          withinLimits(ctx.now, listing, names),
        ),
      )
      .returning({ id: listings.id }),
  });
  if (renewed) return ok({ id });
  return limitRefusal(await readStanding(ctx, listing), names) ?? refuseMove(ctx, id);
}
