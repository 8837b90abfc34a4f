import { canTransition, type OrderTransition } from "../orders/order-transitions";
import type { OrderForTransition } from "../orders/queries";
import type { DisputeSummary } from "./disputes";

/** An order's payment in the database. Money in bani. */
export type RecordedPayment = Pick<
  OrderForTransition,
  "state" | "amount" | "refundedAmount" | "disputeLoss" | "promotable"
> & {
  /** Whether the order was ever promoted. */
  promoted: boolean;
  /** Whether the payment arrived when the listing could no longer be promoted. */
  unpromotable: boolean;
};

/** The refunded amount, transfers included, and the disputes at Stripe. */
export type RefundsAndDisputes = Pick<DisputeSummary, "open" | "lost"> & { refunded: number };

/**
 * The transition that applies the refunds and disputes at Stripe to an order, and the total refunded amount (bani)
 * after it. Null if they are applied already. The first matching rule decides the state:
 * - `refunded` after a lost dispute or a refund of the whole price;
 * - `disputed` while a dispute is open;
 * - else `fulfilled` or `partially_refunded`.
 * An order whose listing could not be promoted stays `refunded` until its refund fails. For an unpaid order, only the
 * refunded amount changes.
 */
export function getRefundOrDisputeTransition(
  order: RecordedPayment,
  stripe: RefundsAndDisputes,
): { transition: OrderTransition; amount: number } | null {
  const unpaid = canTransition("paid", order.state);
  const amount = Math.min(order.amount, stripe.refunded + (unpaid ? 0 : stripe.lost));
  const transition = unpaid ? getAmountTransition(order, amount) : getPaidTransition(order, stripe, amount);
  return transition && { transition, amount };
}

/** A transition that changes only the amount. */
function getAmountTransition(
  { amount: price, refundedAmount }: RecordedPayment,
  amount: number,
): OrderTransition | null {
  if (amount > refundedAmount) return amount >= price ? "refunded" : "partially_refunded";
  return amount < refundedAmount ? "refunded_amount_reduced" : null;
}

function getPaidTransition(
  order: RecordedPayment,
  stripe: RefundsAndDisputes,
  amount: number,
): OrderTransition | null {
  const { state, refundedAmount } = order;
  const lowered = amount < refundedAmount;
  if (stripe.lost > 0 || amount >= order.amount) {
    if (state === "refunded" && amount === refundedAmount) return null;
    const isNewLoss = stripe.lost > order.disputeLoss || (state !== "refunded" && amount < order.amount);
    return isNewLoss ? "dispute_lost" : getAmountTransition(order, amount);
  }
  if (state === "refunded" && !lowered) return getAmountTransition(order, amount);
  if (stripe.open) {
    if (state === "disputed") return getAmountTransition(order, amount);
    return state === "refunded" ? "still_disputed" : "disputed";
  }
  if (state !== "disputed" && state !== "refunded")
    return lowered ? "refund_failed" : getAmountTransition(order, amount);
  // The payment is effective again. The order was never promoted if a refund event arrived before the payment.
  if (!order.promoted && !order.unpromotable && order.promotable) return "payment_restored";
  return state === "disputed" || order.disputeLoss > 0 ? "dispute_won" : "refund_failed";
}
