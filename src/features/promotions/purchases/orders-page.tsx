import { paths } from "@/shared/paths";
import { StateBadge } from "@/ui/badge";
import { LinkButton } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Money } from "@/ui/money";
import { usePage } from "@/ui/page-context";
import { Pagination } from "@/ui/pagination";
import { Time } from "@/ui/time";
import { InvoiceLinks, OrderLinks } from "./order-links";
import type { OwnOrder, OwnOrders } from "./own-orders";
import { PerformanceNumbers } from "./performance-numbers";
import { PromotableListings } from "./promotable-listings";
import { getPeriodText } from "./purchase-status";

/** The user's purchases: running and waiting ones first, then what can be promoted, then past ones. */
export function OrdersPage({ orders, now }: { orders: OwnOrders; now: number }) {
  const { t, url } = usePage();
  const { current, past, next, previous } = orders;
  const empty = current.length + past.length === 0 && previous === null;
  const pageUrl = (cursor: { after: string | null } | { before: string | null }) =>
    Object.values(cursor)[0] === null ? null : url(paths.ownOrders(cursor));
  return (
    <div className="container page">
      <header className="page-head">
        <h1>{t("promotions.purchases.heading")}</h1>
        {empty ? null : <p className="page-head__lead">{t("promotions.purchases.lead")}</p>}
      </header>
      {empty ? <NoOrders /> : null}
      <OrderGroup name="current" orders={current} now={now} />
      {orders.promotable ? <PromotableListings {...orders.promotable} /> : null}
      <OrderGroup name="past" orders={past} now={now} />
      <Pagination previous={pageUrl({ before: previous })} next={pageUrl({ after: next })} />
      {empty ? null : (
        <p className="section small muted">
          {t("promotions.purchases.how")} <a href={url(paths.billing())}>{t("billing.title")}</a>
        </p>
      )}
    </div>
  );
}

function OrderGroup({
  name,
  orders,
  now,
}: {
  name: "current" | "past";
  orders: readonly OwnOrder[];
  now: number;
}) {
  const { t } = usePage();
  if (orders.length === 0) return null;
  return (
    <section className="section">
      <div className="section__head">
        <h2>{t(`promotions.purchases.groups.${name}`)}</h2>
      </div>
      <ul className="entry-list">
        {orders.map((order) => (
          <OrderEntry key={order.id} order={order} now={now} />
        ))}
      </ul>
    </section>
  );
}

function OrderEntry({ order, now }: { order: OwnOrder; now: number }) {
  const { t, url } = usePage();
  const { status, performance } = order;
  const period = getPeriodText(t, order, now);
  return (
    <li className="entry entry--open">
      <div className="entry__main">
        <p className="entry__title">
          <a href={url(paths.ownOrder(order.id))}>
            {t.count(`promotions.item.${order.placement}`, order.days)}
          </a>
        </p>
        <p className="entry__meta">{order.listingTitle ?? t("promotions.purchases.erased")}</p>
        <p className="entry__meta">
          <Money bani={order.amount} />
          {" · "}
          {period ?? <Time ts={order.createdTs} />}
        </p>
        <InvoiceLinks invoices={order.invoices} />
        <OrderLinks order={order} />
      </div>
      <div className="entry__side">
        <StateBadge kind="purchase" state={status} />
      </div>
      {performance ? <PerformanceNumbers performance={performance} small /> : null}
    </li>
  );
}

function NoOrders() {
  const { t, url, visitor } = usePage();
  const teaches = visitor?.role !== "u";
  return (
    <EmptyState
      title={t("promotions.purchases.empty.title")}
      action={teaches ? null : <LinkButton href={url(paths.listings())}>{t("general.nav.find")}</LinkButton>}
    >
      {t(teaches ? "promotions.purchases.empty.text" : "promotions.purchases.empty.learner")}
    </EmptyState>
  );
}
