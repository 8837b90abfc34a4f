import { countScope, PRICE_BAND_WIDTHS } from "@/features/listings";
import type { Subject } from "@/shared/codes";
import type { GridPoint } from "@/shared/geo";
import type { PriceRange } from "./price-bands";
import type { Scopes } from "./read-counts";

const [, , TEN, HUNDRED] = PRICE_BAND_WIDTHS;
const tensOf = (bani: number): number => Math.floor(bani / TEN);

const between = (name: (band: number) => string, from: number, to: number): Scopes[] =>
  from > to ? [] : [{ first: name(from), last: name(to), sets: true }];

/**
 * The scopes of a cell of the widest kind that hold a range of prices: whole hundreds of lei, and at both ends tens,
 * which tell the price.
 */
export function wideScopes(subject: Subject | undefined, cell: GridPoint, range: PriceRange): Scopes[] {
  const { lowest, highest } = range;
  const tens = (from: number, to: number) =>
    between((value) => countScope.tens(subject, cell, value), tensOf(from), tensOf(to));
  const [first, end] = [Math.ceil(lowest / HUNDRED), Math.floor((highest + 1) / HUNDRED)];
  if (first >= end) return tens(lowest, highest);
  return [
    ...between((value) => countScope.hundreds(subject, cell, value), first, end - 1),
    ...tens(lowest, first * HUNDRED - 1),
    ...tens(end * HUNDRED, highest),
  ];
}

/** The scope of a cell of COUNTED_CELL_LEVEL in the band that a scope of `wideScopes` is of. It tells the points in it. */
export function narrowScope(subject: Subject | undefined, cell: GridPoint, wide: string): Scopes {
  const [, kind, , , band] = wide.split(":");
  const name = kind === "gh" ? countScope.pointHundreds : countScope.pointTens;
  const scope = name(subject, cell, Number(band));
  return { first: scope, last: scope, sets: true };
}
