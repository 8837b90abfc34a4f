import { formatDay, formatDayOfMonth, formatNumber } from "@/shared/format";
import { usePage } from "@/ui/page-context";
import { type Bar, createPlot, PLOT_HEIGHT, type Plot, toBarPaths, toLinePath } from "./chart-shapes";

/** A part of each bar. `name` is also the suffix of its CSS classes, which set its color. */
export type ChartPart = { name: string; label: string; total: number };
type ChartDay = Bar & { previous: number };

/** Up to this number of days, each day shows its counts on hover. Bars of longer periods are too narrow. */
const MAX_HOVERED_DAYS = 100;

/**
 * Bars by day as SVG. The browser stretches the plot to the width of its column, so scale and days are outside it: text
 * in the plot would be stretched too. `before` draws the previous period as a line with its own label.
 */
export function Chart({
  id,
  title,
  parts,
  days,
  previous,
}: {
  id: string;
  title: string;
  parts: readonly ChartPart[];
  days: readonly ChartDay[];
  previous?: { label: string; total: number };
}) {
  const { t, locale } = usePage();
  const showsPrevious = previous !== undefined && previous.total > 0 && days.length > 1;
  const plot = createPlot(days, showsPrevious ? Math.max(...days.map((day) => day.previous)) : 0);
  const paths = toBarPaths(plot, days);
  const previousLine =
    showsPrevious &&
    toLinePath(
      plot,
      days.map((day) => day.previous),
    );
  const legend = showsPrevious ? [...parts, { name: "before", ...previous }] : parts;
  return (
    <figure className="chart">
      <figcaption className="chart__head">
        <h3>{title}</h3>
        <ul className="chart__legend">
          {legend.map(({ name, label, total }) => (
            <li key={name}>
              <span className={`chart__swatch chart__swatch--${name}`} aria-hidden="true" />
              {label} <strong>{t.number(total)}</strong>
            </li>
          ))}
        </ul>
      </figcaption>
      <div className="chart__plot">
        <div className="chart__scale" aria-hidden="true">
          {plot.lines.toReversed().map((value) => (
            <span key={value}>{t.number(value)}</span>
          ))}
        </div>
        <svg
          className="chart__svg"
          viewBox={`0 0 ${plot.width} ${PLOT_HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-labelledby={`${id}-title ${id}-about`}
        >
          <title id={`${id}-title`}>{title}</title>
          <desc id={`${id}-about`}>{t("analytics.chart.about", summarizeDays(days, locale))}</desc>
          {plot.lines.map((value) => (
            <line key={value} className="chart__line" x2={plot.width} y1={plot.y(value)} y2={plot.y(value)} />
          ))}
          {parts.map(({ name }, index) => (
            <path key={name} className={`chart__bars chart__bars--${name}`} d={paths[index]} />
          ))}
          {previousLine ? (
            <>
              <path className="chart__halo" d={previousLine} />
              <path className="chart__before" d={previousLine} />
            </>
          ) : null}
          {days.length <= MAX_HOVERED_DAYS ? <HoverTexts plot={plot} parts={parts} days={days} /> : null}
        </svg>
        <div className="chart__days" aria-hidden="true">
          {pickLabeledDays(days).map(({ day }) => (
            <span key={day}>{formatDayOfMonth(day, locale)}</span>
          ))}
        </div>
      </div>
    </figure>
  );
}

/** The counts of each day, shown on hover. */
function HoverTexts({
  plot,
  parts,
  days,
}: {
  plot: Plot;
  parts: readonly ChartPart[];
  days: readonly ChartDay[];
}) {
  const { t, locale } = usePage();
  return days.map(({ day, values }, index) => (
    <rect
      key={day}
      className="chart__hover-area"
      x={plot.x(index) - (plot.dayWidth - plot.barWidth) / 2}
      width={plot.dayWidth}
      height={PLOT_HEIGHT}
    >
      <title>
        {`${formatDay(day, locale)}: ${parts
          .map(({ label }, index) => `${label} ${t.number(values[index] ?? 0)}`)
          .join(", ")}`}
      </title>
    </rect>
  ));
}

const sumBar = ({ values }: Bar): number => values.reduce((sum, value) => sum + value, 0);

function summarizeDays(days: readonly Bar[], locale: "en" | "ro") {
  const highestDay = days.reduce((highest, day) => (sumBar(day) > sumBar(highest) ? day : highest));
  return {
    from: formatDay(days[0]?.day ?? highestDay.day, locale),
    to: formatDay(days.at(-1)?.day ?? highestDay.day, locale),
    max: formatNumber(sumBar(highestDay), locale),
    day: formatDay(highestDay.day, locale),
  };
}

/** The first, the middle and the last day. */
function pickLabeledDays<T>(days: readonly T[]): T[] {
  const indexes = new Set([0, Math.floor((days.length - 1) / 2), days.length - 1]);
  return [...indexes].flatMap((index) => days[index] ?? []);
}
