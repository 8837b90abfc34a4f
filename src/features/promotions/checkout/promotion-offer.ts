import type { Ctx } from "@/context";
import { boundSql, integer } from "@/db/bound-sql";
import { getBillingDefaults } from "@/features/billing";
import { getSearchDemand, type SearchDemand } from "@/features/counted-searches";
import {
  getListingState,
  type ListingCardRow,
  type ListingDetails,
  loadListingCards,
} from "@/features/listings";
import { listPackagesOnSale, type Package } from "@/features/settings";
import type { ListingState } from "@/shared/codes";
import { DAY_MS } from "@/shared/dates";
import type { Billing } from "@/shared/schemas/billing";
import { findOpenOrder, type ListingPromotion, listPromotionsByListing, type Order } from "../orders/queries";
import { getPromotionStart } from "../schedule/promotion-start";
import { type ExtraViews, estimateExtraViews } from "./estimate-extra-views";
import { slotFreeFrom } from "./slots";
import { canResumeOrder, toOrderedPackage } from "./start-checkout";

/** A package as one listing's owner may order it now. Times in ms. */
export type OfferedPackage = Package & {
  /** Start, if it is paid now and the buyer asks for an immediate start. */
  startsTs: number;
  endsTs: number;
  /** Start, if it is paid now and the buyer waits for the end of the withdrawal period. */
  laterStartsTs: number;
  /** Whether it starts when a paid promotion ends. */
  followsPaid: boolean;
  /** When the next slot is free; null if one is free now. */
  fullUntil: number | null;
  /** What past promotions of this placement brought; null without enough data. */
  extraViews: ExtraViews | null;
  /** Whether no other package that can be ordered costs as little a day. */
  isCheapest: boolean;
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
  /** Values of the billing form (`getBillingDefaults`). */
  billing: Partial<Billing>;
  /** The listing's card in lists; null while visitors don't see it. */
  card: ListingCardRow | null;
};

/** All data of the promote page of the user's own listing. */
export async function getPromotionOffer(ctx: Ctx, listing: ListingDetails): Promise<PromotionOffer> {
  const { subject, county } = listing;
  const [packages, byListing, openOrder, fullUntil, demand, extraViews, billing, cards] = await Promise.all([
    listPackagesOnSale(ctx),
    listPromotionsByListing(ctx, [listing.id]),
    findOpenOrder(ctx, listing.id),
    slotFreeFrom(ctx, listing),
    county ? getSearchDemand(ctx, { subject, county }) : null,
    estimateExtraViews(ctx, listing),
    getBillingDefaults(ctx),
    loadListingCards(
      ctx,
      boundSql`select num, 0 as rank, 0 as position, null as meters, card from search_entries
        where num = ${integer(listing.num)}`,
    ),
  ]);
  const promotions = byListing.get(listing.id) ?? [];
  // An order that can no longer be paid will be closed, so it does not block a new one.
  const unpaid = openOrder && canResumeOrder(openOrder, openOrder.package, ctx.now) ? openOrder : null;
  const offers = packages.map((onSale) => {
    // Choosing the package again leads to the same checkout, which keeps its price.
    const offered = unpaid?.package === onSale.code ? toOrderedPackage(unpaid) : onSale;
    const { placement, days } = offered;
    const getStart = (immediateStart: boolean) =>
      getPromotionStart({ placement, immediateStart }, promotions, ctx.now);
    const startsTs = getStart(true);
    return {
      ...offered,
      startsTs,
      laterStartsTs: getStart(false),
      followsPaid: startsTs > ctx.now,
      endsTs: startsTs + days * DAY_MS,
      fullUntil: placement === "results" ? fullUntil : null,
      extraViews: extraViews.get(placement) ?? null,
    };
  });
  const cheapest = findCheapest(offers.filter((offer) => offer.fullUntil === null));
  return {
    listing,
    state: getListingState(listing, ctx.now),
    promotions,
    demand,
    openOrder: unpaid,
    billing,
    card: cards[0] ?? null,
    packages: offers.map((offer) => ({ ...offer, isCheapest: offer === cheapest })),
  };
}

/** The package with the lowest price a day; null if another one costs the same, or if there is only one. */
function findCheapest<Offer extends { price: number; days: number }>(offers: readonly Offer[]): Offer | null {
  // Products instead of quotients are exact.
  const [first, second] = offers.toSorted((a, b) => a.price * b.days - b.price * a.days);
  return first && second && first.price * second.days < second.price * first.days ? first : null;
}
