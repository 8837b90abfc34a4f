import type { Ctx } from "@/context";
import { getSearchDemand, type SearchDemand } from "@/features/counted-searches";
import { getListingState, type ListingDetails } from "@/features/listings";
import { listPackagesOnSale, type Package } from "@/features/settings";
import type { ListingState } from "@/shared/codes";
import { DAY_MS } from "@/shared/dates";
import { findOpenOrder, type ListingPromotion, listPromotionsByListing, type Order } from "../orders/queries";
import { getPromotionStart } from "../schedule/promotion-start";
import { slotFreeFrom } from "../schedule/slots";
import { canResumeOrder, toOrderedPackage } from "./start-checkout";

/** A package as one listing's owner may order it now. Times in ms. */
export type OfferedPackage = Package & {
  /** Start, if it is paid now and the buyer asks for an immediate start. */
  startsTs: number;
  endsTs: number;
  /** Whether it starts when a paid promotion ends. */
  followsPaid: boolean;
  /** When the next slot is free; null if one is free now. */
  fullUntil: number | null;
};

export type PromotionOffer = {
  listing: Pick<ListingDetails, "id" | "title">;
  state: ListingState;
  packages: OfferedPackage[];
  /** Paid promotions that have not ended, the earliest first. */
  promotions: ListingPromotion[];
  /** What learners search for in the listing's subject and county; null for few searches. */
  demand: SearchDemand | null;
  /** The unpaid order, while it can still be paid. */
  openOrder: Order | null;
};

/** All data of the promote page of the user's own listing. */
export async function getPromotionOffer(ctx: Ctx, listing: ListingDetails): Promise<PromotionOffer> {
  const { subject, county } = listing;
  const [packages, byListing, openOrder, fullUntil, demand] = await Promise.all([
    listPackagesOnSale(ctx),
    listPromotionsByListing(ctx, [listing.id]),
    findOpenOrder(ctx, listing.id),
    slotFreeFrom(ctx, listing),
    county ? getSearchDemand(ctx, { subject, county }) : null,
  ]);
  const promotions = byListing.get(listing.id) ?? [];
  // An order that can no longer be paid will be closed, so it does not block a new one.
  const unpaid = openOrder && canResumeOrder(openOrder, openOrder.package, ctx.now) ? openOrder : null;
  return {
    listing,
    state: getListingState(listing, ctx.now),
    promotions,
    demand,
    openOrder: unpaid,
    packages: packages.map((onSale) => {
      // Choosing the package again leads to the same checkout, which keeps its price.
      const offered = unpaid?.package === onSale.code ? toOrderedPackage(unpaid) : onSale;
      const { placement, days } = offered;
      const startsTs = getPromotionStart({ placement, immediateStart: true }, promotions, ctx.now);
      return {
        ...offered,
        startsTs,
        followsPaid: startsTs > ctx.now,
        endsTs: startsTs + days * DAY_MS,
        fullUntil: placement === "results" ? fullUntil : null,
      };
    }),
  };
}
