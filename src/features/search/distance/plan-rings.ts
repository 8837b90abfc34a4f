import type { GeoCell } from "@/db/search-codes";
import type { CellCount, CellCounts } from "../counts/cell-counts";
import { computeDistanceBounds, getOverlap, listWidestCells, type Ring } from "./geo-cells";

/**
 * Rings in reading order, the part after them (null at the end), and the rows that all plans of a page have read.
 */
export type RingPlan = { rings: Ring[]; rest: Ring | null; rowsRead: number };

/**
 * Approximate maximum of rows read to plan a page, besides the widest cells. Beyond it, estimating positions within a
 * cell costs less.
 */
const PLANNING_ROWS = 40;
/** Rings in a page with estimated positions; each has as many cells to match. */
const ESTIMATED_RINGS = 4;

/**
 * First and last position in reading direction, both inclusive. A position is the distance from the center in whole
 * meters, negated when reading backwards. So the ring from 5 to (not including) 9 m has the distances 5, 6, 7, 8. That
 * is the interval 5…8, or backwards -8…-5.
 */
type Interval = { start: number; end: number };
type CellInterval = Interval & { cell: GeoCell };
type CountedInterval = CellCount & CellInterval;

/**
 * Splits a ring into consecutive rings that hold about `limit` listings together (or all), about `limit / ringCount`
 * each. Uses the counts of the widest cells and, where they may hold the next listings, of narrower cells down to
 * points. Where that reads too many rows, listings are assumed to be spread evenly in a cell.
 */
export async function planRings(
  cellCounts: CellCounts,
  ring: Ring,
  options: { isBackwards: boolean; limit: number; ringCount: number; rowsRead: number },
): Promise<RingPlan> {
  const { isBackwards, limit, ringCount } = options;
  let { rowsRead } = options;
  const range = isBackwards
    ? { start: 1 - ring.to, end: -ring.from }
    : { start: ring.from, end: ring.to - 1 };
  const toIntervals = <T extends { cell: GeoCell }>(cells: readonly T[]): (T & CellInterval)[] =>
    cells
      .filter(({ cell }) => getOverlap(cell, ring) !== "outside")
      .map((item) => {
        const { nearest, farthest } = computeDistanceBounds(item.cell, ring.center);
        return isBackwards
          ? { ...item, start: -farthest, end: -nearest }
          : { ...item, start: nearest, end: farthest };
      });
  const readIntervals = async (intervals: readonly CellInterval[]): Promise<CountedInterval[]> =>
    toIntervals(await cellCounts.readParts(intervals.map(({ cell }) => cell)));

  let unread = toIntervals(listWidestCells(ring));
  let countedCells: CountedInterval[] = [];
  async function countReached(end: number): Promise<void> {
    const reached = unread.filter(({ start }) => start <= end);
    unread = unread.filter(({ start }) => start > end);
    countedCells.push(...(await readIntervals(reached)));
  }
  async function split(cells: readonly CountedInterval[]): Promise<void> {
    const parts = await readIntervals(cells);
    countedCells = [...countedCells.filter((cell) => !cells.includes(cell)), ...parts];
  }
  function finish(isEstimated: boolean): RingPlan {
    const perRing = limit / (isEstimated ? ESTIMATED_RINGS : ringCount);
    const borders = findBorders(countedCells, range, { limit, perRing });
    return { ...toPlan(countedCells, ring, { isBackwards, range, borders }), rowsRead };
  }

  // Cells further on are read only if these hold too few listings.
  await countReached(range.start);
  for (;;) {
    const end = findUpperBound(countedCells, range.start, limit);
    if (unread.some(({ start }) => start <= end)) {
      await countReached(end);
      continue;
    }
    const wide = countedCells.filter(({ cell, start }) => cell.level > 0 && start <= end);
    const moreRows = cellCounts.estimateRows(wide.map(({ cell }) => cell));
    const isEstimated = rowsRead + moreRows > PLANNING_ROWS;
    if (wide.length === 0 || isEstimated) return finish(isEstimated);
    rowsRead += moreRows;
    await split(wide);
  }
}

/**
 * Upper bound of the position up to which there are `limit` listings. Counts only cells that lie wholly after `from`.
 */
function findUpperBound(countedCells: readonly CountedInterval[], from: number, limit: number): number {
  let sum = 0;
  for (const { start, end, listings } of countedCells.toSorted((a, b) => a.end - b.end)) {
    if (start >= from) sum += listings;
    if (sum >= limit) return end;
  }
  return Number.POSITIVE_INFINITY;
}

/** The last positions of rings with about `perRing` listings each, until there are `limit`. */
function findBorders(
  countedCells: readonly CountedInterval[],
  { start, end }: Interval,
  { limit, perRing }: { limit: number; perRing: number },
): number[] {
  const before = estimateListings(countedCells, start - 1);
  const listingsTo = (position: number) => estimateListings(countedCells, position) - before;
  const borders: number[] = [];
  for (let target = perRing, from = start; from <= end; ) {
    const to = findFirst(from, end, (position) => listingsTo(position) >= Math.min(target, limit));
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
const estimateListings = (countedCells: readonly CountedInterval[], to: number): number =>
  countedCells.reduce((sum, { start, end, listings }) => {
    const share = Math.min(Math.max((to - start + 1) / (end - start + 1), 0), 1);
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
  countedCells: readonly CountedInterval[],
  ring: Ring,
  { isBackwards, range, borders }: { isBackwards: boolean; range: Interval; borders: readonly number[] },
): Pick<RingPlan, "rings" | "rest"> {
  const toRing = (from: number, to: number): Ring => ({
    ...ring,
    from: isBackwards ? -to : from,
    to: isBackwards ? 1 - from : to + 1,
  });
  const rings = borders.map((to, n) => {
    const from = n > 0 ? (borders[n - 1] ?? range.start) + 1 : range.start;
    const touched = countedCells.filter(({ start, end }) => start <= to && end >= from);
    const allPoints = touched.every(({ cell }) => cell.level === 0);
    return allPoints ? { ...toRing(from, to), cells: touched.map(({ cell }) => cell) } : toRing(from, to);
  });
  const lastBorder = borders.at(-1) ?? range.start - 1;
  return { rings, rest: lastBorder < range.end ? toRing(lastBorder + 1, range.end) : null };
}
