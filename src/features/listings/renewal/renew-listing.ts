import { and, inArray } from "drizzle-orm";
import { requireUser } from "@/auth/guards";
import type { Ctx } from "@/context";
import { listings } from "@/db/schema";
import type { ListingState } from "@/shared/codes";
import type { Result } from "@/shared/errors";
import { freshLife } from "../lifecycle/change-listing";
import { refuseMove } from "../lifecycle/moves";
import { moveOwnListing } from "../lifecycle/own-move";
import { type ListingLimit, limitRefusal, readListingQuota, withinLimits } from "../limits";
import { getListingState } from "../listing-state";
import { findOwnListing } from "../queries";

/** An expired listing becomes active again by its renewal, so it has to keep the limits of active ones. */
export const limitsOfRenewal = (state: ListingState): readonly ListingLimit[] =>
  state === "expired" ? ["active", "twin"] : [];

/**
 * Renews the user's published, paused or expired listing for 90 days from now, without review. Refuses `conflict`
 * (`limit_reached`) by `limitsOfRenewal`, else like `refuseMove`.
 */
export async function renewListing(ctx: Ctx, id: string): Promise<Result<{ id: string }>> {
  requireUser(ctx);
  const listing = await findOwnListing(ctx, id);
  if (!listing) return refuseMove(ctx, id);
  const names = limitsOfRenewal(getListingState(listing, ctx.now));
  const renewed = await moveOwnListing(ctx, id, {
    action: "listing.renewed",
    change: freshLife(ctx, id),
    from: and(inArray(listings.state, ["published", "paused"]), withinLimits(ctx.now, listing, names)),
  });
  if (renewed.ok) return renewed;
  return limitRefusal(await readListingQuota(ctx, listing), names) ?? renewed;
}
