import { and, inArray } from "drizzle-orm";
import { requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import { listings } from "@/db/schema";
import type { ListingLimitName, ListingState } from "@/shared/codes";
import type { Result } from "@/shared/errors";
import { changeListingAsUser, findListingChangeRefusal, newPublicationPeriod } from "../change-listing";
import { findQuotaRefusal, isWithinLimitsSql, loadListingQuota } from "../listing-quota";
import { getListingState } from "../listing-state";
import { findOwnListing } from "../queries";

/** Limits of a renewal. Only an expired listing becomes active by it. */
export const listRenewalLimits = (state: ListingState): readonly ListingLimitName[] =>
  state === "expired" ? ["active", "duplicate"] : [];

/**
 * Renews the user's published, paused or expired listing for 90 days from now, without moderation. Refuses `conflict`
 * (`limit_reached`) by `isWithinLimitsSql`, else like `findListingChangeRefusal`.
 */
export async function renewListing(ctx: Ctx, id: string): Promise<Result<{ id: string }>> {
  requireUser(ctx);
  const listing = await findOwnListing(ctx, id);
  if (!listing) return findListingChangeRefusal(ctx, id);
  const limits = listRenewalLimits(getListingState(listing, ctx.now));
  const renewed = await changeListingAsUser(ctx, id, {
    action: "listing.renewed",
    update: newPublicationPeriod(ctx, id),
    guard: and(inArray(listings.state, ["published", "paused"]), isWithinLimitsSql(ctx.now, listing, limits)),
  });
  if (renewed.ok) return renewed;
  return findQuotaRefusal(await loadListingQuota(ctx, listing), limits) ?? renewed;
}
