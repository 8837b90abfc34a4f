import { levelBits, locationBits } from "@/features/listings";
import type { SearchFilters } from "@/shared/schemas/search";

/**
 * What `search_counts` tells the listings of a scope apart by. County and part (the nth of a square's parts) only where
 * the scope is a square; price (bani an hour) where it is one in a band of prices that a range may begin or end in.
 */
export type Signature = {
  levels: number;
  locations: number;
  online: boolean;
  county: string | undefined;
  part: number;
  price: number | undefined;
};

/** Reads one as the view `search_scopes` writes it: `36.3.1`, `36.3.1.cj.12` or `36.3.1.cj.12.9000`. */
export function readSignature(text: string): Signature {
  const [levels, locations, online, county, part, price] = text.split(".");
  return {
    levels: Number(levels),
    locations: Number(locations),
    online: online === "1",
    county,
    part: Number(part ?? 0),
    price: price === undefined ? undefined : Number(price),
  };
}

/** Whether listings of a signature are among those that a search asks for, as far as the signature tells. */
export function signatureTest(
  filters: SearchFilters,
): (signature: Omit<Signature, "part" | "price">) => boolean {
  const levels = levelBits(filters.level);
  const places = locationBits(filters.location);
  return ({ levels: has, locations, online, county }) =>
    (levels === 0 || (has & levels) !== 0) &&
    (places === 0 || (locations & places) !== 0) &&
    (!filters.online || online) &&
    (!filters.county || county === undefined || county === filters.county);
}
