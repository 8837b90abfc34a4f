import { PRICE_BAND_WIDTHS } from "@/db/search-codes";
import { LISTING_BOUNDS } from "@/shared/schemas/listing";
import type { SearchFilters } from "@/shared/schemas/search";

/**
 * Consecutive bands of one width, first and last inclusive. `band` is an index of PRICE_BAND_WIDTHS; a band is numbered
 * by its prices in that width, rounded down.
 */
export type BandRun = { band: number; from: number; to: number };

/** Bani an hour, both inclusive. */
export type PriceRange = { lowest: number; highest: number };

const WIDEST_BAND = PRICE_BAND_WIDTHS[3];
const SHORTEST_SESSION_MIN = 45;
/** The highest possible price per hour, rounded up to the end of its widest band. */
const MAX_PRICE =
  Math.ceil((LISTING_BOUNDS.price.max * 60) / SHORTEST_SESSION_MIN / WIDEST_BAND + 1) * WIDEST_BAND - 1;

/** The range of `min` and `max`; null without both. */
export function toPriceRange({ min, max }: Pick<SearchFilters, "min" | "max">): PriceRange | null {
  if (min === null && max === null) return null;
  const highest = max === null ? MAX_PRICE : Math.min(Math.round(max * 100), MAX_PRICE);
  return { lowest: Math.round((min ?? 0) * 100), highest };
}

/**
 * A price range as few runs of bands, the widest in the middle: 73.50 to 420 lei is 50 single bani, 6 bands of 1 leu,
 * 2 of 10 lei, 3 of 100 lei, 2 of 10 lei and 1 ban. Empty for an empty range.
 */
export function splitIntoBands({ lowest, highest }: PriceRange): BandRun[] {
  let [from, end] = [lowest, highest + 1];
  const before: BandRun[] = [];
  const after: BandRun[] = [];
  for (const [band, width] of PRICE_BAND_WIDTHS.entries()) {
    if (from >= end) break;
    // The runs are in units of this width. Those at the ends fill no wider band.
    const toRun = (start: number, next: number): BandRun => ({
      band,
      from: start / width,
      to: next / width - 1,
    });
    const wider = PRICE_BAND_WIDTHS[band + 1];
    const innerFrom = wider ? Math.ceil(from / wider) * wider : end;
    const innerEnd = wider ? Math.floor(end / wider) * wider : end;
    if (innerFrom >= innerEnd) {
      before.push(toRun(from, end));
      break;
    }
    if (from < innerFrom) before.push(toRun(from, innerFrom));
    if (innerEnd < end) after.unshift(toRun(innerEnd, end));
    [from, end] = [innerFrom, innerEnd];
  }
  return [...before, ...after];
}
