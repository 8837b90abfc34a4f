import { isDisputeLost } from "@/features/promotions";
import { DISPLAYED_ORDER_STATES } from "@/shared/codes";
import { formatDays, formatLei } from "@/shared/format";
import { paths, type Query } from "@/shared/paths";
import { AdminPage } from "@/ui/admin-page";
import { Badge, StateBadge } from "@/ui/badge";
import { EmptyState } from "@/ui/empty-state";
import { Select, SubmitButton, TextField } from "@/ui/form";
import { Money } from "@/ui/money";
import { usePage } from "@/ui/page-context";
import { Pagination } from "@/ui/pagination";
import { Time } from "@/ui/time";
import { UserLink } from "@/ui/user-link";
import type { OrderFilter, OrdersPageResult } from "./queries";

export type OrdersView = {
  found: OrdersPageResult;
  filter: OrderFilter;
  /** The amount of the figure (bani); null if the list has no figure or another filter. */
  total: number | null;
  first: boolean;
};

/** All orders, or those of a figure of the money summary, with a filter by state and a search. */
export function AdminOrdersPage({ view: { found, filter, total, first } }: { view: OrdersView }) {
  const { t, url, locale } = usePage();
  const { state, q, money } = filter;
  const moneyQuery: Query = money ? { figure: money.figure, ...money.period, package: money.package } : {};
  const query: Query = { state, q, ...moneyQuery };
  return (
    <AdminPage
      heading={t("payments-admin.orders.heading")}
      lead={money ? null : t("payments-admin.orders.lead")}
      actions={
        <>
          <a href={url(paths.adminMoney(money ? { ...money.period } : {}))}>
            {t("payments-admin.money.heading")}
          </a>
          <a href={url(paths.adminOutageCredit())}>{t("payments-admin.outageCredit.heading")}</a>
        </>
      }
    >
      <form className="filter-bar" method="get" action={url(paths.adminOrders())}>
        <TextField
          name="q"
          type="search"
          label={t("payments-admin.orders.search")}
          help={t("payments-admin.orders.searchHelp")}
          value={q}
          autoComplete="off"
          required={false}
        />
        <Select
          name="state"
          label={t("payments-admin.orders.state")}
          placeholder={t("payments-admin.orders.anyState")}
          options={DISPLAYED_ORDER_STATES.map((code) => ({
            value: code,
            label: t(`general.orderStates.${code}`),
          }))}
          value={state}
          required={false}
        />
        {Object.entries(moneyQuery).map(([name, value]) =>
          value ? <input key={name} type="hidden" name={name} value={String(value)} /> : null,
        )}
        <SubmitButton>{t("payments-admin.show")}</SubmitButton>
      </form>
      {money ? (
        <p className="row">
          <strong>
            {[
              t(`payments-admin.money.figures.${money.figure}`),
              money.package,
              formatDays(money.period.from, money.period.to, locale),
              total === null ? null : t("payments-admin.orders.total", { amount: formatLei(total, locale) }),
            ]
              .filter(Boolean)
              .join(" · ")}
          </strong>
          <a href={url(paths.adminOrders({ state, q }))}>{t("payments-admin.orders.all")}</a>
        </p>
      ) : null}
      {found.orders.length === 0 ? (
        <EmptyState title={t("payments-admin.orders.empty")}>
          {t("payments-admin.orders.emptyText")}
        </EmptyState>
      ) : (
        <ul className="entry-list">
          {found.orders.map((order) => (
            <OrderEntry key={order.id} order={order} />
          ))}
        </ul>
      )}
      <Pagination
        previous={first ? null : url(paths.adminOrders(query))}
        next={found.next ? url(paths.adminOrders({ ...query, after: found.next })) : null}
      />
    </AdminPage>
  );
}

/** An order in a list for admins. */
export function OrderEntry({
  order,
  query,
}: {
  order: OrdersPageResult["orders"][number];
  /** The query of the link to the order. */
  query?: Query;
}) {
  const { t, url, locale } = usePage();
  return (
    <li className="entry">
      <div className="entry__main entry__main--pairs">
        <p className="entry__title">
          <a href={url(paths.adminOrder(order.id, query))}>
            {order.listingTitle ?? t("payments-admin.order.noListing")}
            <span className="visually-hidden">, {order.id}</span>
          </a>
        </p>
        <p className="entry__meta break-anywhere">
          {order.buyer ? (
            <>
              <UserLink user={order.buyer} /> · {order.buyer.email}
            </>
          ) : (
            t("payments-admin.order.noBuyer")
          )}
        </p>
        <p className="entry__meta">{t.count(`promotions.item.${order.placement}`, order.days)}</p>
        <p className="entry__meta">
          <Time ts={order.shownTs} clock />
        </p>
      </div>
      <div className="entry__side">
        {order.withdrawnTs === null ? null : (
          <Badge tone="warning">{t("payments-admin.order.withdrawn")}</Badge>
        )}
        <StateBadge kind="order" state={isDisputeLost(order) ? "dispute_lost" : order.state} />
        <strong>
          <Money bani={order.part ?? order.amount} />
        </strong>
        {order.part === null || order.part === order.amount ? null : (
          <span className="small muted nowrap">
            {t("payments-admin.orders.price", { amount: formatLei(order.amount, locale) })}
          </span>
        )}
        {order.refundedAmount > 0 && order.refundedAmount < order.amount ? (
          <span className="small muted nowrap">
            {t("payments-admin.orders.refunded", { amount: formatLei(order.refundedAmount, locale) })}
          </span>
        ) : null}
      </div>
    </li>
  );
}
