import { formatLei } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import type { OwnOrder, OwnOrderDetails } from "./own-orders";
import { neverRan } from "./purchase-status";

/** A past or future event of an order; `ts` in ms. */
type TimelineEntry = { ts: number; title: string; text?: string };

/** Audit events that the timeline shows. The dates and refunds of the order show the others. */
const SHOWN_ACTIONS = [
  "processing",
  "payment_failed",
  "mismatched",
  "checkout_expired",
  "refund_failed",
  "disputed",
  "still_disputed",
  "dispute_won",
  "dispute_lost",
  "revoked",
  "credited",
  "pulled_forward",
  "pushed_back",
] as const;

/** The history of an order and the planned times of its promotion, the earliest first. `now` in ms. */
export function buildTimeline(
  t: Translator,
  { order, events }: OwnOrderDetails,
  now: number,
): TimelineEntry[] {
  const text = (key: string, params = {}) => t(`promotions.purchases.timeline.${key}`, params);
  const entries: TimelineEntry[] = [
    { ts: order.createdTs, title: text("placed") },
    ...(order.paidTs === null
      ? []
      : [{ ts: order.paidTs, title: text("paid", { amount: formatLei(order.amount, t.locale) }) }]),
    ...events.flatMap(({ ts, action, detail }) => {
      const shown = SHOWN_ACTIONS.find((name) => action === `order.${name}`);
      if (!shown) return [];
      const days = typeof detail.days === "number" ? detail.days : 0;
      const title =
        shown === "credited" ? t.count("promotions.purchases.timeline.credited", days) : text(shown);
      return [{ ts, title, ...(typeof detail.reason === "string" ? { text: detail.reason } : {}) }];
    }),
    ...(order.withdrawnTs === null ? [] : [{ ts: order.withdrawnTs, title: text("withdrawn") }]),
    ...order.refunds.map(({ createdTs, transferredTs, amount, state, reason }) => ({
      ts: transferredTs ?? createdTs,
      title: text(`refund.${state}`, { amount: formatLei(amount, t.locale) }),
      ...(reason ? { text: reason } : {}),
    })),
    ...promotionEntries(t, order, now),
  ];
  return entries.toSorted((a, b) => a.ts - b.ts);
}

function promotionEntries(t: Translator, { promotion, status }: OwnOrder, now: number): TimelineEntry[] {
  if (!promotion) return [];
  const { startsTs, endsTs, stoppedTs } = promotion;
  const stopped = stoppedTs !== null && stoppedTs < endsTs;
  const start = {
    ts: startsTs,
    title: t(`promotions.purchases.timeline.${startsTs <= now ? "started" : "starts"}`),
  };
  const never = neverRan(promotion);
  // A dispute may still be won, so its promotion is not canceled yet.
  const key = never && status !== "disputed" ? "canceled" : "stopped";
  const end = stopped
    ? { ts: stoppedTs, title: t(`promotions.purchases.timeline.${key}`) }
    : { ts: endsTs, title: t(`promotions.purchases.timeline.${endsTs <= now ? "ended" : "ends"}`) };
  return never ? [end] : [start, end];
}
