import type { InvoiceSummary } from "@/features/invoices";
import { formatLei } from "@/shared/format";
import { paths } from "@/shared/paths";
import { ActionButton, LinkButton } from "@/ui/button";
import { usePage } from "@/ui/page-context";
import type { OwnOrder } from "./own-orders";

/** Links to the buyer's current options for an order; `onOwnPage` on the page of the order. */
export function OrderLinks({ order, onOwnPage = false }: { order: OwnOrder; onOwnPage?: boolean }) {
  const { t, url, locale } = usePage();
  const { status, listingId, checkoutSessionId, withdrawal } = order;
  const small = { size: "small" } as const;
  const again = listingId !== null && order.visible && CAN_ORDER_AGAIN.has(status);
  return (
    <div className="row">
      {status === "waiting" && order.checkoutUrl ? (
        <LinkButton {...small} href={order.checkoutUrl}>
          {t("promotions.purchases.actions.pay")}
        </LinkButton>
      ) : null}
      {status === "waiting" && onOwnPage ? (
        <ActionButton {...small} variant="secondary" action={url(paths.cancelOrder(order.id))}>
          {t("promotions.purchases.actions.cancel")}
        </ActionButton>
      ) : null}
      {status === "waiting" && !onOwnPage ? (
        <LinkButton {...small} variant="secondary" href={url(paths.ownOrder(order.id))}>
          {t("promotions.payment.action.order")}
        </LinkButton>
      ) : null}
      {status === "processing" && checkoutSessionId ? (
        <LinkButton {...small} variant="secondary" href={url(paths.paymentComplete(checkoutSessionId))}>
          {t("promotions.purchases.actions.check")}
        </LinkButton>
      ) : null}
      {again ? (
        <LinkButton
          {...small}
          variant={status === "active" || status === "scheduled" ? "secondary" : "primary"}
          href={url(paths.promoteListing(listingId))}
        >
          {t("promotions.purchases.actions.again")}
        </LinkButton>
      ) : null}
      {withdrawal ? (
        <LinkButton {...small} variant="quiet" href={url(paths.withdrawOrder(order.id))}>
          {t("promotions.purchases.actions.withdraw", { amount: formatLei(withdrawal.amount, locale) })}
        </LinkButton>
      ) : null}
    </div>
  );
}

/** Statuses with a link to order again. */
const CAN_ORDER_AGAIN = new Set<OwnOrder["status"]>([
  "expired",
  "failed",
  "mismatched",
  "dispute_lost",
  "refunded",
  "withdrawn",
  "scheduled",
  "active",
  "ended",
  "revoked",
]);

/** Links to an order's invoices, named by kind and number. */
export function InvoiceLinks({ invoices }: { invoices: readonly InvoiceSummary[] }) {
  const { t, url } = usePage();
  if (invoices.length === 0) return null;
  return (
    <div className="entry__meta">
      <div className="row">
        {invoices.map(({ label, kind }) => (
          <a key={label} href={url(paths.invoice(label))}>
            {t(`promotions.purchases.invoices.${kind}`, { label })}
          </a>
        ))}
      </div>
    </div>
  );
}
