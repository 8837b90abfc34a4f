import { formatDate, formatDateTime, formatLei } from "@/shared/format";
import { paths } from "@/shared/paths";
import { Button } from "@/ui/button";
import { usePage } from "@/ui/page-context";
import type { RescheduledPromotion } from "../schedule/promotion-queue";
import { WITHDRAWAL_ID } from "./order-links";
import type { OwnOrder } from "./own-orders";

/**
 * The withdrawal from an order: the refund, and a second button that confirms. The labels of both buttons name only the
 * withdrawal (Directive 2011/83/EU, art. 11a).
 */
export function WithdrawalForm({
  order,
  withdrawal: { amount, until },
  pulledForward,
  now,
}: {
  order: OwnOrder;
  withdrawal: NonNullable<OwnOrder["withdrawal"]>;
  /** Promotions that would begin earlier after the withdrawal. */
  pulledForward: readonly RescheduledPromotion[];
  now: number;
}) {
  const { t, url, locale } = usePage();
  const charged = order.amount - order.refundedAmount - amount;
  const started = order.promotion !== null && order.promotion.startsTs <= now && charged > 0;
  const params = {
    amount: formatLei(amount, locale),
    charged: formatLei(charged, locale),
    until: formatDate(until, locale),
  };
  return (
    <section className="stack" id={WITHDRAWAL_ID}>
      <h2>{t("promotions.purchases.withdrawal.title")}</h2>
      <p>{t("promotions.purchases.withdrawal.until", params)}</p>
      <p>{t(`promotions.purchases.withdrawal.${started ? "started" : "full"}`, params)}</p>
      <details className="confirm">
        <summary className="button button--secondary">{t("promotions.purchases.withdrawal.open")}</summary>
        <form method="post" action={url(paths.withdrawOrder(order.id))} className="confirm__form panel">
          <p>{t("promotions.purchases.withdrawal.consequence", params)}</p>
          {pulledForward.map(({ orderId, startsTs, endsTs }) => (
            <p key={orderId}>
              {t("promotions.purchases.withdrawal.pulledForward", {
                starts: formatDateTime(startsTs, locale),
                ends: formatDateTime(endsTs, locale),
              })}
            </p>
          ))}
          <Button type="submit" variant="danger">
            {t("promotions.purchases.withdrawal.confirm")}
          </Button>
        </form>
      </details>
    </section>
  );
}
