import {
  CONVERSATION_MEASURES,
  LISTING_REPORT_OUTCOMES,
  LISTING_RESTRICTIONS,
  REPORT_REASONS,
} from "@/shared/codes";
import { HOUR_MS, startOfDay } from "@/shared/dates";
import { formatAverage, formatMonth } from "@/shared/format";
import { paths } from "@/shared/paths";
import { AdminPage } from "@/ui/admin-page";
import { usePage } from "@/ui/page-context";
import type { ReportsMonth } from "./get-reports-summary";

/** Reports and decisions by month, as Regulation (EU) 2022/2065, art. 24 asks larger platforms for. */
export function ReportsSummaryPage({ months }: { months: readonly ReportsMonth[] }) {
  const { t, locale } = usePage();
  const measures = ["dismissed", ...CONVERSATION_MEASURES, "account_deleted"] as const;
  const outcomes = [...LISTING_REPORT_OUTCOMES, "open"] as const;
  return (
    <AdminPage
      parent={{ label: t("moderation.kinds.reports.heading"), href: paths.adminReports() }}
      heading={t("moderation.summary.heading")}
    >
      <MonthsTable
        heading={t("moderation.summary.reports")}
        months={months}
        columns={[
          ...(["listings", "conversations"] as const).map((target) => ({
            label: t(`moderation.summary.targets.${target}`),
            getText: ({ targets }: ReportsMonth) => t.number(targets[target] ?? 0),
          })),
          ...REPORT_REASONS.map((reason) => ({
            label: t(`moderation.reports.reasons.${reason}`),
            getText: ({ reasons }: ReportsMonth) => t.number(reasons[reason] ?? 0),
          })),
          ...outcomes.map((outcome) => ({
            label: t(`moderation.frame.outcomes.${outcome}`),
            getText: (month: ReportsMonth) => t.number(month.outcomes[outcome] ?? 0),
          })),
          {
            label: t("moderation.summary.median"),
            getText: ({ medianMs }) => (medianMs === null ? "–" : formatAverage(medianMs / HOUR_MS, locale)),
          },
        ]}
      />
      <MonthsTable
        heading={t("moderation.summary.decisions")}
        months={months}
        columns={[
          ...LISTING_RESTRICTIONS.map((restriction) => ({
            label: t(`moderation.summary.restrictions.${restriction}`),
            getText: ({ restrictions }: ReportsMonth) => t.number(restrictions[restriction] ?? 0),
          })),
          {
            label: t("moderation.summary.objections"),
            getText: ({ objections }) => t.number(objections),
          },
          { label: t("moderation.summary.accepted"), getText: ({ accepted }) => t.number(accepted) },
        ]}
      />
      <MonthsTable
        heading={t("moderation.summary.conversations")}
        months={months}
        columns={[
          {
            label: t("moderation.summary.total"),
            getText: (month) =>
              t.number(measures.reduce((sum, measure) => sum + (month.measures[measure] ?? 0), 0)),
          },
          ...measures.map((measure) => ({
            label: t(`moderation.summary.measures.${measure}`),
            getText: (month: ReportsMonth) => t.number(month.measures[measure] ?? 0),
          })),
        ]}
      />
    </AdminPage>
  );
}

type Column = { label: string; getText: (month: ReportsMonth) => string };

function MonthsTable({
  heading,
  months,
  columns,
}: {
  heading: string;
  months: readonly ReportsMonth[];
  columns: readonly Column[];
}) {
  const { t, locale } = usePage();
  return (
    <section className="stack">
      <h2>{heading}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the table */}
      <section className="table-scroll" tabIndex={0} aria-label={heading}>
        <table className="table table--numbers table--fit">
          <thead>
            <tr>
              <th scope="col">{t("moderation.summary.month")}</th>
              {columns.map(({ label }) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {months.map((month) => (
              <tr key={month.month}>
                <th scope="row">{formatMonth(startOfDay(month.month), locale)}</th>
                {columns.map(({ label, getText }) => (
                  <td key={label}>{getText(month)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}
