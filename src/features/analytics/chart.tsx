import { formatDay, formatDayOfMonth, formatNumber } from "@/shared/format";
import { usePage } from "@/ui/page-context";
import { type Bar, createPlot, PLOT_HEIGHT, type Plot, toBarPaths, toLinePath } from "./chart-shapes";

/** A part of the bars; `name` is also the name of its color. */
export type ChartPart = { name: string; label: string; total: number };
type ChartDay = Bar & { before: number };

/** Most days with a text at the pointer; the bars of more days are too narrow. */
const MAX_HOVERED_DAYS = 100;

/**
 * A bar for each day, rendered on the server. The plot is stretched to its column; texts would be distorted, so the scale
 * and the days are outside it. `before` shows the previous period as a line with this label.
 */
export function Chart({
  id,
  title,
  parts,
  days,
  before,
}: {
  id: string;
  title: string;
  parts: readonly ChartPart[];
  days: readonly ChartDay[];
  before?: { label: string; total: number };
}) {
  const { t, locale } = usePage();
  const showsBefore = before !== undefined && before.total > 0 && days.length > 1;
  const plot = createPlot(days, showsBefore ? Math.max(...days.map((one) => one.before)) : 0);
  const paths = toBarPaths(plot, days);
  const lineBefore =
    showsBefore &&
    toLinePath(
      plot,
      days.map((one) => ({ day: one.day, value: one.before })),
    );
  const legend = showsBefore ? [...parts, { name: "before", ...before }] : parts;
  return (
    <figure className="chart">
      <figcaption className="chart__head">
        <h3>{title}</h3>
        <ul className="chart__legend">
          {legend.map(({ name, label, total }) => (
            <li key={name}>
              <span className={`chart__key chart__key--${name}`} aria-hidden="true" />
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
          className="chart__drawing"
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
          {parts.map(({ name }, place) => (
            <path key={name} className={`chart__bars chart__bars--${name}`} d={paths[place]} />
          ))}
          {lineBefore ? (
            <>
              <path className="chart__halo" d={lineBefore} />
              <path className="chart__before" d={lineBefore} />
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

/** The texts of the bars at the pointer. */
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
  return days.map(({ day, values }) => (
    <rect
      key={day}
      className="chart__pointed"
      x={(plot.x(day) ?? 0) - (plot.x.step() - plot.x.bandwidth()) / 2}
      width={plot.x.step()}
      height={PLOT_HEIGHT}
    >
      <title>
        {`${formatDay(day, locale)}: ${parts
          .map(({ label }, place) => `${label} ${t.number(values[place] ?? 0)}`)
          .join(", ")}`}
      </title>
    </rect>
  ));
}

const sumBar = ({ values }: Bar): number => values.reduce((sum, value) => sum + value, 0);

function summarizeDays(days: readonly Bar[], locale: "en" | "ro") {
  const best = days.reduce((most, one) => (sumBar(one) > sumBar(most) ? one : most));
  return {
    from: formatDay(days[0]?.day ?? best.day, locale),
    to: formatDay(days.at(-1)?.day ?? best.day, locale),
    most: formatNumber(sumBar(best), locale),
    day: formatDay(best.day, locale),
  };
}

/** The first, the middle and the last day. */
function pickLabeledDays<T>(days: readonly T[]): T[] {
  const places = new Set([0, Math.floor((days.length - 1) / 2), days.length - 1]);
  return [...places].flatMap((place) => days[place] ?? []);
}
