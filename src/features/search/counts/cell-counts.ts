import {
  CELL_STEPS,
  COUNTED_CELL_LEVEL,
  countScope,
  type GeoCell,
  PRICE_BAND_WIDTHS,
  SCOPE_KIND,
} from "@/db/search-codes";
import { SUBJECTS, type Subject } from "@/shared/codes";
import type { GridPoint } from "@/shared/geo";
import type { SearchFilters } from "@/shared/schemas/search";
import { getCountedPart } from "../distance/geo-cells";
import { type PriceRange, toPriceRange } from "./price-bands";
import { type CountContext, readCounts, type ScopeCounts, type ScopeRange } from "./read-counts";
import { createSignatureTest, forEachSignature, type Signature } from "./signatures";

/** The number of matches in a geo cell or at a grid point. */
export type CellCount = { cell: GeoCell; listings: number };

/** The stored counts of listings by geo cell, for one search. */
export type CellCounts = {
  /**
   * Splits each cell into the next narrower cells, or into points, and returns those with matches. Accepts only widest
   * cells and cells that an earlier call returned. Reads at most one row for each subject and price band of a widest
   * cell, and only rows with matches for the others.
   */
  readParts(cells: readonly GeoCell[]): Promise<CellCount[]>;
  /** Rows that `readParts` would read; approximate for the widest cells. */
  estimateRows(cells: readonly GeoCell[]): number;
  /** Matches that have expired but are still counted; known after the first `readParts`. */
  countExpired(): number;
};

const toKey = ({ level, y, x }: GeoCell): string => `${level}:${y}:${x}`;

const WIDEST_LEVEL = CELL_STEPS.length - 1;
const [WIDEST, NARROW] = [CELL_STEPS[4], CELL_STEPS[COUNTED_CELL_LEVEL]];
/** Narrow cells along the side of a widest cell, in the counts by price. */
const PARTS_PER_SIDE = WIDEST / NARROW;
const [, , TEN_LEI, HUNDRED_LEI] = PRICE_BAND_WIDTHS;

/** Up to this many price bands of a cell are named singly: reading a range costs one more row, the one after it. */
const MAX_NAMED_BANDS = 4;

/** Scopes to read: the counts of a subject in a cell. */
type ScopeQuery = { range: ScopeRange; subject: Subject | undefined; cell: GeoCell };

/** The subjects whose counts make up a search; `undefined` for the count over all subjects. */
export const listCountedSubjects = ({ subject }: SearchFilters): readonly (Subject | undefined)[] =>
  subject.length > 0 && subject.length < SUBJECTS.length ? subject : [undefined];

/** Reads each scope once. Query terms (`q`) are ignored: counts do not know them. */
export function createCellCounts(ctx: CountContext, filters: SearchFilters): CellCounts {
  const subjects = listCountedSubjects(filters);
  const prices = toPriceRange(filters);
  const matches = createMatchTest(filters, prices);
  const read = new Map<string, Promise<CellCount[]>>();
  /** By part, the scopes with matches, known from the counts of the cell around it. */
  const partScopes = new Map<string, Map<string, ScopeQuery>>();
  let expired: number | null = null;

  function listScopes(cell: GeoCell): ScopeQuery[] {
    if (cell.level < WIDEST_LEVEL) return [...(partScopes.get(toKey(cell))?.values() ?? [])];
    return subjects.flatMap((subject) =>
      (prices ? listPriceScopes(subject, cell, prices) : [toCellScope(subject, cell)]).map((range) => ({
        subject,
        cell,
        range,
      })),
    );
  }

  const toPart = (cell: GeoCell, part: number): GeoCell =>
    prices && cell.level !== COUNTED_CELL_LEVEL
      ? {
          level: COUNTED_CELL_LEVEL,
          y: cell.y * PARTS_PER_SIDE + Math.floor(part / PARTS_PER_SIDE),
          x: cell.x * PARTS_PER_SIDE + (part % PARTS_PER_SIDE),
        }
      : getCountedPart(cell, part);

  /** One statement. */
  async function readCells(cells: readonly GeoCell[]): Promise<Map<string, CellCount[]>> {
    const isFirst = expired === null;
    expired ??= 0;
    const scopes = cells.flatMap(listScopes);
    const result = await readCounts(
      ctx,
      filters,
      scopes.map(({ range }) => range),
      isFirst,
    );
    if (isFirst) expired = result.expired;
    const parts = new Map(cells.map((cell) => [toKey(cell), new Map<string, CellCount>()]));
    const findQuery = createQueryLookup(scopes);
    for (const counts of result.counts) {
      const query = findQuery(counts.scope);
      if (!query) continue;
      const partsOfCell = parts.get(toKey(query.cell));
      for (const [part, listings] of sumByPart(counts.signatureCounts)) {
        const cell = toPart(query.cell, part);
        const key = toKey(cell);
        partsOfCell?.set(key, { cell, listings: (partsOfCell.get(key)?.listings ?? 0) + listings });
        if (cell.level > 0) addPartScope(key, cell, query.subject, counts);
      }
    }
    return new Map([...parts].map(([key, counts]) => [key, [...counts.values()]]));
  }

  /** Matches by part of the cell. */
  function sumByPart(signatureCounts: string): Map<number, number> {
    const sums = new Map<number, number>();
    forEachSignature(signatureCounts, (signature, listings) => {
      if (matches(signature)) sums.set(signature.part, (sums.get(signature.part) ?? 0) + listings);
    });
    return sums;
  }

  function addPartScope(key: string, cell: GeoCell, subject: Subject | undefined, counts: ScopeCounts): void {
    const range = prices ? toPointPriceScope(subject, cell, counts.scope) : toCellScope(subject, cell);
    const known = partScopes.get(key) ?? new Map<string, ScopeQuery>();
    partScopes.set(key, known.set(range.first, { range, subject, cell }));
  }

  return {
    async readParts(cells) {
      const unread = cells.filter((cell) => !read.has(toKey(cell)));
      if (unread.length > 0) {
        const all = readCells(unread);
        for (const cell of unread) {
          const key = toKey(cell);
          read.set(
            key,
            all.then((counts) => counts.get(key) ?? []),
          );
        }
      }
      const parts = await Promise.all(cells.map((cell) => read.get(toKey(cell)) ?? []));
      return parts.flat();
    },
    estimateRows: (cells) =>
      cells
        .filter((cell) => !read.has(toKey(cell)))
        .flatMap(listScopes)
        .reduce((rows, { range }) => rows + countRows(range), 0),
    countExpired: () => expired ?? 0,
  };
}

/** Maximum rows of a scope range: one for each band, and the row after the last. */
const countRows = ({ first, last }: ScopeRange): number =>
  first === last ? 1 : parseBand(last) - parseBand(first) + 2;

const parseBand = (scope: string): number => Number(scope.slice(scope.lastIndexOf(":") + 1));

/** The scope of a cell for all prices. */
function toCellScope(subject: Subject | undefined, cell: GeoCell): ScopeRange {
  const scope = countScope.cell(subject, cell);
  return { first: scope, last: scope, withSignatures: true };
}

/**
 * The scopes of a widest cell that hold a price range: bands of 100 lei, and of 10 lei at both ends. The signatures of
 * the bands of 10 lei have the price.
 */
function listPriceScopes(subject: Subject | undefined, cell: GridPoint, prices: PriceRange): ScopeRange[] {
  const { lowest, highest } = prices;
  const toRange = (toScope: (band: number) => string, from: number, to: number): ScopeRange[] => {
    if (from > to) return [];
    const ranges =
      to - from < MAX_NAMED_BANDS
        ? Array.from({ length: to - from + 1 }, (_, n) => [from + n, from + n] as const)
        : [[from, to] as const];
    return ranges.map(([first, last]) => ({
      first: toScope(first),
      last: toScope(last),
      withSignatures: true,
    }));
  };
  const toTens = (from: number, to: number) =>
    toRange(
      (band) => countScope.widestCellBy10Lei(subject, cell, band),
      Math.floor(from / TEN_LEI),
      Math.floor(to / TEN_LEI),
    );
  const [first, end] = [Math.ceil(lowest / HUNDRED_LEI), Math.floor((highest + 1) / HUNDRED_LEI)];
  if (first >= end) return toTens(lowest, highest);
  return [
    ...toRange((band) => countScope.widestCellBy100Lei(subject, cell, band), first, end - 1),
    ...toTens(lowest, first * HUNDRED_LEI - 1),
    ...toTens(end * HUNDRED_LEI, highest),
  ];
}

/** The scope of a narrow cell, by points, in the price band of the scope around it (`listPriceScopes`). */
function toPointPriceScope(
  subject: Subject | undefined,
  cell: GridPoint,
  surroundingScope: string,
): ScopeRange {
  const [, kind, , , band] = surroundingScope.split(":");
  const toScope =
    kind === SCOPE_KIND.widestCellBy100Lei ? countScope.countedCellBy100Lei : countScope.countedCellBy10Lei;
  const scope = toScope(subject, cell, Number(band));
  return { first: scope, last: scope, withSignatures: true };
}

/** Finds the query that a row was read for. */
function createQueryLookup(queries: readonly ScopeQuery[]): (scope: string) => ScopeQuery | undefined {
  // The scopes of a range differ only in the band at their end.
  const dropBand = (scope: string) => scope.slice(0, scope.lastIndexOf(":"));
  const single = new Map<string, ScopeQuery>();
  const ranges = new Map<string, ScopeQuery>();
  for (const query of queries) {
    const { first, last } = query.range;
    if (first === last) single.set(first, query);
    else ranges.set(dropBand(first), query);
  }
  return (scope) => single.get(scope) ?? ranges.get(dropBand(scope));
}

const createMatchTest = (filters: SearchFilters, prices: PriceRange | null) => {
  const matchesSignature = createSignatureTest(filters);
  return (signature: Signature): boolean => {
    const { price } = signature;
    return (
      matchesSignature(signature) &&
      (!prices || price === undefined || (price >= prices.lowest && price <= prices.highest))
    );
  };
};
