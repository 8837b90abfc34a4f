import { formatDateTime, formatLei } from "@/shared/format";
import { paths } from "@/shared/paths";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import type { ListingPromotion, Order } from "../orders/queries";

/** Paid promotions, with the assurance that no paid day is lost. */
export function CurrentPromotions({ promotions }: { promotions: readonly ListingPromotion[] }) {
  const { t, locale } = usePage();
  if (promotions.length === 0) return null;
  const running = promotions.some((one) => one.running);
  return (
    <Notice tone="success" title={t(`promotions.promote.current.${running ? "title" : "scheduled"}`)}>
      <ul className="list-plain">
        {joined(promotions).map((one) => (
          <li key={`${one.placement}${one.startsTs}`}>
            {t(`promotions.promote.current.${one.placement}`, {
              starts: formatDateTime(one.startsTs, locale),
              ends: formatDateTime(one.endsTs, locale),
            })}
          </li>
        ))}
      </ul>
      <p>{t("promotions.promote.current.adds")}</p>
    </Notice>
  );
}

/** Merges promotions of one placement that follow each other without a gap. */
function joined(promotions: readonly ListingPromotion[]): ListingPromotion[] {
  const stretches: ListingPromotion[] = [];
  for (const one of promotions) {
    const at = stretches.findIndex((to) => to.placement === one.placement && to.endsTs === one.startsTs);
    const before = stretches[at];
    if (before) stretches[at] = { ...before, endsTs: one.endsTs };
    else stretches.push(one);
  }
  return stretches;
}

/** The order that waits for its payment: to be gone on with, or to be waited for. */
export function OpenOrder({ order }: { order: Order }) {
  const { t, url, locale } = usePage();
  const kind = order.processingTs === null ? "open" : "processing";
  const session = order.checkoutSessionId;
  // Stripe could not be reached when it was placed: there is no page to go on with yet.
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
      {href ? (
        <p>
          <a href={href}>{t(`promotions.promote.${kind}.link`)}</a>
        </p>
      ) : null}
    </Notice>
  );
}
