export { checkPayment } from "./check-payment";
export { type Ordered, orderPromotion } from "./order-promotion";
export { type Package, type Placement, packagesOnSale } from "./packages";
export { activePromotion, type ListingPromotion, listingPromotions, type Order } from "./queries";
export { receiveEvent } from "./receive-event";
export { reconcileEvents, reconcileOrders } from "./reconcile";
export { settleCheckout } from "./settle-checkout";
