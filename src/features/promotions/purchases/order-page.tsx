import { formatPercent } from "@/shared/format";
import { paths } from "@/shared/paths";
import { StateBadge } from "@/ui/badge";
import { Breadcrumbs } from "@/ui/breadcrumbs";
import { DescriptionList } from "@/ui/description-list";
import { ErrorSummary } from "@/ui/form";
import { Money } from "@/ui/money";
import { usePage } from "@/ui/page-context";
import { SitePage } from "@/ui/site-page";
import { Steps } from "@/ui/steps";
import { Time } from "@/ui/time";
import { InvoiceLinks, OrderLinks } from "./order-links";
import type { OwnOrder, OwnOrderDetails } from "./own-orders";
import { PerformanceNumbers, PerformancePeriod } from "./performance-numbers";
import { getPeriodText, getStatusText } from "./purchase-status";
import { buildTimeline } from "./timeline";

export type OrderPageProps = {
  details: OwnOrderDetails;
  now: number;
  /** Why the order was not canceled. */
  refused: string | null;
};

/** One order for its buyer: status, performance, price, timeline, and the link to the withdrawal. */
export function OrderPage({ details, now, refused }: OrderPageProps) {
  const { t, url } = usePage();
  const { order } = details;
  const { status, performance } = order;
  const title = t.count(`promotions.item.${order.placement}`, order.days);
  const period = getPeriodText(t, order, now);
  return (
    <SitePage
      breadcrumbs={
        <Breadcrumbs
          crumbs={[{ label: t("promotions.purchases.heading"), href: url(paths.ownOrders()) }]}
          current={title}
        />
      }
      heading={title}
      lead={
        order.listingId !== null && order.listingTitle !== null && order.listingState !== "deleted" ? (
          <a href={url(paths.listing(order.listingId))}>{order.listingTitle}</a>
        ) : (
          (order.listingTitle ?? t("promotions.purchases.erased"))
        )
      }
    >
      <div className="stack stack--loose">
        <ErrorSummary message={refused} />
        <section className="stack">
          <div className="row">
            <StateBadge kind="purchase" state={status} />
            {period ? <span>{period}</span> : null}
          </div>
          <p>{getStatusText(t, order)}</p>
          <OrderLinks order={order} onOwnPage />
        </section>
        {performance ? (
          <section className="stack">
            <h2>{t("promotions.purchases.performance.title")}</h2>
            <PerformanceNumbers performance={performance} />
            <PerformancePeriod performance={performance} />
            {order.listingId === null ? null : (
              <p>
                <a href={url(paths.analytics({ ...performance.period, listing: order.listingId }))}>
                  {t("promotions.purchases.performance.more")}
                </a>
              </p>
            )}
          </section>
        ) : null}
        <PurchaseDetails order={order} />
        <History details={details} now={now} />
      </div>
    </SitePage>
  );
}

function PurchaseDetails({ order }: { order: OwnOrder }) {
  const { t, locale } = usePage();
  const { promotion, invoices } = order;
  const fact = (name: string, details: React.ReactNode, params = {}) => ({
    term: t(`promotions.purchases.details.${name}`, params),
    details,
  });
  // The actual end. A promotion that was stopped before its start never ran.
  const ends = promotion && Math.min(promotion.endsTs, promotion.stoppedTs ?? promotion.endsTs);
  const ran = promotion !== null && ends !== null && ends > promotion.startsTs;
  return (
    <section className="stack">
      <h2>{t("promotions.purchases.details.title")}</h2>
      <div className="panel">
        <DescriptionList
          items={[
            fact("price", <Money bani={order.amount} />),
            order.vatRate > 0 &&
              fact("vat", <Money bani={order.vatAmount} />, { rate: formatPercent(order.vatRate, locale) }),
            order.refundedAmount > 0 && fact("refunded", <Money bani={order.refundedAmount} />),
            fact("placed", <Time ts={order.createdTs} clock />),
            order.paidTs !== null && fact("paid", <Time ts={order.paidTs} clock />),
            fact(
              "start",
              t(`promotions.purchases.details.${order.immediateStart ? "startNow" : "startLater"}`),
            ),
            ran && fact("begins", <Time ts={promotion.startsTs} clock />),
            ran && fact("ends", <Time ts={ends} clock />),
            invoices.length > 0 && fact("invoices", <InvoiceLinks invoices={invoices} />),
            fact("order", <code>{order.id}</code>),
          ]}
        />
      </div>
    </section>
  );
}

function History({ details, now }: { details: OwnOrderDetails; now: number }) {
  const { t } = usePage();
  const entries = buildTimeline(t, details, now);
  const passed = entries.filter(({ ts }) => ts <= now).length;
  return (
    <section className="stack">
      <h2>{t("promotions.purchases.timeline.title")}</h2>
      <Steps
        current={passed}
        steps={entries.map(({ ts, title, text }) => ({
          // An element, not a string: Steps uses strings as keys, and an entry may occur twice.
          title: <>{title}</>,
          text: (
            <>
              <Time ts={ts} clock />
              {text ? ` · ${text}` : null}
            </>
          ),
        }))}
      />
    </section>
  );
}
