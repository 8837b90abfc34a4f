import { formatLei } from "@/shared/format";
import { paths } from "@/shared/paths";
import { LinkButton } from "@/ui/button";
import { usePage } from "@/ui/page-context";
import type { OwnOrder } from "./own-orders";

/** Id of the withdrawal section on an order's page. */
export const WITHDRAWAL = "withdrawal";

/** Links to the buyer's current options for an order. On the order's own page, withdrawal is a form further down. */
export function OrderActions({ order, inList }: { order: OwnOrder; inList?: boolean }) {
  const { t, url, locale } = usePage();
  const { status, listingId, checkoutSessionId, withdrawal } = order;
  const look = { size: "small" } as const;
  const again = listingId !== null && order.visible && AGAIN.has(status);
  return (
    <div className="row">
      {status === "waiting" && order.checkoutUrl ? (
        <LinkButton {...look} href={order.checkoutUrl}>
          {t("purchases.actions.pay")}
        </LinkButton>
      ) : null}
      {(status === "waiting" || status === "processing") && checkoutSessionId ? (
        <LinkButton {...look} variant="secondary" href={url(paths.paymentComplete(checkoutSessionId))}>
          {t("purchases.actions.check")}
        </LinkButton>
      ) : null}
      {again ? (
        <LinkButton
          {...look}
          variant={status === "active" || status === "scheduled" ? "secondary" : "primary"}
          href={url(paths.promoteListing(listingId))}
        >
          {t("purchases.actions.again")}
        </LinkButton>
      ) : null}
      {inList && withdrawal ? (
        <LinkButton {...look} variant="quiet" href={`${url(paths.ownOrder(order.id))}#${WITHDRAWAL}`}>
          {t("purchases.actions.withdraw", { amount: formatLei(withdrawal.amount, locale) })}
        </LinkButton>
      ) : null}
    </div>
  );
}

/** From where it makes sense to order once more. */
const AGAIN = new Set<OwnOrder["status"]>([
  "expired",
  "failed",
  "mismatched",
  "refunded",
  "withdrawn",
  "scheduled",
  "active",
  "ended",
  "revoked",
]);
