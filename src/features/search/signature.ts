import { levelBits, locationBits } from "@/features/listings";
import type { SearchFilters } from "@/shared/schemas/search";
import { priceRange } from "./price-bands";

/**
 * What `search_counts` tells the listings of a scope apart by. County, spot (place in the square, row by row) and price
 * (bani an hour) only where the scope leaves them open.
 */
export type Signature = {
  levels: number;
  locations: number;
  online: boolean;
  county: string | undefined;
  spot: number | undefined;
  price: number | undefined;
};

/** Reads one as the view `search_scopes` writes it: `36.3.1.cj.12.9000`, or the beginning of it. */
export function readSignature(text: string): Signature {
  const [levels, locations, online, county, spot, price] = text.split(".");
  return {
    levels: Number(levels),
    locations: Number(locations),
    online: online === "1",
    county,
    spot: spot === undefined ? undefined : Number(spot),
    price: price === undefined ? undefined : Number(price),
  };
}

/** Whether listings of a signature are among those that a search asks for, as far as the signature tells. */
export function signatureTest(filters: SearchFilters): (signature: Signature) => boolean {
  const levels = levelBits(filters.level);
  const places = locationBits(filters.location);
  const range = priceRange(filters);
  return ({ levels: has, locations, online, county, price }) =>
    (levels === 0 || (has & levels) !== 0) &&
    (places === 0 || (locations & places) !== 0) &&
    (!filters.online || online) &&
    (!filters.county || county === undefined || county === filters.county) &&
    (!range || price === undefined || (price >= range.lowest && price <= range.highest));
}
