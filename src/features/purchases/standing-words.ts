import { DAY_MS } from "@/shared/dates";
import { formatDateTime, formatLei } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import type { OwnOrder } from "./own-orders";
import { neverRan } from "./promotion-state";

/** In a line how long it still lasts, or from when to when it lasted; null where there is no promotion to speak of. */
export function periodWords(t: Translator, { standing, promotion }: OwnOrder, now: number): string | null {
  if (!promotion) return null;
  const at = (ts: number) => formatDateTime(ts, t.locale);
  const { startsTs, endsTs, revokedTs } = promotion;
  if (standing === "active" || standing === "hidden") {
    const days = Math.ceil((endsTs - now) / DAY_MS);
    return t.count("purchases.period.left", days, { ends: at(endsTs) });
  }
  if (standing === "scheduled")
    return t("purchases.period.begins", { starts: at(startsTs), ends: at(endsTs) });
  const ended = Math.min(endsTs, revokedTs ?? endsTs);
  // Stopped before it began: it never ran.
  return ended > startsTs ? t("purchases.period.ran", { starts: at(startsTs), ends: at(ended) }) : null;
}

/** What it means for the buyer that it stands so with the order. */
export function standingWords(t: Translator, order: OwnOrder): string {
  const { standing, promotion, refundedAmount } = order;
  const unbegun = (standing === "refunded" || standing === "withdrawn") && neverRan(promotion);
  const key =
    standing === "refunded" && !promotion ? "impossible" : unbegun ? `${standing}_unbegun` : standing;
  return t(`purchases.about.${key}`, { refunded: formatLei(refundedAmount, t.locale) });
}
