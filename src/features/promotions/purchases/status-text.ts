import { DAY_MS } from "@/shared/dates";
import { formatDateTime, formatLei } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import type { OwnOrder } from "./own-orders";
import { neverRan } from "./promotion-state";

/** How long a promotion still runs, or when it runs or ran; null if it never ran. */
export function getPeriodText(t: Translator, { status, promotion }: OwnOrder, now: number): string | null {
  if (!promotion) return null;
  const at = (ts: number) => formatDateTime(ts, t.locale);
  const { startsTs, endsTs, revokedTs } = promotion;
  if (status === "active" || status === "hidden") {
    const days = Math.ceil((endsTs - now) / DAY_MS);
    return t.count("purchases.period.left", days, { ends: at(endsTs) });
  }
  if (status === "scheduled") return t("purchases.period.begins", { starts: at(startsTs), ends: at(endsTs) });
  const ended = Math.min(endsTs, revokedTs ?? endsTs);
  // Stopped before it began: it never ran.
  return ended > startsTs ? t("purchases.period.ran", { starts: at(startsTs), ends: at(ended) }) : null;
}

/** Explains the status of a purchase to its buyer. */
export function getStatusText(t: Translator, order: OwnOrder): string {
  const { status, promotion, refundedAmount } = order;
  const unbegun = (status === "refunded" || status === "withdrawn") && neverRan(promotion);
  const key = status === "refunded" && !promotion ? "impossible" : unbegun ? `${status}_unbegun` : status;
  return t(`purchases.about.${key}`, { refunded: formatLei(refundedAmount, t.locale) });
}
