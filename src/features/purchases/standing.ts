import type { BadgeTone } from "@/ui/badge";
import { promotionState } from "./promotion-state";
import type { BoughtOrder } from "./queries";

/** How it stands with what somebody bought: the order as long as there is no promotion to speak of, else that. */
export type Standing =
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

export function standingOf(order: BoughtOrder, now: number): Standing {
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
      return promotion ? promotionState(promotion, order.visible, now) : "revoked";
  }
}

export const STANDING_TONES: Record<Standing, BadgeTone> = {
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
