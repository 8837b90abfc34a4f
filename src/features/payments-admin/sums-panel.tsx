import type { Period } from "@/shared/dates";
import { formatDays, formatLei } from "@/shared/format";
import { paths } from "@/shared/paths";
import { DescriptionList } from "@/ui/description-list";
import { DateField, ErrorSummary, type FormErrors, SubmitButton } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import type { OrderFilter } from "./find-orders";
import type { Sums } from "./sums";

export type SumsView = {
  sums: Sums;
  /** The days that are shown, both included. */
  period: Period;
  /** The values as given in the address. */
  asked: Partial<Record<"from" | "to", string>>;
  errors: FormErrors;
};

/** Invoice totals of some days, and a link to the CSV of these days. The list next to it does not change. */
export function SumsPanel({
  sums: { sums, period, asked, errors },
  filter,
}: {
  sums: SumsView;
  filter: OrderFilter;
}) {
  const { t, url, locale } = usePage();
  const lei = (bani: number) => <span className="nowrap">{formatLei(bani, locale)}</span>;
  return (
    <section className="panel stack">
      <h2>{t("payments-admin.sums.heading")}</h2>
      <p className="muted small">{formatDays(period.from, period.to, locale)}</p>
      <DescriptionList
        items={[
          { term: t("payments-admin.sums.taken"), details: lei(sums.taken) },
          { term: t("payments-admin.sums.given"), details: lei(sums.given) },
          {
            term: t("payments-admin.sums.remains"),
            details: <strong>{lei(sums.taken - sums.given)}</strong>,
          },
          { term: t("payments-admin.sums.vat"), details: lei(sums.vat) },
          { term: t("payments-admin.sums.invoices"), details: t.number(sums.invoices) },
        ]}
      />
      <p>
        <a href={url(paths.adminInvoicesCsv(period))}>{t("payments-admin.sums.csv")}</a>
      </p>
      <form className="form" method="get" action={url(paths.adminOrders())} noValidate>
        <ErrorSummary
          errors={errors}
          labels={{ from: t("payments-admin.sums.from"), to: t("payments-admin.sums.to") }}
        />
        {filter.q ? <input type="hidden" name="q" value={filter.q} /> : null}
        {filter.state ? <input type="hidden" name="state" value={filter.state} /> : null}
        <DateField
          name="from"
          label={t("payments-admin.sums.from")}
          value={asked.from ?? period.from}
          error={errors.from}
        />
        <DateField
          name="to"
          label={t("payments-admin.sums.to")}
          value={asked.to ?? period.to}
          error={errors.to}
        />
        <SubmitButton variant="secondary">{t("payments-admin.sums.add")}</SubmitButton>
      </form>
    </section>
  );
}
