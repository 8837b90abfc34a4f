import { type County, type Level, listExamSchools } from "./codes";
import type { FieldError } from "./errors";
import { findLargestLevel, type LevelCells, type PriceCells, roundUsualPrice } from "./price-cells";

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
    const schools = listExamSchools(levels);
    return schools.length > 0 ? findUsualPrice(cells, { levels: schools, county }) : null;
  }
  const [teachers, q1, median, q3] = largest.cell;
  return { level: largest.level, teachers, q1, median, q3, scope: inCounty ? "county" : "country" };
}

/** The prices of all levels of a subject: in the county if it has any, otherwise in the country. */
export type LevelPrices = { scope: UsualPrice["scope"]; cells: LevelCells };

export function findLevelPrices(cells: PriceCells, county: County | null): LevelPrices | null {
  const inCounty = county && cells[county];
  const found = inCounty || cells.country;
  return found ? { scope: inCounty ? "county" : "country", cells: found } : null;
}

/** The error of an unusual price, which the form of a listing holds back once: it is submitted by `submit_anyway`. */
export const PRICE_HELD = "price_held";

/** An error for a price of an hour (bani) that is probably mistyped: far from what teachers of the subject usually ask. */
export function validateUsualPrice(pricePerHour: number, usual: UsualPrice): FieldError[] {
  const { q1, q3 } = usual;
  if (pricePerHour <= 3 * q3 && 3 * pricePerHour >= q1) return [];
  const toLei = (bani: number) => Math.round(bani / 100);
  const params = {
    price: toLei(pricePerHour),
    from: toLei(roundUsualPrice(q1)),
    to: toLei(roundUsualPrice(q3)),
  };
  return [{ field: "price", code: PRICE_HELD, params }];
}
