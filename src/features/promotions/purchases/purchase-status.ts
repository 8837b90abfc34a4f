import type { BadgeTone } from "@/ui/badge";
import { getPromotionState } from "./promotion-state";
import type { BoughtOrder } from "./queries";

/** What a buyer sees of a purchase: the state of the order until it has a promotion, then that of the promotion. */
export type PurchaseStatus =
  | "waiting"
  | "processing"
  | "expired"
  | "failed"
  | "mismatched"
  | "disputed"
  | "refunded"
  | "withdrawn"
  | "scheduled"
  | "active"
  | "hidden"
  | "ended"
  | "revoked";

export function getPurchaseStatus(order: BoughtOrder, now: number): PurchaseStatus {
  const { state, promotion } = order;
  if (order.withdrawnTs !== null) return "withdrawn";
  switch (state) {
    case "created":
    case "open":
      return order.processingTs === null ? "waiting" : "processing";
    case "failed":
      return order.mismatched ? "mismatched" : state;
    case "expired":
    case "disputed":
    case "refunded":
      return state;
    default:
      return promotion ? getPromotionState(promotion, order.visible, now) : "revoked";
  }
}

export const STATUS_TONES: Record<PurchaseStatus, BadgeTone> = {
  waiting: "waiting",
  processing: "waiting",
  expired: "neutral",
  failed: "danger",
  mismatched: "warning",
  disputed: "danger",
  refunded: "neutral",
  withdrawn: "neutral",
  scheduled: "positive",
  active: "promoted",
  hidden: "warning",
  ended: "neutral",
  revoked: "danger",
};
