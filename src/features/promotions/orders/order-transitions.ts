import type { OrderState } from "@/shared/codes";

/** The transitions of an order, whether a payment event, a job or a user triggers them. */
export type OrderTransition =
  | "paid"
  | "paid_unpromotable"
  | "processing"
  | "payment_failed"
  | "mismatched"
  | "checkout_expired"
  | "refunded"
  | "partially_refunded"
  | "refund_failed"
  | "refund_reversed"
  | "payment_restored"
  | "disputed"
  | "still_disputed"
  | "dispute_won"
  | "dispute_lost"
  | "withdrawn"
  | "revoked"
  | "credited";

/**
 * What a transition does to the order's promotion. A suspended one keeps its position in the queue, because it may resume.
 * When one ends, later ones are pulled forward.
 */
export type PromotionEffect = "begin" | "suspend" | "end" | "restore" | "extend" | "none";

type Rule = { promotion: PromotionEffect; targets: Partial<Record<OrderState, OrderState>> };

/** An order that is paid stays so. */
const PAID = { fulfilled: "fulfilled", partially_refunded: "fulfilled" } as const;

/**
 * All transitions, with the target state by current state. Payment events that arrive twice, late or out of order find no
 * target for the current state and change nothing.
 * `fulfilled` as a target means `partially_refunded` for an order of which a part was given back (`targetStateSql`).
 */
export const TRANSITIONS: Record<OrderTransition, Rule> = {
  // Money that really came counts even after the checkout expired or failed.
  paid: {
    promotion: "begin",
    targets: { created: "fulfilled", open: "fulfilled", expired: "fulfilled", failed: "fulfilled" },
  },
  // Paid, but the listing can no longer be promoted: all of it is noted to be given back.
  paid_unpromotable: {
    promotion: "none",
    targets: { created: "refunded", open: "refunded", expired: "refunded", failed: "refunded" },
  },
  processing: { promotion: "none", targets: { created: "open", open: "open" } },
  payment_failed: { promotion: "none", targets: { created: "failed", open: "failed" } },
  // Something else was paid than was ordered. That is for a person to look at, and its listing is free for other orders.
  mismatched: { promotion: "none", targets: { created: "failed", open: "failed" } },
  checkout_expired: { promotion: "none", targets: { created: "expired", open: "expired" } },
  // A refund may be heard of before the payment; the order then ends refunded and is never promoted.
  refunded: {
    promotion: "end",
    targets: {
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
  partially_refunded: {
    promotion: "none",
    targets: {
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
    targets: { refunded: "fulfilled", partially_refunded: "fulfilled" },
  },
  // A refund failed while nothing is promoted anyhow: only the amount is remembered.
  refund_reversed: {
    promotion: "none",
    targets: {
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
  payment_restored: { promotion: "begin", targets: { refunded: "fulfilled", disputed: "fulfilled" } },
  disputed: { promotion: "suspend", targets: { fulfilled: "disputed", partially_refunded: "disputed" } },
  // A refund failed while the bank disputes the payment: the money is not ours until that is decided. So it is when a
  // dispute that was lost is open again.
  still_disputed: { promotion: "suspend", targets: { refunded: "disputed" } },
  // A bank may later reverse a decision against us.
  dispute_won: { promotion: "restore", targets: { disputed: "fulfilled", refunded: "fulfilled" } },
  dispute_lost: {
    promotion: "end",
    targets: {
      disputed: "refunded",
      fulfilled: "refunded",
      partially_refunded: "refunded",
      // Paid in vain, and its refund not made yet: the bank was quicker.
      refunded: "refunded",
    },
  },
  // The buyer withdrew from the contract. The money follows with its refund.
  withdrawn: { promotion: "end", targets: PAID },
  // Decisions of an admin about the promotion only.
  revoked: { promotion: "end", targets: PAID },
  credited: { promotion: "extend", targets: PAID },
};

export const canTransition = (transition: OrderTransition, state: OrderState): boolean =>
  TRANSITIONS[transition].targets[state] !== undefined;
