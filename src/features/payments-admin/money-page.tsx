import type { ReactNode } from "react";
import type { ReturnedRefund } from "@/features/promotions";
import { addDays, addMonths, type Day, type Period, startOfDay } from "@/shared/dates";
import { formatDays, formatLei, formatMonth } from "@/shared/format";
import { paths } from "@/shared/paths";
import { AdminPage } from "@/ui/admin-page";
import { LinkButton } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import { EmptyState } from "@/ui/empty-state";
import { DateField, ErrorSummary, type FormErrors, SubmitButton } from "@/ui/form";
import { Money } from "@/ui/money";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import type { MoneyFigure, MoneySummary } from "./get-money-summary";

type MoneyView = {
  summary: MoneySummary;
  period: Period;
  today: Day;
  /** The days in the URL, which may be invalid. */
  typed: Period;
  errors: FormErrors;
  /** Refunds that the buyers have not received (bani), today. */
  owed: readonly ReturnedRefund[];
  /** Stripe's page of payouts, which alone knows their dates. */
  payoutsUrl: string;
};

/** Taken, refunded, lost and kept money of a period, by month and package. */
export function MoneyPage({
  view: { summary, period, today, typed, errors, owed, payoutsUrl },
}: {
  view: MoneyView;
}) {
  const { t, url, locale } = usePage();
  return (
    <AdminPage
      heading={t("payments-admin.money.heading")}
      lead={t("payments-admin.money.lead")}
      parent={{ label: t("payments-admin.orders.heading"), href: paths.adminOrders() }}
      aside={<PeriodPanel typed={typed} errors={errors} />}
    >
      <Presets period={period} today={today} />
      <section className="stack">
        <h2>{formatDays(period.from, period.to, locale)}</h2>
        <Totals summary={summary} period={period} />
        {owed.length > 0 ? <OwedRefunds owed={owed} /> : null}
        <p>
          <a href={payoutsUrl}>{t("payments-admin.money.figures.payouts")}</a>
        </p>
        <p>
          <a href={url(paths.adminInvoicesCsv({ ...period }))}>{t("payments-admin.money.csv")}</a>
        </p>
      </section>
      {summary.packages.length === 0 ? (
        <EmptyState title={t("payments-admin.money.empty")}>{t("payments-admin.money.emptyText")}</EmptyState>
      ) : null}
      {summary.months.length > 1 ? <MonthTable months={summary.months} /> : null}
      {summary.packages.length > 0 ? <PackageTable packages={summary.packages} period={period} /> : null}
    </AdminPage>
  );
}

/** The returned refunds that buyers still wait for, also those whose task was closed without a transfer. */
function OwedRefunds({ owed }: { owed: readonly ReturnedRefund[] }) {
  const { t, url, locale } = usePage();
  const total = owed.reduce((sum, { amount }) => sum + amount, 0);
  return (
    <Notice tone="warning">
      <p>{t("payments-admin.returned.money", { amount: formatLei(total, locale) })}</p>
      <ul>
        {owed.map(({ refundId, orderId, buyerName, buyerEmail, amount }) => (
          <li key={refundId} className="break-anywhere">
            <a href={url(paths.adminOrder(orderId))}>{buyerName || buyerEmail || orderId}</a>
            {`: ${formatLei(amount, locale)}`}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Totals({ summary, period }: { summary: MoneySummary; period: Period }) {
  const { t, url } = usePage();
  const term = (name: string) => t(`payments-admin.money.figures.${name}`);
  const { fees, withoutFee, held, lost_twice } = summary;
  return (
    <DescriptionList
      numbers
      items={[
        {
          term: term("taken"),
          details: <Figure name="taken" bani={summary.taken} period={period} />,
        },
        {
          term: term("refunded"),
          details: <Figure name="refunded" bani={-summary.refunded} period={period} />,
        },
        {
          term: term("disputed"),
          details: <Figure name="disputed" bani={-summary.disputed} period={period} />,
        },
        {
          term: term("fees"),
          details: <Figure name="fees" bani={fees === null ? null : -fees} period={period} />,
        },
        { term: term("net"), details: <Money bani={summary.net} /> },
        { term: term("vat"), details: <Figure name="vat" bani={-summary.vat} period={period} /> },
        {
          term: term("netOfVat"),
          details: (
            <strong>
              <Money bani={summary.net - summary.vat} />
            </strong>
          ),
          isMarked: true,
        },
        summary.transferred !== 0 && {
          term: term("transferred"),
          details: <Figure name="transferred" bani={summary.transferred} period={period} />,
        },
        held > 0 && {
          term: term("held"),
          details: <Figure name="held" bani={-held} period={period} />,
        },
        lost_twice > 0 && {
          term: term("lost_twice"),
          details: <Figure name="lost_twice" bani={-lost_twice} period={period} />,
        },
        { term: term("payout"), details: <Money bani={summary.payout} /> },
        withoutFee > 0 && {
          term: term("no_fee"),
          details: (
            <a href={url(paths.adminOrders({ figure: "no_fee", ...period }))}>{t.number(withoutFee)}</a>
          ),
        },
      ]}
    />
  );
}

/** An amount that leads to its orders. */
function Figure({
  name,
  bani,
  period,
  code,
}: {
  name: MoneyFigure;
  /** Null if it is unknown. */
  bani: number | null;
  period: Period;
  /** The code of a package. */
  code?: string;
}) {
  const { t, url } = usePage();
  if (bani === null) return t("payments-admin.money.unknown");
  if (bani === 0) return <Money bani={0} />;
  return (
    <a href={url(paths.adminOrders({ figure: name, ...period, package: code }))}>
      <Money bani={bani} />
    </a>
  );
}

function MonthTable({ months }: { months: MoneySummary["months"] }) {
  const { url, locale } = usePage();
  return (
    <MoneyTable name="months" columns={["taken", "refunded", "disputed", "fees", "net", "vat"]}>
      {months.map(({ from, to, fees, ...month }) => (
        <tr key={from}>
          <th scope="row">
            <a href={url(paths.adminMoney({ from, to }))}>{formatMonth(startOfDay(from), locale)}</a>
          </th>
          <td>
            <Figure name="taken" bani={month.taken} period={{ from, to }} />
          </td>
          <td>
            <Figure name="refunded" bani={-month.refunded} period={{ from, to }} />
          </td>
          <td>
            <Figure name="disputed" bani={-month.disputed} period={{ from, to }} />
          </td>
          <td>
            <Figure name="fees" bani={fees === null ? null : -fees} period={{ from, to }} />
          </td>
          <td>
            <Money bani={month.net} />
          </td>
          <td>
            <Figure name="vat" bani={month.vat} period={{ from, to }} />
          </td>
        </tr>
      ))}
    </MoneyTable>
  );
}

function PackageTable({ packages, period }: { packages: MoneySummary["packages"]; period: Period }) {
  const { t, url } = usePage();
  return (
    <MoneyTable name="packages" columns={["orders", "taken", "refunded", "disputed"]}>
      {packages.map(({ package: code, items, ...amounts }) => (
        <tr key={code}>
          <th scope="row">
            {items.map(({ placement, days }) => t.count(`promotions.item.${placement}`, days)).join(" / ")}{" "}
            <span className="muted">({code})</span>
          </th>
          <td>
            {amounts.orders > 0 ? (
              <a href={url(paths.adminOrders({ figure: "taken", ...period, package: code }))}>
                {t.number(amounts.orders)}
              </a>
            ) : (
              t.number(0)
            )}
          </td>
          <td>
            <Figure name="taken" bani={amounts.taken} period={period} code={code} />
          </td>
          <td>
            <Figure name="refunded" bani={-amounts.refunded} period={period} code={code} />
          </td>
          <td>
            <Figure name="disputed" bani={-amounts.disputed} period={period} code={code} />
          </td>
        </tr>
      ))}
    </MoneyTable>
  );
}

/** Wider than a phone, so it has its own scroll area. `name`: a key of `payments-admin.money`. */
function MoneyTable({
  name,
  columns,
  children,
}: {
  name: "months" | "packages";
  columns: readonly string[];
  children: ReactNode;
}) {
  const { t } = usePage();
  const heading = t(`payments-admin.money.${name}`);
  return (
    <section>
      <h2>{heading}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard */}
      <section className="table-scroll" tabIndex={0} aria-label={heading}>
        <table className="table table--numbers table--fit">
          <thead>
            <tr>
              {[name, ...columns].map((column) => (
                <th key={column} scope="col">
                  {t(`payments-admin.money.columns.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </section>
    </section>
  );
}

/** Links to usual periods. */
function Presets({ period, today }: Pick<MoneyView, "period" | "today">) {
  const { t, url } = usePage();
  return (
    <nav className="row" aria-label={t("payments-admin.money.period")}>
      {Object.entries(getPresets(today)).map(([name, preset]) => {
        const isCurrent = preset.from === period.from && preset.to === period.to;
        return (
          <LinkButton
            key={name}
            href={url(paths.adminMoney(preset))}
            variant={isCurrent ? "secondary" : "quiet"}
            size="small"
            aria-current={isCurrent ? "page" : undefined}
          >
            {t(`payments-admin.money.presets.${name}`)}
          </LinkButton>
        );
      })}
    </nav>
  );
}

/** The form for any period. */
function PeriodPanel({ typed, errors }: Pick<MoneyView, "typed" | "errors">) {
  const { t, url } = usePage();
  return (
    <section className="panel stack">
      <h2>{t("payments-admin.money.period")}</h2>
      <form className="form" method="get" action={url(paths.adminMoney())} noValidate>
        <ErrorSummary
          errors={errors}
          labels={{ from: t("payments-admin.money.from"), to: t("payments-admin.money.to") }}
        />
        <DateField
          name="from"
          label={t("payments-admin.money.from")}
          value={typed.from}
          error={errors.from}
        />
        <DateField name="to" label={t("payments-admin.money.to")} value={typed.to} error={errors.to} />
        <SubmitButton variant="secondary">{t("payments-admin.show")}</SubmitButton>
      </form>
    </section>
  );
}

/** By their key in `payments-admin.money.presets`. */
function getPresets(today: Day): Record<string, Period> {
  const [year = "", month = ""] = today.split("-");
  const thisMonth = `${year}-${month}-01`;
  const thisQuarter = addMonths(thisMonth, -((Number(month) - 1) % 3));
  const thisYear = `${year}-01-01`;
  const before = (start: Day, months: number): Period => ({
    from: addMonths(start, -months),
    to: addDays(start, -1),
  });
  return {
    thisMonth: { from: thisMonth, to: today },
    lastMonth: before(thisMonth, 1),
    thisQuarter: { from: thisQuarter, to: today },
    lastQuarter: before(thisQuarter, 3),
    thisYear: { from: thisYear, to: today },
    lastYear: before(thisYear, 12),
  };
}
