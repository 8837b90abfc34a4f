import { ORDER_STATES } from "@/shared/codes";
import type { Period } from "@/shared/dates";
import { formatDays, formatFullName, formatLei } from "@/shared/format";
import { paths, type Query } from "@/shared/paths";
import { AdminPage } from "@/ui/admin-page";
import { Badge, StateBadge } from "@/ui/badge";
import { DescriptionList } from "@/ui/description-list";
import { EmptyState } from "@/ui/empty-state";
import { DateField, ErrorSummary, type FormErrors, Select, SubmitButton, TextField } from "@/ui/form";
import { Money } from "@/ui/money";
import { usePage } from "@/ui/page-context";
import { Pagination } from "@/ui/pagination";
import { Time } from "@/ui/time";
import type { InvoiceTotals, OrderFilter, OrdersPageResult } from "./queries";

type TotalsView = {
  totals: InvoiceTotals;
  /** First and last day of the totals. */
  period: Period;
  /** The days in the URL, which may be invalid. */
  requested: Partial<Record<"from" | "to", string>>;
  errors: FormErrors;
};

export type OrdersView = {
  found: OrdersPageResult;
  filter: OrderFilter;
  totals: TotalsView;
  first: boolean;
};

/** All orders, with a filter by state, a search, and the invoice totals of a period. */
export function AdminOrdersPage({ view: { found, filter, totals, first } }: { view: OrdersView }) {
  const { t, url } = usePage();
  const query: Query = { state: filter.state, q: filter.q, ...totals.requested };
  return (
    <AdminPage heading={t("payments-admin.orders.heading")} lead={t("payments-admin.orders.lead")}>
      <div className="with-aside">
        <div>
          <form className="filter-bar" method="get" action={url(paths.adminOrders())}>
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
            {Object.entries(totals.requested).map(([name, value]) => (
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
                <OrderEntry key={order.id} order={order} />
              ))}
            </ul>
          )}
          <Pagination
            previous={first ? null : url(paths.adminOrders(query))}
            next={found.next ? url(paths.adminOrders({ ...query, after: found.next })) : null}
          />
        </div>
        <aside className="with-aside__aside">
          <TotalsPanel totals={totals} filter={filter} />
        </aside>
      </div>
    </AdminPage>
  );
}

/** An order in a list for admins. */
export function OrderEntry({ order }: { order: OrdersPageResult["orders"][number] }) {
  const { t, url, locale } = usePage();
  return (
    <li className="entry">
      <div className="entry__main entry__main--pairs">
        <p className="entry__title">
          <a href={url(paths.adminOrder(order.id))}>
            {order.listingTitle ?? t("payments-admin.order.noListing")}
            <span className="visually-hidden">, {order.id}</span>
          </a>
        </p>
        <p className="entry__meta break-anywhere">
          {order.buyer
            ? `${formatFullName(order.buyer)} · ${order.buyer.email}`
            : t("payments-admin.order.noBuyer")}
        </p>
        <p className="entry__meta">{t.count(`promotions.item.${order.placement}`, order.days)}</p>
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
            {t("payments-admin.orders.refunded", { amount: formatLei(order.refundedAmount, locale) })}
          </span>
        ) : null}
      </div>
    </li>
  );
}

/** Invoice totals of a period, and a link to their CSV. Does not filter the list of orders. */
function TotalsPanel({
  totals: { totals, period, requested, errors },
  filter,
}: {
  totals: TotalsView;
  filter: OrderFilter;
}) {
  const { t, url, locale } = usePage();
  const lei = (bani: number) => <span className="nowrap">{formatLei(bani, locale)}</span>;
  return (
    <section className="panel stack">
      <h2>{t("payments-admin.totals.heading")}</h2>
      <p className="muted small">{formatDays(period.from, period.to, locale)}</p>
      <DescriptionList
        numbers
        items={[
          { term: t("payments-admin.totals.revenue"), details: lei(totals.revenue) },
          { term: t("payments-admin.totals.refunded"), details: lei(totals.refunded) },
          {
            term: t("payments-admin.totals.net"),
            details: <strong>{lei(totals.revenue - totals.refunded)}</strong>,
          },
          { term: t("payments-admin.totals.vat"), details: lei(totals.vat) },
          { term: t("payments-admin.totals.invoices"), details: t.number(totals.invoices) },
        ]}
      />
      <p>
        <a href={url(paths.adminInvoicesCsv(period))}>{t("payments-admin.totals.csv")}</a>
      </p>
      <form className="form" method="get" action={url(paths.adminOrders())} noValidate>
        <ErrorSummary
          errors={errors}
          labels={{ from: t("payments-admin.totals.from"), to: t("payments-admin.totals.to") }}
        />
        {filter.q ? <input type="hidden" name="q" value={filter.q} /> : null}
        {filter.state ? <input type="hidden" name="state" value={filter.state} /> : null}
        <DateField
          name="from"
          label={t("payments-admin.totals.from")}
          value={requested.from ?? period.from}
          error={errors.from}
        />
        <DateField
          name="to"
          label={t("payments-admin.totals.to")}
          value={requested.to ?? period.to}
          error={errors.to}
        />
        <SubmitButton variant="secondary">{t("payments-admin.totals.calculate")}</SubmitButton>
      </form>
    </section>
  );
}
