import { formatLei } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import type { OwnOrder, OwnOrderDetails } from "./own-orders";
import { neverRan } from "./promotion-state";

/** Something that happened to an order or is still to, in words; `ts` in ms. */
type TimelineEntry = { ts: number; title: string; text?: string };

/** Audit events of an order that its own dates and refunds do not show already. */
const TOLD = [
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

/** Everything that a buyer wants to know of what became of an order, the earliest first. `now` in ms. */
export function buildTimeline(
  t: Translator,
  { order, events }: OwnOrderDetails,
  now: number,
): TimelineEntry[] {
  const say = (key: string, params = {}) => t(`purchases.timeline.${key}`, params);
  const happened: TimelineEntry[] = [
    { ts: order.createdTs, title: say("placed") },
    ...(order.paidTs === null
      ? []
      : [{ ts: order.paidTs, title: say("paid", { amount: formatLei(order.amount, t.locale) }) }]),
    ...events.flatMap(({ ts, action, detail }) => {
      const told = TOLD.find((one) => action === `order.${one}`);
      if (!told) return [];
      const days = typeof detail.days === "number" ? detail.days : 0;
      const title = told === "credited" ? t.count("purchases.timeline.credited", days) : say(told);
      return [{ ts, title, ...(typeof detail.reason === "string" ? { text: detail.reason } : {}) }];
    }),
    ...(order.withdrawnTs === null ? [] : [{ ts: order.withdrawnTs, title: say("withdrawn") }]),
    ...order.refunds.map(({ createdTs, amount, state, reason }) => ({
      ts: createdTs,
      title: say(`refund.${state}`, { amount: formatLei(amount, t.locale) }),
      ...(reason ? { text: reason } : {}),
    })),
    ...promotionEntries(t, order, now),
  ];
  return happened.toSorted((a, b) => a.ts - b.ts);
}

function promotionEntries(t: Translator, { promotion, status }: OwnOrder, now: number): TimelineEntry[] {
  if (!promotion) return [];
  const { startsTs, endsTs, revokedTs } = promotion;
  const stopped = revokedTs !== null && revokedTs < endsTs;
  const begins = { ts: startsTs, title: t(`purchases.timeline.${startsTs <= now ? "began" : "begins"}`) };
  const never = neverRan(promotion);
  // A dispute may still be won: until then nothing is lost.
  const word = never && status !== "disputed" ? "dropped" : "stopped";
  const ends = stopped
    ? { ts: revokedTs, title: t(`purchases.timeline.${word}`) }
    : { ts: endsTs, title: t(`purchases.timeline.${endsTs <= now ? "ended" : "ends"}`) };
  return never ? [ends] : [begins, ends];
}
