import type { County, Level } from "./codes";
import { findLargestLevel, type PriceCells } from "./price-cells";

/** What teachers of a subject usually ask for an hour: the quartiles, in bani. */
export type UsualPrice = {
  level: Level;
  /** Rounded down to tens. */
  teachers: number;
  q1: number;
  median: number;
  q3: number;
  /** Whether these are the teachers of the county, or of the country because the county has too few or none is given. */
  scope: "county" | "country";
};

/** Levels whose prices stand for those of an exam that too few teachers prepare for. */
const COARSER_LEVELS: { [level in Level]?: Level } = { pe: "m", pb: "h" };

/**
 * The usual price among the cells of a subject: in the county if it has enough teachers, otherwise in the country,
 * otherwise of the school that leads to the exam; null if these are too few too. Of several levels it is that with the most
 * teachers; no levels mean any.
 */
export function findUsualPrice(
  cells: PriceCells,
  { levels, county }: { levels: readonly Level[]; county: County | null },
): UsualPrice | null {
  const inCounty = county && findLargestLevel(cells[county] ?? {}, levels);
  const largest = inCounty ?? findLargestLevel(cells.country ?? {}, levels);
  if (!largest) {
    const coarser = levels.flatMap((level) => COARSER_LEVELS[level] ?? []);
    return coarser.length > 0 ? findUsualPrice(cells, { levels: coarser, county }) : null;
  }
  const [teachers, q1, median, q3] = largest.cell;
  return { level: largest.level, teachers, q1, median, q3, scope: inCounty ? "county" : "country" };
}
