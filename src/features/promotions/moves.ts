import type { OrderState } from "@/shared/codes";

/** What may happen to an order, from wherever the news comes. */
export type Cause =
  | "paid"
  | "paid_in_vain"
  | "processing"
  | "payment_failed"
  | "mismatched"
  | "checkout_expired"
  | "refunded"
  | "partly_refunded"
  | "refund_failed"
  | "refund_undone"
  | "payment_stays"
  | "disputed"
  | "still_disputed"
  | "dispute_won"
  | "dispute_lost"
  | "withdrawn"
  | "revoked"
  | "credited";

/**
 * What a move does to the order's promotion. A suspended one keeps its position in the queue, because it may resume.
 * When one ends, later ones are pulled forward.
 */
export type PromotionEffect = "begin" | "suspend" | "end" | "restore" | "extend" | "none";

type Rule = { promotion: PromotionEffect; moves: Partial<Record<OrderState, OrderState>> };

/** An order that is paid stays so. */
const PAID = { fulfilled: "fulfilled", partially_refunded: "fulfilled" } as const;

/**
 * Every move an order can make. What is not here does not happen: news that comes twice, late or out of order finds
 * no move from the state it meets and changes nothing.
 * `fulfilled` as a target means `partially_refunded` for an order of which a part was given back (`stateAfter`).
 */
export const MOVES: Record<Cause, Rule> = {
  // Money that really came counts even after the checkout expired or failed.
  paid: {
    promotion: "begin",
    moves: { created: "fulfilled", open: "fulfilled", expired: "fulfilled", failed: "fulfilled" },
  },
  // Paid, but the listing can no longer be promoted: all of it is noted to be given back.
  paid_in_vain: {
    promotion: "none",
    moves: { created: "refunded", open: "refunded", expired: "refunded", failed: "refunded" },
  },
  processing: { promotion: "none", moves: { created: "open", open: "open" } },
  payment_failed: { promotion: "none", moves: { created: "failed", open: "failed" } },
  // Something else was paid than was ordered. That is for a person to look at, and its listing is free for other orders.
  mismatched: { promotion: "none", moves: { created: "failed", open: "failed" } },
  checkout_expired: { promotion: "none", moves: { created: "expired", open: "expired" } },
  // A refund may be heard of before the payment; the order then ends refunded and is never promoted.
  refunded: {
    promotion: "end",
    moves: {
      created: "refunded",
      open: "refunded",
      expired: "refunded",
      failed: "refunded",
      fulfilled: "refunded",
      partially_refunded: "refunded",
      disputed: "refunded",
      // Paid in vain: now the money has gone.
      refunded: "refunded",
    },
  },
  // Of an order not known to be paid, only the amount is remembered.
  partly_refunded: {
    promotion: "none",
    moves: {
      created: "created",
      open: "open",
      expired: "expired",
      failed: "failed",
      fulfilled: "partially_refunded",
      partially_refunded: "partially_refunded",
      disputed: "disputed",
      refunded: "refunded",
    },
  },
  refund_failed: {
    promotion: "restore",
    moves: { refunded: "fulfilled", partially_refunded: "fulfilled" },
  },
  // A refund failed while nothing is promoted anyhow: only the amount is remembered.
  refund_undone: {
    promotion: "none",
    moves: {
      created: "created",
      open: "open",
      expired: "expired",
      failed: "failed",
      disputed: "disputed",
      // A dispute about a part was lost: that part the bank has, and the order stays over.
      refunded: "refunded",
    },
  },
  // The refund of an order failed that was heard of before its payment, or its dispute was won: paid it is after all,
  // and promoted at last.
  payment_stays: { promotion: "begin", moves: { refunded: "fulfilled", disputed: "fulfilled" } },
  disputed: { promotion: "suspend", moves: { fulfilled: "disputed", partially_refunded: "disputed" } },
  // A refund failed while the bank disputes the payment: the money is not ours until that is decided. So it is when a
  // dispute that was lost is open again.
  still_disputed: { promotion: "suspend", moves: { refunded: "disputed" } },
  // A bank may decide anew for us what it had decided against us.
  dispute_won: { promotion: "restore", moves: { disputed: "fulfilled", refunded: "fulfilled" } },
  dispute_lost: {
    promotion: "end",
    moves: {
      disputed: "refunded",
      fulfilled: "refunded",
      partially_refunded: "refunded",
      // Paid in vain, and its refund not made yet: the bank was quicker.
      refunded: "refunded",
    },
  },
  // The buyer withdrew from the contract. The money follows with its refund.
  withdrawn: { promotion: "end", moves: PAID },
  // What an admin decides about the promotion alone.
  revoked: { promotion: "end", moves: PAID },
  credited: { promotion: "extend", moves: PAID },
};

export const canMove = (cause: Cause, state: OrderState): boolean => MOVES[cause].moves[state] !== undefined;
