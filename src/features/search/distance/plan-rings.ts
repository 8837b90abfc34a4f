import type { GeoCell } from "@/db/search-codes";
import type { CellCount, CellCounts } from "../counts/cell-counts";
import { computeDistanceBounds, getOverlap, listWidestCells, type Ring } from "./geo-cells";

/** Rings in reading order, the part after them (null at the end), and the rows that all plans of a page have read. */
export type RingPlan = { rings: Ring[]; rest: Ring | null; rows: number };

/**
 * Approximate maximum of rows read to plan a page, besides the widest cells. Beyond it, estimating positions within a
 * cell costs less.
 */
const PLANNING_ROWS = 40;
/** Rings in a page with estimated positions; each has as many cells to match. */
const ESTIMATED_RINGS = 2;

/** Where a cell begins and ends in reading direction: meters from the center, negative when reading backwards. */
type CellInterval = { cell: GeoCell; begins: number; ends: number };
type CountedInterval = CellCount & CellInterval;

/** First and last position (m) in reading direction. */
type PositionRange = { start: number; last: number };

/**
 * Splits a ring into consecutive rings that hold about `limit` listings together (or all), about `limit / rings` each.
 * Uses the counts of the widest cells and, where they may hold the next listings, of narrower cells down to points.
 * Where that reads too many rows, listings are assumed to be spread evenly in a cell.
 */
export async function planRings(
  cellCounts: CellCounts,
  ring: Ring,
  { backwards, limit, rings, ...earlier }: { backwards: boolean; limit: number; rings: number; rows: number },
): Promise<RingPlan> {
  let { rows } = earlier;
  const range = { start: backwards ? 1 - ring.to : ring.from, last: backwards ? -ring.from : ring.to - 1 };
  const toIntervals = <T extends { cell: GeoCell }>(cells: readonly T[]): (T & CellInterval)[] =>
    cells
      .filter(({ cell }) => getOverlap(cell, ring) !== "outside")
      .map((item) => {
        const { nearest, farthest } = computeDistanceBounds(item.cell, ring.center);
        return { ...item, begins: backwards ? -farthest : nearest, ends: backwards ? -nearest : farthest };
      });
  const readParts = async (intervals: readonly CellInterval[]): Promise<CountedInterval[]> =>
    toIntervals(await cellCounts.readParts(intervals.map(({ cell }) => cell)));

  const widest = toIntervals(listWidestCells(ring));
  // Cells further on are read only if these hold too few listings.
  const atStart = widest.filter(({ begins }) => begins <= range.start);
  let unread = widest.filter((interval) => !atStart.includes(interval));
  let known = await readParts(atStart);
  for (;;) {
    const end = findUpperBound(known, range.start, limit);
    const reached = unread.filter(({ begins }) => begins <= end);
    if (reached.length > 0) {
      unread = unread.filter((interval) => !reached.includes(interval));
      known.push(...(await readParts(reached)));
      continue;
    }
    const wide = known.filter(({ cell, begins }) => cell.level > 0 && begins <= end);
    const moreRows = cellCounts.estimateRows(wide.map(({ cell }) => cell));
    const isEstimated = rows + moreRows > PLANNING_ROWS;
    if (wide.length === 0 || isEstimated) {
      const perRing = limit / (isEstimated ? ESTIMATED_RINGS : rings);
      const borders = findBorders(known, range, { limit, perRing });
      return { ...toPlan(known, ring, { backwards, borders, ...range }), rows };
    }
    rows += moreRows;
    const parts = await readParts(wide);
    known = [...known.filter((interval) => !wide.includes(interval)), ...parts];
  }
}

/**
 * Upper bound of the position up to which there are `limit` listings. Counts only cells that lie wholly after `start`.
 */
function findUpperBound(known: readonly CountedInterval[], start: number, limit: number): number {
  let sum = 0;
  for (const { begins, ends, listings } of known.toSorted((a, b) => a.ends - b.ends)) {
    if (begins >= start) sum += listings;
    if (sum >= limit) return ends;
  }
  return Number.POSITIVE_INFINITY;
}

/** The last positions of rings with about `perRing` listings each, until there are `limit`. */
function findBorders(
  known: readonly CountedInterval[],
  { start, last }: PositionRange,
  { limit, perRing }: { limit: number; perRing: number },
): number[] {
  const before = estimateListings(known, start - 1);
  const listingsTo = (position: number) => estimateListings(known, position) - before;
  const borders: number[] = [];
  for (let target = perRing, from = start; from <= last; ) {
    const to = findFirst(from, last, (position) => listingsTo(position) >= Math.min(target, limit));
    // A distance with many listings becomes a ring of its own, so the ring before it is read to its end.
    const isCrowded =
      to > from && listingsTo(to) - listingsTo(to - 1) > perRing && listingsTo(to - 1) > listingsTo(from - 1);
    if (isCrowded) borders.push(to - 1);
    borders.push(to);
    if (listingsTo(to) >= limit) break;
    from = to + 1;
    target = listingsTo(to) + perRing;
  }
  return borders;
}

/** Listings up to a position, if those of each cell are spread evenly in it. */
const estimateListings = (known: readonly CountedInterval[], to: number): number =>
  known.reduce((sum, { begins, ends, listings }) => {
    const share = Math.min(Math.max((to - begins + 1) / (ends - begins + 1), 0), 1);
    return sum + listings * share;
  }, 0);

/**
 * The first whole number from `from` that passes, or `last`. Binary search: once a number passes, all later ones do.
 */
function findFirst(from: number, last: number, passes: (position: number) => boolean): number {
  let [low, high] = [from, last];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (passes(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function toPlan(
  known: readonly CountedInterval[],
  ring: Ring,
  { backwards, borders, start, last }: PositionRange & { backwards: boolean; borders: readonly number[] },
): Pick<RingPlan, "rings" | "rest"> {
  const toRing = (from: number, to: number): Ring => ({
    ...ring,
    from: backwards ? -to : from,
    to: backwards ? 1 - from : to + 1,
  });
  const rings = borders.map((to, n) => {
    const from = n > 0 ? (borders[n - 1] ?? start) + 1 : start;
    const touched = known.filter(({ begins, ends }) => begins <= to && ends >= from);
    const allPoints = touched.every(({ cell }) => cell.level === 0);
    return allPoints ? { ...toRing(from, to), cells: touched.map(({ cell }) => cell) } : toRing(from, to);
  });
  const end = borders.at(-1) ?? start - 1;
  return { rings, rest: end < last ? toRing(end + 1, last) : null };
}
