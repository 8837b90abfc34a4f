export { anonymiseOrdersOf, endCheckouts, openCheckoutsOf } from "./erase";
export { ordersExport } from "./export";
export { type ListingPromotion, listingPromotions } from "./queries";
export { reconcileEvents, reconcileOrders } from "./reconcile";
