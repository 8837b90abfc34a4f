import { toIsoTime, toTimestampJson } from "@/shared/format";
import type { ORDER_PAYMENTS, OrderJson } from "@/shared/schemas/order";
import { isDisputeLost } from "../orders/queries";
import { getPromotionState } from "./purchase-status";
import type { BoughtOrder, OrderRefund } from "./queries";

/** An order as JSON for its buyer and for admins. `now` in ms. */
export const serializeOrder = (
  order: BoughtOrder,
  refunds: readonly OrderRefund[] = [],
  now: number,
): OrderJson => ({
  _id: order.id,
  listing_id: order.listingId,
  package: order.package,
  state: isDisputeLost(order) ? "disputed" : order.state,
  payment: getPaymentStatus(order),
  amount: order.amount,
  vat_amount: order.vatAmount,
  currency: order.currency,
  created_ts: toTimestampJson(order.createdTs),
  paid_ts: toTimestampJson(order.paidTs),
  refunded_amount: order.refundedAmount,
  checkout_session_id: order.checkoutSessionId,
  promotion: order.promotion && {
    _id: order.promotion.id,
    starts_at: toIsoTime(order.promotion.startsTs),
    ends_at: toIsoTime(order.promotion.endsTs),
    state: getPromotionState(order.promotion, order.visible, now),
  },
  refunds: refunds.map((refund) => ({
    _id: refund.id,
    kind: refund.kind,
    amount: refund.amount,
    state: refund.state,
    reason: refund.reason,
    created_ts: toTimestampJson(refund.createdTs),
  })),
});

/** The event of a refund may arrive before the event of the payment. */
function getPaymentStatus({ state, paidTs, processingTs, refundedAmount }: BoughtOrder) {
  const payment: (typeof ORDER_PAYMENTS)[number] =
    paidTs !== null || refundedAmount > 0
      ? "paid"
      : state === "open" && processingTs !== null
        ? "processing"
        : "unpaid";
  return payment;
}
