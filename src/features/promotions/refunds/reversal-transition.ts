import { canTransition, type OrderTransition } from "../orders/order-transitions";
import type { OrderToSettle } from "../orders/queries";
import type { DisputeSummary } from "./disputes";

/** The stored data of an order's payment. Money in bani. */
export type RecordedPayment = Pick<OrderToSettle, "state" | "amount" | "refundedAmount" | "promotable"> & {
  /** Whether it was ever promoted. */
  promoted: boolean;
  /** Whether it was paid for nothing, and is never to be promoted. */
  inVain: boolean;
  /** Amount booked as taken by the buyer's bank. */
  recordedLoss: number;
};

/** What Stripe reports now: the amount refunded, and the disputes. */
export type StripeReversals = DisputeSummary & { refunded: number };

/**
 * The transition that applies the refunds and disputes at Stripe to an order, and the total refunded amount (bani) after it;
 * null if they are applied already. The first rule that matches decides the state:
 * - `refunded` after a lost dispute or a refund of the whole price;
 * - `disputed` while a dispute is open;
 * - else `fulfilled` or `partially_refunded`.
 * An order whose listing could not be promoted stays `refunded` until its refund fails. Of an order not known to be paid,
 * only the refunded amount is stored.
 */
export function getReversalTransition(
  order: RecordedPayment,
  at: StripeReversals,
): { transition: OrderTransition; amount: number } | null {
  const unpaid = canTransition("paid", order.state);
  const amount = Math.min(order.amount, at.refunded + (unpaid ? 0 : at.lost));
  const transition = unpaid ? amountTransition(order, amount) : paidTransition(order, at, amount);
  return transition && { transition, amount };
}

/** A transition that changes only the amount. */
function amountTransition(
  { amount: price, refundedAmount }: RecordedPayment,
  amount: number,
): OrderTransition | null {
  if (amount > refundedAmount) return amount >= price ? "refunded" : "partially_refunded";
  return amount < refundedAmount ? "refund_reversed" : null;
}

function paidTransition(order: RecordedPayment, at: StripeReversals, amount: number): OrderTransition | null {
  const { state, refundedAmount } = order;
  const lowered = amount < refundedAmount;
  if (at.lost > 0 || amount >= order.amount) {
    if (state === "refunded" && amount === refundedAmount) return null;
    const isNewLoss = at.lost > order.recordedLoss || (state !== "refunded" && amount < order.amount);
    return isNewLoss ? "dispute_lost" : amountTransition(order, amount);
  }
  if (state === "refunded" && !lowered) return amountTransition(order, amount);
  if (at.open) {
    if (state === "disputed") return amountTransition(order, amount);
    return state === "refunded" ? "still_disputed" : "disputed";
  }
  if (state !== "disputed" && state !== "refunded")
    return lowered ? "refund_failed" : amountTransition(order, amount);
  // The money stays after all, maybe of an order whose refund was heard of before its payment.
  if (!order.promoted && !order.inVain && order.promotable) return "payment_restored";
  return state === "disputed" || order.recordedLoss > 0 ? "dispute_won" : "refund_failed";
}
