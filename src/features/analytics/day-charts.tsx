import { formatDay } from "@/shared/format";
import { STATISTICS_FIELDS, type StatisticsField } from "@/shared/schemas/analytics";
import { usePage } from "@/ui/page-context";
import { Chart } from "./chart";
import type { AnalyticsReport } from "./report";

/** The counts of each chart. Counts that readers compare with each other share one. */
const CHARTS = {
  impressions: ["impressions", "promoted_impressions"],
  views: ["views"],
  contacts: ["reveals", "enquiries"],
  shortlistings: ["shortlistings"],
} as const satisfies Record<string, readonly StatisticsField[]>;

const getIndex = (name: StatisticsField): number => STATISTICS_FIELDS.indexOf(name);

/** Charts with the days of the period. The chart of views also shows the previous period. */
export function DayCharts({ days, total }: Pick<AnalyticsReport, "days" | "total">) {
  const { t } = usePage();
  const views = getIndex("views");
  return (
    <div className="charts">
      {Object.entries(CHARTS).map(([id, names]) => (
        <Chart
          key={id}
          id={`chart-${id}`}
          title={t(`analytics.chart.${id}`)}
          parts={names.map((name) => ({
            name,
            label: t(`analytics.chart.parts.${name}`),
            total: total.current[getIndex(name)] ?? 0,
          }))}
          days={days.map(({ day, current, previous }) => ({
            day,
            values: names.map((name) => current[getIndex(name)] ?? 0),
            previous: previous[views] ?? 0,
          }))}
          {...(id === "views"
            ? { previous: { label: t("analytics.chart.before"), total: total.previous[views] ?? 0 } }
            : {})}
        />
      ))}
    </div>
  );
}

/**
 * The counts of the charts as a table, the newest day first. It is wider than a phone, so it has its own scroll area.
 */
export function DayTable({ days, total }: Pick<AnalyticsReport, "days" | "total">) {
  const { t, locale } = usePage();
  return (
    <details className="day-table">
      <summary>{t("analytics.table.summary")}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard */}
      <section className="table-scroll" tabIndex={0} aria-label={t("analytics.table.summary")}>
        <table className="table table--numbers">
          <thead>
            <tr>
              <th scope="col">{t("analytics.table.day")}</th>
              {STATISTICS_FIELDS.map((name) => (
                <th key={name} scope="col">
                  {t(`analytics.counted.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tfoot>
            <tr>
              <th scope="row">{t("analytics.table.total")}</th>
              {STATISTICS_FIELDS.map((name, index) => (
                <td key={name}>{t.number(total.current[index] ?? 0)}</td>
              ))}
            </tr>
          </tfoot>
          <tbody>
            {days.toReversed().map(({ day, current }) => (
              <tr key={day}>
                <th scope="row">{formatDay(day, locale)}</th>
                {STATISTICS_FIELDS.map((name, index) => (
                  <td key={name}>{t.number(current[index] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
