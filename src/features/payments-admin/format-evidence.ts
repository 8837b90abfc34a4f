import { isWithdrawalTimeKnown } from "@/features/promotions";
import { getEventCount } from "@/shared/event-counts";
import { formatDate, formatDateTime, formatDays, formatFullName, formatLei } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import type { OrderDetails } from "./order-details";

/** What the site stores about a purchase, as text for the bank's form: one paragraph for each fact that is known. */
export function formatEvidence(
  t: Translator,
  { order, listing, buyer, promotion, performance, mails }: OrderDetails,
): string {
  const { locale } = t;
  const time = (ts: number) => formatDateTime(ts, locale);
  const text = (name: string, params?: Record<string, string>) =>
    t(`payments-admin.dispute.evidence.${name}`, params);
  const title = listing && (listing.title || t(`general.subjects.${listing.subject}`));
  const { withdrawnTs } = order;
  return [
    [
      text("bought", { item: t.count(`promotions.item.${order.placement}`, order.days) }),
      title && text("listing", { title }),
      text("order", { id: order.id, amount: formatLei(order.amount, locale) }),
      order.paidTs !== null && text("paid", { time: time(order.paidTs) }),
      buyer && text("buyer", { name: formatFullName(buyer), email: buyer.email }),
    ]
      .filter(Boolean)
      .join("\n"),
    order.consentText && `${text("consent", { time: time(order.consentTs) })}\n${order.consentText}`,
    promotion &&
      text("promotion", {
        from: time(promotion.startsTs),
        to: time(Math.min(promotion.endsTs, promotion.stoppedTs ?? promotion.endsTs)),
      }),
    performance &&
      text("performance", {
        days: formatDays(performance.period.from, performance.period.to, locale),
        impressions: t.number(getEventCount(performance.counts, "promoted_impression")),
        views: t.number(getEventCount(performance.counts, "view")),
      }),
    withdrawnTs === null
      ? text("notWithdrawn")
      : text("withdrawn", {
          time: isWithdrawalTimeKnown(withdrawnTs, order.paidTs)
            ? time(withdrawnTs)
            : formatDate(withdrawnTs, locale),
        }),
    mails.length > 0 &&
      [
        text("mails"),
        ...mails.map(
          ({ subject, sentTs }) => `- ${subject} (${sentTs === null ? text("unsent") : time(sentTs)})`,
        ),
      ].join("\n"),
  ]
    .filter(Boolean)
    .join("\n\n");
}
