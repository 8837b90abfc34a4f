export { type ListingPromotion, listingPromotions } from "./queries";
export { reconcileEvents, reconcileOrders } from "./reconcile";
