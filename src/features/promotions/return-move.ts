import type { Disputed } from "./disputes";
import { type Cause, canMove } from "./moves";
import type { OrderToSettle } from "./queries";

/** What an order is judged by, as it stands here. Money in bani. */
export type ReturnsKnown = Pick<OrderToSettle, "state" | "amount" | "refundedAmount" | "promotable"> & {
  /** Whether it was ever promoted. */
  promoted: boolean;
  /** Whether it was paid for nothing, and is never to be promoted. */
  inVain: boolean;
  /** What is booked as taken by the buyer's bank. */
  bookedLoss: number;
};

/** What Stripe says now: what was given back, and how it stands with disputes. */
export type Returned = Disputed & { refunded: number };

/**
 * The move that brings an order to what Stripe says of its payment's refunds and disputes, with what went back in all
 * (bani) after it; null where it stands so already. An order stands, in this order of rank,
 * - `refunded` once a dispute is lost, or all of the price went back;
 * - `disputed` while a dispute is open;
 * - `fulfilled` or `partially_refunded` else.
 * One that was paid in vain stays `refunded` until its refund fails. Of an order not known to be paid, only what was given
 * back is remembered.
 */
export function returnMove(order: ReturnsKnown, at: Returned): { cause: Cause; amount: number } | null {
  const unpaid = canMove("paid", order.state);
  const amount = Math.min(order.amount, at.refunded + (unpaid ? 0 : at.lost));
  const cause = unpaid ? amountCause(order, amount) : paidCause(order, at, amount);
  return cause && { cause, amount };
}

/** Where only the amount changes. */
function amountCause({ amount: price, refundedAmount }: ReturnsKnown, amount: number): Cause | null {
  if (amount > refundedAmount) return amount >= price ? "refunded" : "partly_refunded";
  return amount < refundedAmount ? "refund_undone" : null;
}

function paidCause(order: ReturnsKnown, at: Returned, amount: number): Cause | null {
  const { state, refundedAmount } = order;
  const lowered = amount < refundedAmount;
  if (at.lost > 0 || amount >= order.amount) {
    if (state === "refunded" && amount === refundedAmount) return null;
    const isNews = at.lost > order.bookedLoss || (state !== "refunded" && amount < order.amount);
    return isNews ? "dispute_lost" : amountCause(order, amount);
  }
  if (state === "refunded" && !lowered) return amountCause(order, amount);
  if (at.open) {
    if (state === "disputed") return amountCause(order, amount);
    return state === "refunded" ? "still_disputed" : "disputed";
  }
  if (state !== "disputed" && state !== "refunded")
    return lowered ? "refund_failed" : amountCause(order, amount);
  // The money stays after all, maybe of an order whose refund was heard of before its payment.
  if (!order.promoted && !order.inVain && order.promotable) return "payment_stays";
  return state === "disputed" || order.bookedLoss > 0 ? "dispute_won" : "refund_failed";
}
