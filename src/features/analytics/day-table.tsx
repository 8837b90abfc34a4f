import { formatDay } from "@/shared/format";
import { STATISTICS_FIELDS } from "@/shared/schemas/analytics";
import { usePage } from "@/ui/page-context";
import type { AnalyticsReport } from "./report";

/** The numbers behind the charts, the newest day first. Wider than a phone, so it has its own scroll area. */
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
