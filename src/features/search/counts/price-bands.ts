import { PRICE_BAND_WIDTHS } from "@/features/listings";
import { LISTING_BOUNDS } from "@/shared/schemas/listing";
import type { SearchFilters } from "@/shared/schemas/search";

/** Bands of one width (a place in PRICE_BAND_WIDTHS), from the first to the last: prices in that width, rounded down. */
export type PriceRun = { band: number; from: number; to: number };

/** Bani an hour, both inclusive. */
export type PriceRange = { lowest: number; highest: number };

/** The dearest hour there can be: the highest price for the shortest session. A multiple of the widest band and one less. */
const WIDEST = PRICE_BAND_WIDTHS[3];
const DEAREST = Math.ceil((LISTING_BOUNDS.price.maximum * 60) / 45 / WIDEST + 1) * WIDEST - 1;

/** What `min` and `max` ask for; null when neither does. */
export function priceRange({ min, max }: Pick<SearchFilters, "min" | "max">): PriceRange | null {
  if (min === null && max === null) return null;
  const highest = max === null ? DEAREST : Math.min(Math.round(max * 100), DEAREST);
  return { lowest: Math.round((min ?? 0) * 100), highest };
}

/**
 * A range of prices as few runs of bands, the widest in the middle: `73.50 to 420` is 50 bani, 6 lei, two tens, three
 * hundreds, two tens and one ban. Empty when the range is.
 */
export function priceRuns({ lowest, highest }: PriceRange): PriceRun[] {
  let [from, end] = [lowest, highest + 1];
  const before: PriceRun[] = [];
  const after: PriceRun[] = [];
  for (const [band, width] of PRICE_BAND_WIDTHS.entries()) {
    if (from >= end) break;
    const wider = PRICE_BAND_WIDTHS[band + 1];
    // In units of this width; the ends that fill no wider band are taken here.
    const [first, last] = [from / width, end / width];
    if (wider === undefined) {
      before.push({ band, from: first, to: last - 1 });
      break;
    }
    const inner = [Math.ceil(from / wider) * wider, Math.floor(end / wider) * wider] as const;
    if (inner[0] >= inner[1]) {
      before.push({ band, from: first, to: last - 1 });
      break;
    }
    if (from < inner[0]) before.push({ band, from: first, to: inner[0] / width - 1 });
    if (inner[1] < end) after.unshift({ band, from: inner[1] / width, to: last - 1 });
    [from, end] = inner;
  }
  return [...before, ...after];
}
