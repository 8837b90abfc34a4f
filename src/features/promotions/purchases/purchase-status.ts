import type { PromotionState } from "@/shared/codes";
import { DAY_MS } from "@/shared/dates";
import { formatDate, formatDateTime, formatLei } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import { CHECKOUT_MS, isDisputeLost } from "../orders/queries";
import type { BoughtOrder } from "./queries";

/** The status that a buyer sees: the state of the order until it has a promotion, then the state of the promotion. */
export type PurchaseStatus =
  | "waiting"
  | "processing"
  | "expired"
  | "failed"
  | "mismatched"
  | "disputed"
  | "dispute_lost"
  | "refunded"
  | "withdrawn"
  | "scheduled"
  | "active"
  | "hidden"
  | "ended"
  | "revoked"
  | "deleted";

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
      return state;
    case "refunded":
      return isDisputeLost(order) ? "dispute_lost" : state;
    default: {
      const promotionState = promotion ? getPromotionState(promotion, order.visible, now) : "revoked";
      const stoppedByDeletion = order.revokedTs === null && order.listingState === "deleted";
      return promotionState === "revoked" && stoppedByDeletion ? "deleted" : promotionState;
    }
  }
}

/** The state of a promotion at `now`. Times in ms; `visible` says whether visitors see its listing. */
export function getPromotionState(
  { startsTs, endsTs, stoppedTs }: { startsTs: number; endsTs: number; stoppedTs: number | null },
  visible: boolean,
  now: number,
): PromotionState {
  // A promotion that was stopped after its end ran to its end.
  if (stoppedTs !== null && stoppedTs < endsTs) return "revoked";
  if (endsTs <= now) return "ended";
  if (startsTs > now) return "scheduled";
  return visible ? "active" : "hidden";
}

/** Whether a promotion was stopped before it began. Times in ms. */
export const neverRan = (promotion: { startsTs: number; stoppedTs: number | null } | null): boolean =>
  promotion !== null && promotion.stoppedTs !== null && promotion.stoppedTs <= promotion.startsTs;

type OrderWithStatus = BoughtOrder & { status: PurchaseStatus };

/** The remaining days of a promotion, or its past or future period; null if it never ran. */
export function getPeriodText(
  t: Translator,
  { status, promotion }: OrderWithStatus,
  now: number,
): string | null {
  if (!promotion) return null;
  const at = (ts: number) => formatDateTime(ts, t.locale);
  const { startsTs, endsTs, stoppedTs } = promotion;
  if (status === "active" || status === "hidden") {
    const days = Math.ceil((endsTs - now) / DAY_MS);
    return t.count("promotions.purchases.period.left", days, { ends: at(endsTs) });
  }
  if (status === "scheduled")
    return t("promotions.purchases.period.begins", { starts: at(startsTs), ends: at(endsTs) });
  const ended = Math.min(endsTs, stoppedTs ?? endsTs);
  // A promotion that was stopped before its start never ran.
  return ended > startsTs
    ? t("promotions.purchases.period.ran", { starts: at(startsTs), ends: at(ended) })
    : null;
}

/** Explains the status of a purchase to its buyer. */
export function getStatusText(
  t: Translator,
  order: OrderWithStatus & { withdrawal: { amount: number; until: number } | null },
): string {
  const { status, promotion, refundedAmount, withdrawal } = order;
  const unstarted = (status === "refunded" || status === "withdrawn") && neverRan(promotion);
  const key =
    status === "refunded" && !promotion ? "unpromotable" : unstarted ? `${status}_unstarted` : status;
  const text = t(`promotions.purchases.about.${key}`, {
    refunded: formatLei(refundedAmount, t.locale),
    expires: formatDateTime(order.checkoutExpiresTs ?? order.createdTs + CHECKOUT_MS, t.locale),
  });
  if (status !== "deleted" || !withdrawal) return text;
  const params = {
    until: formatDate(withdrawal.until, t.locale),
    amount: formatLei(withdrawal.amount, t.locale),
  };
  return `${text} ${t("promotions.purchases.about.withdrawable", params)}`;
}
