export { anonymiseOrdersOf, endCheckouts, openCheckoutsOf } from "./erase";
export { ordersExport } from "./export";
export { orderPromotion } from "./order-promotion";
export { type ListingPromotion, listingPromotions } from "./queries";
export { reconcileEvents, reconcileOrders } from "./reconcile";
