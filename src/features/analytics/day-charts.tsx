import { STATISTICS_FIELDS, type StatisticsField } from "@/shared/schemas/analytics";
import { usePage } from "@/ui/page-context";
import { Chart } from "./chart";
import type { AnalyticsReport } from "./report";

/** Which counts share a chart: those that one compares with each other. */
const CHARTS = {
  impressions: ["impressions", "promoted_impressions"],
  views: ["views"],
  contacts: ["reveals", "enquiries"],
} as const satisfies Record<string, readonly StatisticsField[]>;

const placeOf = (name: StatisticsField): number => STATISTICS_FIELDS.indexOf(name);

/** Three charts, each the days of the period; the views also against the period before. */
export function DayCharts({ days, total }: Pick<AnalyticsReport, "days" | "total">) {
  const { t } = usePage();
  const views = placeOf("views");
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
            total: total.now[placeOf(name)] ?? 0,
          }))}
          days={days.map(({ day, now, before }) => ({
            day,
            values: names.map((name) => now[placeOf(name)] ?? 0),
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
