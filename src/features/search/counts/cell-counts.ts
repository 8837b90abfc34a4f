import {
  CELL_STEPS,
  COUNTED_CELL_LEVEL,
  countScope,
  type GeoCell,
  PRICE_BAND_WIDTHS,
} from "@/features/listings";
import { SUBJECTS, type Subject } from "@/shared/codes";
import type { GridPoint } from "@/shared/geo";
import type { SearchFilters } from "@/shared/schemas/search";
import { countedPart } from "../distance/geo-cells";
import { type PriceRange, priceRange } from "./price-bands";
import { type Asking, type Count, readCounts, type Scopes } from "./read-counts";
import { eachSet, type Signature, signatureTest } from "./signature";

/** Number of listings that match a search in a geo cell or at a point of the grid. */
export type CellCount = { cell: GeoCell; listings: number };

/** The stored counts of listings by geo cell, for one search. */
export type CellCounts = {
  /**
   * The parts of cells that hold any listings that are asked for: of the widest cells narrower ones, and so on to
   * points. Only the widest and such parts can be opened. Of the widest at most a row for each subject and band of
   * prices, of a part only for those that it was seen to hold: never more rows than listings that are asked for.
   */
  open(cells: readonly GeoCell[]): Promise<CellCount[]>;
  /** How many rows opening these would read; of the widest cells at about. */
  rowsOf(cells: readonly GeoCell[]): number;
  /** How many of those that are asked for are expired and not swept out yet; known once any cell was opened. */
  expired(): number;
};

const toKey = ({ level, y, x }: GeoCell): string => `${level}:${y}:${x}`;

const WIDEST = CELL_STEPS.length - 1;
const [WIDE, NARROW] = [CELL_STEPS[4], CELL_STEPS[COUNTED_CELL_LEVEL]];
/** Number of narrow cells along the side of a widest cell, for price counts. */
const ALONG = WIDE / NARROW;

/** A scope to be read, and which part of `cell` a signature in it is of. */
type ScopeQuery = { scopes: Scopes; subject: Subject | undefined; cell: GeoCell };

/** The subjects whose counts a search is the sum of; all of them are counted together, as `undefined`. */
export const countedSubjects = ({ subject }: SearchFilters): readonly (Subject | undefined)[] =>
  subject.length > 0 && subject.length < SUBJECTS.length ? subject : [undefined];

/** Reads what a search asks for, each scope once. Words (`q`) are not counted: they are left out. */
export function createCellCounts(ctx: Asking, filters: SearchFilters): CellCounts {
  const subjects = countedSubjects(filters);
  const range = priceRange(filters);
  const fits = fitting(filters, range);
  const opened = new Map<string, Promise<CellCount[]>>();
  /** Which scopes hold something in a part, found by what the cell around it told. */
  const holding = new Map<string, Map<string, ScopeQuery>>();
  let expired: number | null = null;

  function askedOf(cell: GeoCell): ScopeQuery[] {
    if (cell.level < WIDEST) return [...(holding.get(toKey(cell))?.values() ?? [])];
    return subjects.flatMap((subject) =>
      (range ? wideScopes(subject, cell, range) : [plainScope(subject, cell)]).map((scopes) => ({
        subject,
        cell,
        scopes,
      })),
    );
  }

  const partOf = (cell: GeoCell, part: number): GeoCell =>
    range && cell.level !== COUNTED_CELL_LEVEL
      ? {
          level: COUNTED_CELL_LEVEL,
          y: cell.y * ALONG + Math.floor(part / ALONG),
          x: cell.x * ALONG + (part % ALONG),
        }
      : countedPart(cell, part);

  /** One statement. */
  async function read(cells: readonly GeoCell[]): Promise<Map<string, CellCount[]>> {
    const first = expired === null;
    expired ??= 0;
    const asked = cells.flatMap(askedOf);
    const answer = await readCounts(
      ctx,
      filters,
      asked.map(({ scopes }) => scopes),
      first,
    );
    if (first) expired = answer.expired;
    const parts = new Map(cells.map((cell) => [toKey(cell), new Map<string, CellCount>()]));
    const places = placesOf(asked);
    for (const count of answer.counts) {
      const place = places(count.scope);
      if (!place) continue;
      const its = parts.get(toKey(place.cell));
      for (const [part, listings] of perPart(count.sets)) {
        const cell = partOf(place.cell, part);
        const key = toKey(cell);
        its?.set(key, { cell, listings: (its.get(key)?.listings ?? 0) + listings });
        if (cell.level > 0) remember(key, cell, place.subject, count);
      }
    }
    return new Map([...parts].map(([key, counts]) => [key, [...counts.values()]]));
  }

  /** How many of those that are asked for stand in each part of a cell. */
  function perPart(sets: string): Map<number, number> {
    const sums = new Map<number, number>();
    eachSet(sets, (signature, listings) => {
      if (fits(signature)) sums.set(signature.part, (sums.get(signature.part) ?? 0) + listings);
    });
    return sums;
  }

  function remember(key: string, cell: GeoCell, subject: Subject | undefined, count: Count): void {
    const scopes = range ? narrowScope(subject, cell, count.scope) : plainScope(subject, cell);
    const known = holding.get(key) ?? new Map<string, ScopeQuery>();
    holding.set(key, known.set(scopes.first, { scopes, subject, cell }));
  }

  return {
    async open(cells) {
      const fresh = cells.filter((cell) => !opened.has(toKey(cell)));
      if (fresh.length > 0) {
        const all = read(fresh);
        for (const cell of fresh) {
          const key = toKey(cell);
          opened.set(
            key,
            all.then((counts) => counts.get(key) ?? []),
          );
        }
      }
      const each = await Promise.all(cells.map((cell) => opened.get(toKey(cell)) ?? []));
      return each.flat();
    },
    rowsOf: (cells) =>
      cells
        .filter((cell) => !opened.has(toKey(cell)))
        .flatMap(askedOf)
        .reduce((rows, { scopes }) => rows + rowsOf(scopes), 0),
    expired: () => expired ?? 0,
  };
}

/** Maximum rows: one for each band, and the one after the last. */
const rowsOf = ({ first, last }: Scopes): number => (first === last ? 1 : bandOf(last) - bandOf(first) + 2);

const bandOf = (scope: string): number => Number(scope.slice(scope.lastIndexOf(":") + 1));

/** The scope of a cell, whatever the price. */
function plainScope(subject: Subject | undefined, cell: GeoCell): Scopes {
  const scope = countScope.cell(subject, cell);
  return { first: scope, last: scope, sets: true };
}

/** Finds what a row that was read was asked for. */
function placesOf(asked: readonly ScopeQuery[]): (scope: string) => ScopeQuery | undefined {
  // A range of bands is asked for by its first: the name of a scope but for the band at its end is the same.
  const nameOf = (scope: string, { first, last }: Pick<Scopes, "first" | "last">) =>
    first === last ? scope : scope.slice(0, scope.lastIndexOf(":"));
  const single = new Map<string, ScopeQuery>();
  const ranges = new Map<string, ScopeQuery>();
  for (const one of asked) {
    const isRange = one.scopes.first !== one.scopes.last;
    (isRange ? ranges : single).set(nameOf(one.scopes.first, one.scopes), one);
  }
  return (scope) => single.get(scope) ?? ranges.get(scope.slice(0, scope.lastIndexOf(":")));
}

const fitting = (filters: SearchFilters, range: PriceRange | null) => {
  const fits = signatureTest(filters);
  return (signature: Signature): boolean => {
    const { price } = signature;
    return (
      fits(signature) && (!range || price === undefined || (price >= range.lowest && price <= range.highest))
    );
  };
};

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
