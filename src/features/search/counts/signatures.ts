import { toFlagBits, toFormatBits, toLevelBits, toLocationBits } from "@/db/search-codes";
import type { SearchFilters } from "@/shared/schemas/search";

/**
 * The properties by which `search_counts` groups the listings of a scope. Scopes of cells also have the county and the
 * part (the nth of the cell's parts); scopes of narrow price bands in cells also the price (bani an hour).
 */
export type Signature = {
  levels: number;
  locations: number;
  flags: number;
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
 * Calls `visit` with each signature in the `signature_counts` of a scope and its number of listings. The view
 * `search_scopes` and triggers write `{"36.3.1":5}`, in a cell `36.3.1.cj.12` or `36.3.1.cj.12.9000`. Read character by
 * character: the cells of a large town have a hundred thousand, for which JSON.parse and split take over ten times as
 * long.
 */
export function forEachSignature(
  signatureCounts: string,
  visit: (signature: Signature, listings: number) => void,
): void {
  let at = 0;
  const readNumber = (): number => {
    let value = 0;
    for (; ; at++) {
      const code = signatureCounts.charCodeAt(at);
      if (!(code >= ZERO && code <= NINE)) return value;
      value = value * 10 + code - ZERO;
    }
  };
  const skipDot = (): boolean => {
    const isDot = signatureCounts.charCodeAt(at) === DOT;
    if (isDot) at++;
    return isDot;
  };
  const readLetters = (): string => {
    const from = at;
    while (signatureCounts.charCodeAt(at) >= A && signatureCounts.charCodeAt(at) <= Z) at++;
    return signatureCounts.slice(from, at);
  };

  for (at = signatureCounts.indexOf('"'); at >= 0; at = signatureCounts.indexOf('"', at)) {
    at++;
    const levels = readNumber();
    at++;
    const locations = readNumber();
    at++;
    const flags = readNumber();
    const county = skipDot() ? readLetters() : undefined;
    const part = skipDot() ? readNumber() : 0;
    const price = skipDot() ? readNumber() : undefined;
    at += 2;
    visit({ levels, locations, flags, county, part, price }, readNumber());
  }
}

/** Whether the stored counts know all filters. They know no words, times and languages; these are counted by reading. */
export const hasStoredCounts = ({ q, when, teaches_in: languages }: SearchFilters): boolean =>
  q === "" && when.length === 0 && languages.length === 0;

/** A test whether the listings of a signature match the filters, as far as a signature has the properties. */
export function createSignatureTest(
  filters: SearchFilters,
): (signature: Omit<Signature, "part" | "price">) => boolean {
  const levelBits = toLevelBits(filters.level);
  const locationBits = toLocationBits(filters.location);
  const flagBits = toFlagBits(filters);
  const formatBits = toFormatBits(filters.format);
  return ({ levels, locations, flags, county }) =>
    (levelBits === 0 || (levels & levelBits) !== 0) &&
    (locationBits === 0 || (locations & locationBits) !== 0) &&
    (flags & flagBits) === flagBits &&
    (formatBits === 0 || (flags & formatBits) !== 0) &&
    (!filters.county || county === undefined || county === filters.county);
}
