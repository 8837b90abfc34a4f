import type { OrderState } from "@/shared/codes";
import type { PromotionEffect } from "../schedule/plan-promotion-effect";

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
  | "refunded_amount_reduced"
  | "payment_restored"
  | "disputed"
  | "still_disputed"
  | "dispute_won"
  | "dispute_lost"
  | "withdrawn"
  | "revoked"
  | "credited";

type Rule = { promotion: PromotionEffect; targets: Partial<Record<OrderState, OrderState>> };

/**
 * A paid order keeps its state: `targetStateSql` in `commit-transition.ts` turns `fulfilled` back into
 * `partially_refunded`.
 */
const PAID = { fulfilled: "fulfilled", partially_refunded: "fulfilled" } as const;

/**
 * All transitions, with the target state by current state. Payment events that arrive twice, late or out of order find
 * no target for the current state and change nothing. The target `fulfilled` becomes `partially_refunded` if a part of
 * the price was refunded (`targetStateSql` in `commit-transition.ts`).
 */
export const TRANSITIONS: Record<OrderTransition, Rule> = {
  // A payment counts even after the checkout expired or failed.
  paid: {
    promotion: "begin",
    targets: { created: "fulfilled", open: "fulfilled", expired: "fulfilled", failed: "fulfilled" },
  },
  // Paid, but the listing can no longer be promoted: the same batch records a full refund.
  paid_unpromotable: {
    promotion: "none",
    targets: { created: "refunded", open: "refunded", expired: "refunded", failed: "refunded" },
  },
  processing: { promotion: "none", targets: { created: "open", open: "open" } },
  payment_failed: { promotion: "none", targets: { created: "failed", open: "failed" } },
  // The payment does not match the order. An admin checks it, and the listing can be ordered again.
  mismatched: { promotion: "none", targets: { created: "failed", open: "failed" } },
  checkout_expired: { promotion: "none", targets: { created: "expired", open: "expired" } },
  // The event of a refund may arrive before the event of the payment. Such an order is not promoted.
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
      // After `paid_unpromotable`: the refund was sent.
      refunded: "refunded",
    },
  },
  // For an order that is not paid yet, only the refunded amount changes.
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
    promotion: "resume",
    targets: { refunded: "fulfilled", partially_refunded: "fulfilled" },
  },
  // A refund failed or was canceled, and the order stays without a promotion: only the refunded amount changes.
  refunded_amount_reduced: {
    promotion: "none",
    targets: {
      created: "created",
      open: "open",
      expired: "expired",
      failed: "failed",
      disputed: "disputed",
      // A dispute about a part of the price was lost, so the order stays refunded.
      refunded: "refunded",
    },
  },
  // The order was never promoted, because a refund or dispute arrived before the payment. The refund failed or the
  // dispute was won, so the promotion begins now.
  payment_restored: { promotion: "begin", targets: { refunded: "fulfilled", disputed: "fulfilled" } },
  disputed: { promotion: "suspend", targets: { fulfilled: "disputed", partially_refunded: "disputed" } },
  // A refund failed while a dispute is open, or a lost dispute was opened again.
  still_disputed: { promotion: "suspend", targets: { refunded: "disputed" } },
  // A bank may later change a decision against us.
  dispute_won: { promotion: "resume", targets: { disputed: "fulfilled", refunded: "fulfilled" } },
  dispute_lost: {
    promotion: "end",
    targets: {
      disputed: "refunded",
      fulfilled: "refunded",
      partially_refunded: "refunded",
      // After `paid_unpromotable`, if the bank took the money before the refund was sent.
      refunded: "refunded",
    },
  },
  // The buyer withdrew from the contract. The refund is sent separately.
  withdrawn: { promotion: "end", targets: PAID },
  // Decisions of an admin that change only the promotion.
  revoked: { promotion: "end", targets: PAID },
  credited: { promotion: "extend", targets: PAID },
};

export const canTransition = (transition: OrderTransition, state: OrderState): boolean =>
  TRANSITIONS[transition].targets[state] !== undefined;
