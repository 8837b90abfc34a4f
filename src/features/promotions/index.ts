export { expireCheckoutSessions } from "./checkout/expire-order";
export { startCheckout } from "./checkout/start-checkout";
export { computeWithdrawal, findWithdrawalObstacle, toWithdrawalTime } from "./orders/compute-withdrawal";
export { creditDays } from "./orders/credit-days";
export { type CreditPreview, creditOutage, previewOutageCredit } from "./orders/credit-outage";
export {
  isLatestAlertSql,
  isOpenAlertSql,
  isReturnedRefundSql,
  listReturnedRefunds,
  type ReturnedRefund,
  refundFailureSql,
  setAlertClosedStatement,
} from "./orders/payment-alerts";
export {
  isDisputeLost,
  type ListingPromotion,
  listPromotionsByListing,
  promotionStoppedTs,
} from "./orders/queries";
export { revokePromotion } from "./orders/revoke-promotion";
export { anonymizeOrdersStatements, exportOrders, listOpenCheckouts } from "./personal-data";
export { listRunningOrders } from "./purchases/own-orders";
export { PackagePrices } from "./purchases/promotable-listings";
export { listPromotionPerformance } from "./purchases/promotion-performance";
export { listRefundsByOrder, listVisibleOrders } from "./purchases/queries";
export { RunningPromotions, type RunningPromotionsProps } from "./purchases/running-promotions";
export { sendEndedNotices, sendEndingNotices } from "./purchases/send-end-notices";
export { serializeOrder } from "./purchases/serialize-order";
export {
  findDisputedAmount,
  hasOpenDisputeSql,
  isOpenDisputeSql,
  isUnansweredDisputeSql,
  toDisputeReasonKey,
} from "./refunds/disputes";
export { recordTransfer } from "./refunds/record-transfer";
export { refundOrder } from "./refunds/refund-order";
export { listPulledForwardTimes } from "./schedule/promotion-queue";
export { reconcileEvents, reconcileFees, reconcileOrders, reconcileRefunds } from "./stripe-events/reconcile";
export { unsettledPaymentsSql } from "./stripe-events/unsettled-payments-sql";
export { recordWithdrawal, withdrawOrder } from "./withdrawals/withdraw-order";
export { isWithdrawalTimeKnown, WithdrawalTime } from "./withdrawals/withdrawal-time";
