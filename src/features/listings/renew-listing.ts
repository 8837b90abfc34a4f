import { and, inArray } from "drizzle-orm";
import { requireUser } from "@/auth/guards";
import type { Ctx } from "@/context";
import { listings } from "@/db/schema";
import type { Result } from "@/shared/errors";
import { type LimitName, limitRefusal, readStanding, withinLimits } from "./limits";
import { freshExpiry } from "./move";
import { refuseMove } from "./moves";
import { moveOwnListing } from "./own-move";
import { findOwnListing } from "./queries";
import { listingState } from "./visibility";

/**
 * Gives one's published, paused or expired listing ninety days from now, without review. An expired one becomes
 * active again, so it has to keep the limits of active listings.
 */
export async function renewListing(ctx: Ctx, id: string): Promise<Result<{ id: string }>> {
  requireUser(ctx);
  const listing = await findOwnListing(ctx, id);
  if (!listing) return refuseMove(ctx, id);
  const names: readonly LimitName[] = listingState(listing, ctx.now) === "expired" ? ["active", "twin"] : [];
  const renewed = await moveOwnListing(ctx, id, {
    action: "listing.renewed",
    change: { renewedTs: ctx.now, expiresTs: freshExpiry(ctx.now, id) },
    from: and(inArray(listings.state, ["published", "paused"]), withinLimits(ctx.now, listing, names)),
  });
  if (renewed.ok) return renewed;
  return limitRefusal(await readStanding(ctx, listing), names) ?? renewed;
}
