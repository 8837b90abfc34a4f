import type { RefundState } from "@/shared/codes";
import { formatFullName, formatLei } from "@/shared/format";
import { paths } from "@/shared/paths";
import { Badge, type BadgeTone } from "@/ui/badge";
import { DescriptionList } from "@/ui/description-list";
import { Money } from "@/ui/money";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import type { OrderDetails } from "./order-details";

const TONES: Record<RefundState, BadgeTone> = { pending: "waiting", sent: "positive", failed: "danger" };

/** The refunds of an order: reason, admin, and whether Stripe accepted each. */
export function OrderRefunds({ refunds }: Pick<OrderDetails, "refunds">) {
  const { t } = usePage();
  return (
    <section>
      <h2>{t("payments-admin.order.refunds")}</h2>
      {refunds.length === 0 ? <p className="muted">{t("payments-admin.order.none")}</p> : null}
      <ul className={refunds.length > 0 ? "entry-list" : "list-plain"}>
        {refunds.map((refund) => (
          <li key={refund.id} className="entry">
            <div className="entry__main">
              <p className="entry__title">
                <Money bani={refund.amount} />
              </p>
              <p className="entry__meta">
                {t(`payments-admin.refundKinds.${refund.kind}`)}
                {refund.reasonCode ? ` · ${t(`payments-admin.refundReasons.${refund.reasonCode}`)}` : ""}
                {refund.actor ? ` · ${formatFullName(refund.actor)}` : ""} ·{" "}
                <Time ts={refund.createdTs} clock />
              </p>
              {refund.reason ? <p className="small pre-line">{refund.reason}</p> : null}
              {refund.stripeRefundId ? (
                <p className="entry__meta">
                  <code className="code-id">{refund.stripeRefundId}</code>
                </p>
              ) : null}
            </div>
            <div className="entry__side">
              <Badge tone={TONES[refund.state]}>{t(`payments-admin.refundStates.${refund.state}`)}</Badge>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The receipt, the credit notes and their reversals of an order. */
export function OrderInvoices({ invoices }: Pick<OrderDetails, "invoices">) {
  const { t, url } = usePage();
  return (
    <section>
      <h2>{t("payments-admin.order.invoices")}</h2>
      {invoices.length === 0 ? <p className="muted">{t("payments-admin.order.none")}</p> : null}
      <DescriptionList
        items={invoices.map(({ number, label, kind, amount, issuedTs }) => ({
          key: String(number),
          term: <Time ts={issuedTs} />,
          details: (
            <div className="row row--between">
              <a href={url(paths.invoice(number))}>
                {t(`payments-admin.invoiceKinds.${kind}`, { number: label })}
              </a>
              <Money bani={kind === "credit_note" ? -amount : amount} />
            </div>
          ),
        }))}
      />
    </section>
  );
}

/** The audit events of an order, its state changes and the actions of admins. */
export function OrderHistory({ details: { order, history } }: { details: OrderDetails }) {
  const { t } = usePage();
  return (
    <section>
      <h2>{t("payments-admin.order.history")}</h2>
      <DescriptionList
        items={[
          ...history.map((entry) => ({
            key: entry.id,
            term: <Time ts={entry.ts} clock />,
            details: <HistoryEntry entry={entry} />,
          })),
          // The creation of an order has no audit event.
          {
            key: order.id,
            term: <Time ts={order.createdTs} clock />,
            details: t("payments-admin.actions.created"),
          },
        ]}
      />
    </section>
  );
}

function HistoryEntry({ entry: { action, detail, actor } }: { entry: OrderDetails["history"][number] }) {
  const { t, url, locale } = usePage();
  const key = `payments-admin.actions.${action.replace(/^order\./, "")}`;
  const { event, reason, amount, days } = detail;
  return (
    <>
      {t.has(key) ? t(key) : action}
      {typeof amount === "number" ? `: ${formatLei(amount, locale)}` : ""}
      {typeof days === "number" ? `: ${t.count("payments-admin.history.days", days)}` : ""}
      {actor ? ` · ${formatFullName(actor)}` : ""}
      {typeof event === "string" ? (
        <>
          {" · "}
          <a className="break-anywhere" href={url(paths.adminEvent(event))}>
            {event}
          </a>
        </>
      ) : null}
      {typeof reason === "string" && reason ? <p className="small pre-line">{reason}</p> : null}
    </>
  );
}
