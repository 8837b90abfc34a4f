import { formatDateTime, formatLei } from "@/shared/format";
import { formatAddress } from "@/shared/format-address";
import { paths } from "@/shared/paths";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import type { ListingPromotion, Order } from "../orders/queries";

/** Paid promotions that run or are scheduled, and the note that a new one is added at their end. */
export function CurrentPromotions({ promotions }: { promotions: readonly ListingPromotion[] }) {
  const { t, locale } = usePage();
  if (promotions.length === 0) return null;
  const running = promotions.some((promotion) => promotion.running);
  return (
    <Notice tone="success" title={t(`promotions.promote.current.${running ? "title" : "scheduled"}`)}>
      <ul className="list-plain">
        {mergeAdjacent(promotions).map(({ placement, startsTs, endsTs }) => (
          <li key={`${placement}${startsTs}`}>
            {t(`promotions.promote.current.${placement}`, {
              starts: formatDateTime(startsTs, locale),
              ends: formatDateTime(endsTs, locale),
            })}
          </li>
        ))}
      </ul>
      <p>{t("promotions.promote.current.adds")}</p>
    </Notice>
  );
}

/** Merges promotions of one placement that follow each other without a gap. */
function mergeAdjacent(promotions: readonly ListingPromotion[]): ListingPromotion[] {
  const periods: ListingPromotion[] = [];
  for (const { placement, ...promotion } of promotions) {
    const previous = periods.find(
      (period) => period.placement === placement && period.endsTs === promotion.startsTs,
    );
    if (previous) previous.endsTs = promotion.endsTs;
    else periods.push({ placement, ...promotion });
  }
  return periods;
}

/** The unpaid order: a link to its checkout, or to the status of a payment that is being processed. */
export function OpenOrder({ order }: { order: Order }) {
  const { t, url, locale } = usePage();
  const kind = order.processingTs === null ? "open" : "processing";
  const session = order.checkoutSessionId;
  // Stripe was unavailable when the order was placed, so it has no checkout yet.
  const text = kind === "open" && order.checkoutUrl === null ? "unsent" : "text";
  const href = kind === "open" ? order.checkoutUrl : session && url(paths.paymentComplete(session));
  return (
    <Notice title={t(`promotions.promote.${kind}.title`)}>
      <p>
        {t(`promotions.promote.${kind}.${text}`, {
          item: t.count(`promotions.item.${order.placement}`, order.days),
          amount: formatLei(order.amount, locale),
        })}
      </p>
      {order.billing ? (
        <p>
          {t("promotions.promote.open.billing", {
            billing: `${order.billing.name}, ${formatAddress(order.billing)}`,
          })}{" "}
          {kind === "open" ? (
            <>
              {t("promotions.promote.open.keeps")}{" "}
              <a href={url(paths.ownOrder(order.id))}>{t("promotions.promote.open.order")}</a>
            </>
          ) : null}
        </p>
      ) : null}
      {href ? (
        <p>
          <a href={href}>{t(`promotions.promote.${kind}.link`)}</a>
        </p>
      ) : null}
    </Notice>
  );
}
