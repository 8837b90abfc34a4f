import { countScope } from "@/features/listings";
import { SUBJECTS, type Subject } from "@/shared/codes";
import type { SearchFilters } from "@/shared/schemas/search";
import { circle, countedCells } from "./map-cells";
import { type PriceRange, priceRange, priceRuns } from "./price-bands";

/**
 * Names of `search_counts` from one to another, with what is to be known of them: how many listings there are, how many
 * by signature, or also at which spots of a square that a circle's border crosses.
 */
export type CountedScopes = { first: string; last: string; known: "listings" | "sets" | "spots" };

/**
 * The scopes that a search without words is counted by. They do not overlap, and together they hold what it asks for; the
 * most telling ones come first, for whoever stops at a thousand.
 */
export function countedScopes(filters: SearchFilters): CountedScopes[] {
  const range = priceRange(filters);
  const subjects = filters.subject.length < SUBJECTS.length ? filters.subject : [];
  const each = subjects.length > 0 ? subjects : [undefined];
  return each.flatMap((subject) =>
    filters.near ? aroundPlace(filters, subject, range) : inPlace(filters, subject, range),
  );
}

function inPlace(
  filters: SearchFilters,
  subject: Subject | undefined,
  range: PriceRange | null,
): CountedScopes[] {
  const county = filters.county ?? undefined;
  const known = asksForSets(filters) ? "sets" : "listings";
  if (!range) {
    const scope = countScope.place(subject, county);
    return [{ first: scope, last: scope, known }];
  }
  const name = (band: number, value: number) => countScope.price(subject, county, band, value);
  return priceRuns(range)
    .sort((a, b) => b.band - a.band)
    .map(({ band, from, to }) => ({ first: name(band, from), last: name(band, to), known }));
}

function aroundPlace(
  filters: SearchFilters,
  subject: Subject | undefined,
  range: PriceRange | null,
): CountedScopes[] {
  if (!filters.near) return [];
  const sets = range !== null || filters.county !== null || asksForSets(filters);
  return countedCells(circle(filters.near, filters.radius), range !== null)
    .sort((a, b) => Number(b.whole) - Number(a.whole) || b.cell.level - a.cell.level)
    .map(({ cell, whole }) => {
      const known = whole ? (sets ? "sets" : "listings") : "spots";
      if (!range) {
        const scope = countScope.cell(subject, cell);
        return { first: scope, last: scope, known };
      }
      const tens = (bani: number) => countScope.cellPrice(subject, cell, Math.floor(bani / 1000));
      return { first: tens(range.lowest), last: tens(range.highest), known };
    });
}

/** Whether levels, places or online are asked for, which no scope names. */
const asksForSets = ({ level, location, online }: SearchFilters): boolean =>
  level.length > 0 || location.length > 0 || online;
