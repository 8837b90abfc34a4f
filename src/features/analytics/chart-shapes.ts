import { scaleBand, scaleLinear } from "d3-scale";
import { line, stack } from "d3-shape";
import type { Day } from "@/shared/dates";

/** Units of the plot. The browser stretches the plot to the available width, so texts are outside it. */
export const PLOT_HEIGHT = 100;
const DAY_WIDTH = 10;
/** Approximate number of lines of the scale. */
const SCALE_LINES = 4;

/** The bar of a day: a part for each value. */
export type Bar = { day: Day; values: readonly number[] };

/** Positions in a plot. The scale runs from 0 to at least `minTop`. */
export function createPlot(bars: readonly Bar[], minTop = 0) {
  const width = bars.length * DAY_WIDTH;
  const highest = Math.max(
    minTop,
    ...bars.map(({ values }) => values.reduce((sum, value) => sum + value, 0)),
  );
  // A lower maximum would put scale lines between whole numbers.
  const y = scaleLinear([0, Math.max(SCALE_LINES, highest)], [PLOT_HEIGHT, 0]).nice(SCALE_LINES);
  const x = scaleBand(
    bars.map(({ day }) => day),
    [0, width],
  ).padding(bars.length > 60 ? 0.05 : 0.15);
  return { width, x, y, lines: y.ticks(SCALE_LINES) };
}

export type Plot = ReturnType<typeof createPlot>;

/**
 * One path for each part of all bars, the lowest part first. A shape for each bar would make the page of a year large.
 */
export function toBarPaths({ x, y }: Plot, bars: readonly Bar[]): string[] {
  const parts = (bars[0]?.values ?? []).map((_, index) => index);
  const layers = stack<unknown, Bar, number>()
    .keys(parts)
    .value(({ values }, part) => values[part] ?? 0)([...bars]);
  return layers.map((layer) =>
    layer
      .filter(([low, high]) => high > low)
      .map((point) => {
        const [low, high] = point;
        const left = round(x(point.data.day) ?? 0);
        return `M${left} ${round(y(low))}V${round(y(high))}h${round(x.bandwidth())}V${round(y(low))}z`;
      })
      .join(""),
  );
}

/** A line over the days, through the middle of each bar. */
export function toLinePath({ x, y }: Plot, values: readonly { day: Day; value: number }[]): string {
  const toPath = line<{ day: Day; value: number }>()
    .x(({ day }) => round((x(day) ?? 0) + x.bandwidth() / 2))
    .y(({ value }) => round(y(value)));
  return toPath([...values]) ?? "";
}

const round = (value: number): number => Math.round(value * 100) / 100;
