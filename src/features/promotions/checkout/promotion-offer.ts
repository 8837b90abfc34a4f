import type { Ctx } from "@/context";
import { getListingState, type ListingDetails } from "@/features/listings";
import { type Package, packagesOnSale } from "@/features/settings";
import type { ListingState } from "@/shared/codes";
import { DAY_MS } from "@/shared/dates";
import { findOpenOrder, type ListingPromotion, listPromotionsByListing, type Order } from "../orders/queries";
import { slotFreeFrom } from "../schedule/slots";
import { canResumeOrder, toOrderedPackage } from "./order-promotion";

/** A package as one listing's owner may order it now. Times in ms. */
export type OfferedPackage = Package & {
  /** When it would begin if paid now and begun at once; later than now when days are left. */
  startsTs: number;
  endsTs: number;
  /** Whether it begins where a promotion ends that is paid for already. */
  addsUp: boolean;
  /** When the next slot is free; null if one is free now. */
  fullUntil: number | null;
};

export type PromotionOffer = {
  listing: Pick<ListingDetails, "id" | "title">;
  state: ListingState;
  packages: OfferedPackage[];
  /** Paid promotions that have not ended, the earliest first. */
  promotions: ListingPromotion[];
  /** The order that waits for its payment, as long as it can still be paid. */
  openOrder: Order | null;
};

/** All data of the promote page of the user's own listing. */
export async function getPromotionOffer(ctx: Ctx, listing: ListingDetails): Promise<PromotionOffer> {
  const [packages, byListing, openOrder, fullUntil] = await Promise.all([
    packagesOnSale(ctx),
    listPromotionsByListing(ctx, [listing.id]),
    findOpenOrder(ctx, listing.id),
    slotFreeFrom(ctx, listing),
  ]);
  const promotions = byListing.get(listing.id) ?? [];
  // An order that can no longer be paid is about to be closed, so it blocks no new one.
  const waiting = openOrder && canResumeOrder(openOrder, openOrder.package, ctx.now) ? openOrder : null;
  return {
    listing,
    state: getListingState(listing, ctx.now),
    promotions,
    openOrder: waiting,
    packages: packages.map((onSale) => {
      // Choosing the package again leads to the same checkout, which keeps its price.
      const one = waiting?.package === onSale.code ? toOrderedPackage(waiting) : onSale;
      const paid = promotions.filter((promotion) => promotion.placement === one.placement);
      const startsTs = Math.max(ctx.now, ...paid.map((promotion) => promotion.endsTs));
      return {
        ...one,
        startsTs,
        addsUp: startsTs > ctx.now,
        endsTs: startsTs + one.days * DAY_MS,
        fullUntil: one.placement === "results" ? fullUntil : null,
      };
    }),
  };
}
