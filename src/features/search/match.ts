import { codeTerm, type GeoCell } from "@/features/listings";
import { LEVELS, type Placement, SUBJECTS } from "@/shared/codes";
import type { SearchFilters } from "@/shared/schemas/search";
import { circle, coverOf } from "./geo-cells";
import { priceRange, priceRuns } from "./price-bands";
import { allWords, type Tier } from "./words";

/** Maximum cells that cover a circle; the match merges one list per cell. */
const CIRCLE_CELLS = 96;
/** Bands of one ban that are named one by one; more of them are the leu they belong to. */
const SINGLE_BANI = 9;

/** What of a search is said otherwise, or more narrowly, than by its filters. */
export type MatchOptions = {
  /** Which of its words' tiers. */
  tier?: Tier;
  /** Cells instead of those within `radius` of `near`. */
  cells?: readonly GeoCell[] | undefined;
  /** Whether the order is by price, where a range of prices is one of the table itself. */
  byPrice?: boolean;
  placement?: Placement;
};

/**
 * A search as one FTS5 query: a listing must have one word of each group, and the words of `q`. What cells and bands
 * of prices say too widely is left to the entry (`entryConditions`).
 */
export function matchOf(filters: SearchFilters, given: MatchOptions = {}): string {
  const groups = codeGroups(filters, given).map(
    (codes) => `(${codes.map((code) => `"${code}"`).join(" OR ")})`,
  );
  const words = given.tier?.match ?? (filters.q === "" ? null : allWords(filters.q));
  const all = [...(words === null ? [] : [`(${words})`]), ...groups];
  const match = all.length > 0 ? all.join(" AND ") : `"${codeTerm.any}"`;
  return (given.tier?.without ?? []).reduce((found, less) => `(${found}) NOT (${less})`, match);
}

/** One group for each filter in use. Every listing has a subject and a level: all of them ask for no less than none does. */
function codeGroups(filters: SearchFilters, { cells, byPrice, placement }: MatchOptions): string[][] {
  const { subject, level, county, location, online, near, radius } = filters;
  const prices = byPrice ? null : priceWords(filters);
  const around = cells ?? (near && coverOf(circle(near, radius), CIRCLE_CELLS).map(({ cell }) => cell));
  return [
    ...(placement ? [[codeTerm.placement(placement)]] : []),
    ...(subject.length > 0 && subject.length < SUBJECTS.length ? [subject.map(codeTerm.subject)] : []),
    ...(level.length > 0 && level.length < LEVELS.length ? [level.map(codeTerm.level)] : []),
    ...(county ? [[codeTerm.county(county)]] : []),
    ...(location.length > 0 ? [location.map(codeTerm.location)] : []),
    ...(online ? [[codeTerm.online]] : []),
    ...(prices ? [prices] : []),
    ...(around ? [orNothing(around.map(codeTerm.cell))] : []),
  ];
}

/** A group without words would ask for nothing; it means that nothing fits. */
const orNothing = (words: string[]): string[] => (words.length > 0 ? words : [codeTerm.none]);

function priceWords(filters: SearchFilters): string[] | null {
  const range = priceRange(filters);
  if (!range) return null;
  const words = priceRuns(range).flatMap(({ band, from, to }) =>
    band === 0 && to - from >= SINGLE_BANI
      ? // A run of single bani may cross from one leu into the next.
        bandWords(1, Math.floor(from / 100), Math.floor(to / 100))
      : bandWords(band, from, to),
  );
  return orNothing([...new Set(words)]);
}

const bandWords = (band: number, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, n) => codeTerm.price(band, from + n));
