import { formatAmount } from "@/shared/format";
import type { PriceCell } from "@/shared/price-cells";
import { usePage } from "@/ui/page-context";

/** Rows of a chart; the table has all. */
export const MAX_BARS = 13;
/** Height of a row (px): a line of text above a bar. */
const ROW_HEIGHT = 44;
const BAR_TOP = 21;
const BAR_HEIGHT = 12;
const SCALE_HEIGHT = 20;
/** Most lines of the scale after 0. */
const MAX_LINES = 5;
/** Distances of the lines (bani). */
const STEPS = [1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000];

export type ChartRow = { key: string; label: string; cell: PriceCell };

/**
 * Prices as SVG: for each row a bar from the lower to the upper quartile, with a mark at the median. The scale begins at 0.
 * Positions are percentages, so texts keep their size at any width.
 */
export function RangeChart({ title, rows }: { title: string; rows: readonly ChartRow[] }) {
  const { t, locale } = usePage();
  const highest = Math.max(...rows.map(({ cell: [, , , q3] }) => q3));
  const step = STEPS.find((each) => highest <= each * MAX_LINES) ?? highest / MAX_LINES;
  const lines = Array.from({ length: Math.ceil(highest / step) + 1 }, (_, n) => n * step);
  const toX = (bani: number) => `${Math.round((1000 * bani) / (lines.at(-1) ?? 1)) / 10}%`;
  const bottom = rows.length * ROW_HEIGHT;
  return (
    <figure className="range-chart">
      <svg
        width="100%"
        height={bottom + SCALE_HEIGHT}
        role="img"
        aria-label={t("prices.chart.label", { title })}
      >
        {lines.map((bani, n) => (
          <g key={bani}>
            <line className="range-chart__line" x1={toX(bani)} x2={toX(bani)} y1={0} y2={bottom} />
            <text
              className="range-chart__scale"
              x={toX(bani)}
              y={bottom + SCALE_HEIGHT - 4}
              textAnchor={n === 0 ? "start" : n === lines.length - 1 ? "end" : "middle"}
            >
              {formatAmount(bani, locale)}
            </text>
          </g>
        ))}
        {rows.map(({ key, label, cell: [, q1, median, q3] }, n) => (
          <g key={key} transform={`translate(0 ${n * ROW_HEIGHT})`}>
            <text className="range-chart__label" y={15}>
              {label}
            </text>
            <text className="range-chart__value" x="100%" y={15} textAnchor="end">
              {`${formatAmount(q1, locale)}–${t.count("prices.lei", q3 / 100)}`}
            </text>
            <rect
              className="range-chart__bar"
              x={toX(q1)}
              width={toX(Math.max(q3 - q1, step / 20))}
              y={BAR_TOP}
              height={BAR_HEIGHT}
              rx={3}
            />
            <line
              className="range-chart__median"
              x1={toX(median)}
              x2={toX(median)}
              y1={BAR_TOP - 2}
              y2={BAR_TOP + BAR_HEIGHT + 2}
            />
          </g>
        ))}
      </svg>
      <figcaption className="small muted">{t("prices.chart.note")}</figcaption>
    </figure>
  );
}
