import { formatDay } from "@/shared/format";
import { STATISTICS_FIELDS, type StatisticsField } from "@/shared/schemas/analytics";
import { usePage } from "@/ui/page-context";
import { Chart } from "./chart";
import type { AnalyticsReport } from "./report";

/** The counts of each chart. */
const CHARTS = {
  impressions: ["impressions", "promoted_impressions"],
  views: ["views"],
  contacts: ["reveals", "enquiries"],
} as const satisfies Record<string, readonly StatisticsField[]>;

const getIndex = (name: StatisticsField): number => STATISTICS_FIELDS.indexOf(name);

/** Three charts by day; the views are compared with the previous period. */
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
            total: total.now[getIndex(name)] ?? 0,
          }))}
          days={days.map(({ day, now, before }) => ({
            day,
            values: names.map((name) => now[getIndex(name)] ?? 0),
            before: before[views] ?? 0,
          }))}
          {...(id === "views"
            ? { before: { label: t("analytics.chart.before"), total: total.before[views] ?? 0 } }
            : {})}
        />
      ))}
    </div>
  );
}

/** The numbers of the charts, the newest day first. Wider than a phone's screen, so it scrolls. */
export function DayTable({ days, total }: Pick<AnalyticsReport, "days" | "total">) {
  const { t, locale } = usePage();
  return (
    <details className="day-table">
      <summary>{t("analytics.table.summary")}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
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
              {STATISTICS_FIELDS.map((name, place) => (
                <td key={name}>{t.number(total.now[place] ?? 0)}</td>
              ))}
            </tr>
          </tfoot>
          <tbody>
            {days.toReversed().map(({ day, now }) => (
              <tr key={day}>
                <th scope="row">{formatDay(day, locale)}</th>
                {STATISTICS_FIELDS.map((name, place) => (
                  <td key={name}>{t.number(now[place] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
