import { ORDER_STATES } from "@/shared/codes";
import { formatLei, fullName } from "@/shared/format";
import { paths, type Query } from "@/shared/paths";
import { Badge, StateBadge } from "@/ui/badge";
import { EmptyState } from "@/ui/empty-state";
import { Select, SubmitButton, TextField } from "@/ui/form";
import { Money } from "@/ui/money";
import { usePage } from "@/ui/page-context";
import { Pagination } from "@/ui/pagination";
import { Time } from "@/ui/time";
import type { FoundOrders, OrderFilter } from "./find-orders";
import { PaymentsLayout } from "./payments-frame";
import { SumsPanel, type SumsView } from "./sums-panel";

export type OrdersView = {
  found: FoundOrders;
  filter: OrderFilter;
  sums: SumsView;
  first: boolean;
};

/** All orders, with a filter by state, a search, and the invoice totals of a period. */
export function AdminOrdersPage({ view: { found, filter, sums, first } }: { view: OrdersView }) {
  const { t, url } = usePage();
  const kept: Query = { state: filter.state, q: filter.q, ...sums.asked };
  return (
    <PaymentsLayout list="orders">
      <div className="with-aside">
        <div>
          <form className="ledger-filter" method="get" action={url(paths.adminOrders())}>
            <TextField
              name="q"
              type="search"
              label={t("payments-admin.orders.search")}
              help={t("payments-admin.orders.searchHelp")}
              value={filter.q}
              autoComplete="off"
              required={false}
            />
            <Select
              name="state"
              label={t("payments-admin.orders.state")}
              placeholder={t("payments-admin.orders.anyState")}
              options={ORDER_STATES.map((state) => ({
                value: state,
                label: t(`general.orderStates.${state}`),
              }))}
              value={filter.state}
              required={false}
            />
            {Object.entries(sums.asked).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <SubmitButton>{t("payments-admin.show")}</SubmitButton>
          </form>
          {found.orders.length === 0 ? (
            <EmptyState title={t("payments-admin.orders.empty")}>
              {t("payments-admin.orders.emptyText")}
            </EmptyState>
          ) : (
            <ul className="entry-list">
              {found.orders.map((order) => (
                <Entry key={order.id} order={order} />
              ))}
            </ul>
          )}
          <Pagination
            previous={first ? null : url(paths.adminOrders(kept))}
            next={found.next ? url(paths.adminOrders({ ...kept, after: found.next })) : null}
          />
        </div>
        <aside className="with-aside__aside">
          <SumsPanel sums={sums} filter={filter} />
        </aside>
      </div>
    </PaymentsLayout>
  );
}

function Entry({ order }: { order: FoundOrders["orders"][number] }) {
  const { t, url, locale } = usePage();
  return (
    <li className="entry">
      <div className="entry__main">
        <p className="entry__title">
          <a href={url(paths.adminOrder(order.id))}>
            {order.listingTitle ?? t("payments-admin.order.noListing")}
            <span className="visually-hidden">, {order.id}</span>
          </a>
        </p>
        <p className="entry__meta">{t.count(`promotions.item.${order.placement}`, order.days)}</p>
        <p className="entry__meta ledger-word">
          {order.buyer
            ? `${fullName(order.buyer)} · ${order.buyer.email}`
            : t("payments-admin.order.noBuyer")}
        </p>
        <p className="entry__meta">
          <Time ts={order.createdTs} clock />
        </p>
      </div>
      <div className="entry__side">
        {order.withdrawnTs === null ? null : (
          <Badge tone="warning">{t("payments-admin.order.withdrawn")}</Badge>
        )}
        <StateBadge kind="order" state={order.state} />
        <strong>
          <Money bani={order.amount} />
        </strong>
        {order.refundedAmount > 0 && order.refundedAmount < order.amount ? (
          <span className="small muted nowrap">
            {t("payments-admin.orders.givenBack", { amount: formatLei(order.refundedAmount, locale) })}
          </span>
        ) : null}
      </div>
    </li>
  );
}
