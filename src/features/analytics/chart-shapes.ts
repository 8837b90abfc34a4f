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
  const highest = Math.max(
    minTop,
    ...bars.map(({ values }) => values.reduce((sum, value) => sum + value, 0)),
  );
  // A lower maximum would put scale lines between whole numbers.
  const { step: lineStep, top } = createScale(Math.max(SCALE_LINES, highest));
  const width = bars.length * DAY_WIDTH;
  // As a share of a bar with its gap. There is as much space before the first bar.
  const gap = bars.length > 60 ? 0.05 : 0.15;
  const dayWidth = width / (bars.length + gap);
  return {
    width,
    lines: Array.from({ length: Math.round(top / lineStep) + 1 }, (_, n) => n * lineStep),
    y: (value: number) => PLOT_HEIGHT * (1 - value / top),
    /** The left side of the bar of a day, by its number. */
    x: (index: number) => dayWidth * (index + gap),
    dayWidth,
    barWidth: dayWidth * (1 - gap),
  };
}

export type Plot = ReturnType<typeof createPlot>;

/** The distance of the scale's lines, and a multiple of it that is at least `highest`. */
function createScale(highest: number): { step: number; top: number } {
  const step = roundStep(highest / SCALE_LINES);
  const top = Math.ceil(highest / step) * step;
  return roundStep(top / SCALE_LINES) === step ? { step, top } : createScale(top);
}

/** The nearest of 1, 2, 5, 10, 20, 50 …, as a ratio. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  const ratio = step / power;
  return power * (ratio >= Math.sqrt(50) ? 10 : ratio >= Math.sqrt(10) ? 5 : ratio >= Math.sqrt(2) ? 2 : 1);
}

/**
 * One path for each part of all bars, the lowest part first. A shape for each bar would make the page of a year large.
 */
export function toBarPaths({ x, y, barWidth }: Plot, bars: readonly Bar[]): string[] {
  const heights = bars.map(() => 0);
  return (bars[0]?.values ?? []).map((_, part) =>
    bars
      .map(({ values }, index) => {
        const low = heights[index] ?? 0;
        const high = low + (values[part] ?? 0);
        heights[index] = high;
        if (high <= low) return "";
        return `M${round(x(index))} ${round(y(low))}V${round(y(high))}h${round(barWidth)}V${round(y(low))}z`;
      })
      .join(""),
  );
}

/** A line over the days, through the middle of each bar. */
export const toLinePath = ({ x, y, barWidth }: Plot, values: readonly number[]): string =>
  values
    .map((value, index) => `${index === 0 ? "M" : "L"}${round(x(index) + barWidth / 2)},${round(y(value))}`)
    .join("");

const round = (value: number): number => Math.round(value * 100) / 100;
