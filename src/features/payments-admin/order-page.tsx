import { formatPercent, fullName } from "@/shared/format";
import { paths } from "@/shared/paths";
import { Badge, StateBadge } from "@/ui/badge";
import { DescriptionList } from "@/ui/description-list";
import { DetailPage } from "@/ui/detail-page";
import { Money } from "@/ui/money";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import { EventList } from "./event-list";
import type { OrderDetails } from "./find-order-file";
import { AdminOrderActions, type OrderActionsView } from "./order-actions";
import { OrderHistory } from "./order-history";
import { OrderInvoices, OrderRefunds } from "./order-money";
import { PromotionPeriod } from "./promotion-period";

export type OrderView = {
  file: OrderDetails;
  actions: OrderActionsView;
  /** What was just done to it: a key of `payments-admin.done`. */
  done: string | null;
  now: number;
};

/** All that is known of one order, and what an admin can do about it. */
export function AdminOrderPage({ view: { file, actions, done, now } }: { view: OrderView }) {
  const { t, url } = usePage();
  const { order } = file;
  return (
    <DetailPage
      crumbs={[
        { label: t("admin.home.heading"), href: url(paths.admin()) },
        { label: t("payments-admin.orders.heading"), href: url(paths.adminOrders()) },
      ]}
      current={order.id}
      heading={t("payments-admin.order.heading", { id: order.id })}
      actions={
        <>
          {order.withdrawnTs === null ? null : (
            <Badge tone="warning">{t("payments-admin.order.withdrawn")}</Badge>
          )}
          <StateBadge kind="order" state={order.state} />
        </>
      }
      aside={<AdminOrderActions file={file} view={actions} now={now} />}
    >
      {done ? (
        <Notice tone="success" live>
          {t(`payments-admin.done.${done}`)}
        </Notice>
      ) : null}
      {file.inconsistencies.map((fault) => (
        <Notice key={fault} tone="danger">
          {t(`payments-admin.inconsistencies.${fault}`)}
        </Notice>
      ))}
      <Facts file={file} now={now} />
      <OrderRefunds refunds={file.refunds} />
      <OrderInvoices invoices={file.invoices} />
      <section>
        <h2>{t("payments-admin.order.events")}</h2>
        {file.events.length === 0 ? <p className="muted">{t("payments-admin.order.none")}</p> : null}
        <EventList events={file.events} ofOrder />
      </section>
      <OrderHistory file={file} />
    </DetailPage>
  );
}

function Facts({ file: { order, listing, buyer, promotion }, now }: { file: OrderDetails; now: number }) {
  const { t, url, locale } = usePage();
  const rate = formatPercent(order.vatRate, locale);
  const stripeId = (id: string | null) => (id ? <code className="ledger-code">{id}</code> : null);
  const moment = (ts: number | null) => (ts === null ? null : <Time ts={ts} clock />);
  const title = listing && (listing.title || t(`general.subjects.${listing.subject}`));
  return (
    <section>
      <h2>{t("payments-admin.order.facts")}</h2>
      <DescriptionList
        items={[
          {
            term: t("payments-admin.order.listing"),
            details: listing ? (
              <a href={url(paths.adminListing(listing.id))}>{title}</a>
            ) : (
              t("payments-admin.order.noListing")
            ),
          },
          {
            term: t("payments-admin.order.buyer"),
            details: buyer ? (
              <span className="ledger-word">
                {fullName(buyer)} · <a href={url(paths.adminOrders({ q: buyer.email }))}>{buyer.email}</a>
              </span>
            ) : (
              t("payments-admin.order.noBuyer")
            ),
          },
          {
            term: t("payments-admin.order.item"),
            details: `${t.count(`promotions.item.${order.placement}`, order.days)} (${order.package})`,
          },
          {
            term: t("payments-admin.order.price"),
            details: (
              <>
                <Money bani={order.amount} />{" "}
                <span className="muted">
                  {t("payments-admin.order.withVat")} <Money bani={order.vatAmount} /> ({rate})
                </span>
              </>
            ),
          },
          order.refundedAmount > 0 && {
            term: t("payments-admin.order.refunded"),
            details: <Money bani={order.refundedAmount} />,
          },
          {
            term: t("payments-admin.order.promotion"),
            details: promotion ? (
              <PromotionPeriod promotion={promotion} now={now} />
            ) : (
              t("payments-admin.order.noPromotion")
            ),
          },
          {
            term: t("payments-admin.order.start"),
            details: t(
              order.immediateStart ? "payments-admin.order.atOnce" : "payments-admin.order.afterWithdrawal",
            ),
          },
          { term: t("payments-admin.order.created"), details: moment(order.createdTs) },
          { term: t("payments-admin.order.processing"), details: moment(order.processingTs) },
          { term: t("payments-admin.order.paid"), details: moment(order.paidTs) },
          {
            term: t("payments-admin.order.closed"),
            details: order.paidTs === null ? moment(order.closedTs) : null,
          },
          { term: t("payments-admin.order.withdrawnAt"), details: moment(order.withdrawnTs) },
          { term: t("payments-admin.order.session"), details: stripeId(order.checkoutSessionId) },
          { term: t("payments-admin.order.intent"), details: stripeId(order.paymentIntentId) },
          order.consentText !== "" && {
            term: t("payments-admin.order.consent"),
            details: (
              <details>
                <summary>
                  <Time ts={order.consentTs} clock />
                </summary>
                <p className="small pre-line">{order.consentText}</p>
              </details>
            ),
          },
        ]}
      />
    </section>
  );
}
