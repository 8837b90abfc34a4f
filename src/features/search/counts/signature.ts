import { toLevelBits, toLocationBits } from "@/features/listings";
import type { SearchFilters } from "@/shared/schemas/search";

/**
 * What `search_counts` tells the listings of a scope apart by. County and part (the nth of a cell's parts) only where
 * the scope is a cell; price (bani an hour) where it is one in a band of prices that a range may begin or end in.
 */
export type Signature = {
  levels: number;
  locations: number;
  online: boolean;
  county: string | undefined;
  part: number;
  price: number | undefined;
};

const DOT = ".".charCodeAt(0);
const A = "a".charCodeAt(0);
const Z = "z".charCodeAt(0);
const NINE = "9".charCodeAt(0);
const ZERO = "0".charCodeAt(0);

/**
 * Calls `take` with each signature in the `sets` of a scope and with how many listings have it. They are as the view
 * `search_scopes` and the triggers write them: `{"36.3.1": 5}` without the space, in a cell `36.3.1.cj.12` or
 * `36.3.1.cj.12.9000`. Read sign by sign: a large town's cells have a hundred thousand, and to parse them as JSON and
 * take the names apart takes over ten times as long.
 */
export function eachSet(sets: string, take: (signature: Signature, listings: number) => void): void {
  let at = 0;
  const number = (): number => {
    let value = 0;
    for (; ; at++) {
      const sign = sets.charCodeAt(at);
      if (!(sign >= ZERO && sign <= NINE)) return value;
      value = value * 10 + sign - ZERO;
    }
  };
  /** Goes on behind a dot, if there is one. */
  const goesOn = (): boolean => {
    const dot = sets.charCodeAt(at) === DOT;
    if (dot) at++;
    return dot;
  };
  const letters = (): string => {
    const from = at;
    while (sets.charCodeAt(at) >= A && sets.charCodeAt(at) <= Z) at++;
    return sets.slice(from, at);
  };

  for (at = sets.indexOf('"'); at >= 0; at = sets.indexOf('"', at)) {
    at++;
    const levels = number();
    at++;
    const locations = number();
    at++;
    const online = number() === 1;
    const county = goesOn() ? letters() : undefined;
    const part = goesOn() ? number() : 0;
    const price = goesOn() ? number() : undefined;
    at += 2;
    take({ levels, locations, online, county, part, price }, number());
  }
}

/** Whether listings of a signature are among those that a search asks for, as far as the signature tells. */
export function signatureTest(
  filters: SearchFilters,
): (signature: Omit<Signature, "part" | "price">) => boolean {
  const levels = toLevelBits(filters.level);
  const places = toLocationBits(filters.location);
  return ({ levels: has, locations, online, county }) =>
    (levels === 0 || (has & levels) !== 0) &&
    (places === 0 || (locations & places) !== 0) &&
    (!filters.online || online) &&
    (!filters.county || county === undefined || county === filters.county);
}
