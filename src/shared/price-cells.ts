import { type County, LEVELS, type Level } from "./codes";

/**
 * Prices per hour (bani) of the teachers of one subject, level and county: their number, rounded down to tens, and the
 * quartiles.
 */
export type PriceCell = [teachers: number, q1: number, median: number, q3: number];

/** The cells of a subject in one place. */
export type LevelCells = { [level in Level]?: PriceCell };

/** The cells of a subject: those of the country, and those of counties. None has fewer than 10 teachers. */
export type PriceCells = { [place in County | "country"]?: LevelCells };

/** The level with the most teachers among these, among all if there are none; the first of several. */
export function findLargestLevel(
  cells: LevelCells,
  levels: readonly Level[],
): { level: Level; cell: PriceCell } | undefined {
  return LEVELS.filter((level) => levels.length === 0 || levels.includes(level))
    .flatMap((level) => {
      const cell = cells[level];
      return cell ? [{ level, cell }] : [];
    })
    .sort((a, b) => b.cell[0] - a.cell[0])[0];
}

/** Shown prices are rounded to this (bani). */
const PRICE_STEP = 500;

/** A usual price (bani) as it is shown and published: rounded to 5 lei. */
export const roundUsualPrice = (bani: number): number => Math.round(bani / PRICE_STEP) * PRICE_STEP;
