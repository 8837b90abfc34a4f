export { expireCheckouts } from "./checkout/close-checkout";
export { orderPromotion } from "./checkout/order-promotion";
export { anonymizeOrders, listOpenCheckouts } from "./erase";
export { exportOrders } from "./export";
export { type ListingPromotion, listPromotionsByListing } from "./orders/queries";
export { listRefundsByOrder, listVisibleOrders } from "./purchases/queries";
export { sendEndedNotices, sendEndingNotices } from "./purchases/send-end-notices";
export { serializeOrder } from "./purchases/serialize-order";

export { refundOrder } from "./refunds/refund-order";
export { withdrawOrder } from "./refunds/withdraw-order";
export { creditDays, revokePromotion } from "./schedule/admin-actions";
export { previewPullForward } from "./schedule/promotion-queue";
export { reconcileEvents, reconcileOrders, reconcileRefunds } from "./stripe-events/reconcile";
export { replayEvent } from "./stripe-events/replay-event";
