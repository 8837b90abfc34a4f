import type { Ctx } from "@/context";
import { ok, type Result, refuse } from "@/shared/errors";
import { commitListingMove, type Move } from "../lifecycle/change-listing";
import { refuseDeleted } from "../lifecycle/moves";
import { findListing, findListingOwnerContact, type ListingDetails } from "../queries";

type Moderated = {
  listing: ListingDetails;
  owner: NonNullable<Awaited<ReturnType<typeof findListingOwnerContact>>>;
};

/**
 * Makes an admin's move of a listing that asks for nothing but its state, which the statement's guard names. Refuses
 * `not_found`, `gone` once it is deleted after publication, and `conflict` (`wrong_state`) from any other state.
 */
export async function moderate(
  ctx: Ctx,
  id: string,
  plan: (moderated: Moderated) => Omit<Move, "listingId">,
): Promise<Result<{ id: string }>> {
  const [listing, owner] = await Promise.all([findListing(ctx, id), findListingOwnerContact(ctx, id)]);
  if (!listing || !owner) return refuse("not_found");
  if (listing.state === "deleted") return refuseDeleted(listing);
  const moved = await commitListingMove(ctx, { listingId: id, ...plan({ listing, owner }) });
  return moved ? ok({ id }) : refuse("conflict", { reason: "wrong_state" });
}
