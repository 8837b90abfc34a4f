import type { GeoCell } from "@/features/listings";
import type { CellCount, CellCounts } from "../counts/cell-counts";
import { type Ring, spanOf, whereIs, widestCells } from "./geo-cells";

/** Rings one after the other, what of the way is left behind them, and how many rows all plans of a page have read. */
export type Plan = { rings: Ring[]; rest: Ring | null; rows: number };

/**
 * Approximate maximum of rows read to plan a page, besides the widest cells. Beyond it, estimating positions within a
 * cell costs less.
 */
const PLANNING_ROWS = 40;
/** Rings in a page with estimated positions; each has as many cells to match. */
const GUESSED_RINGS = 2;

/** Where a cell begins and ends on the way: metres from the centre outwards, or their negatives against that. */
type Placed = { cell: GeoCell; begins: number; ends: number };
type Along = CellCount & Placed;

/**
 * Rings that lie one after the other on the way through a ring and hold about `limit` listings together, or all there
 * are, some `limit / rings` each. By the counts of cells: the widest first, and of their parts those alone that the way
 * may lead through, down to points where that is few rows; else listings are taken to stand evenly in a cell.
 */
export async function planRings(
  cellCounts: CellCounts,
  ring: Ring,
  { backwards, limit, rings, ...before }: { backwards: boolean; limit: number; rings: number; rows: number },
): Promise<Plan> {
  let { rows } = before;
  const way = { start: backwards ? 1 - ring.to : ring.from, last: backwards ? -ring.from : ring.to - 1 };
  const placed = <T extends { cell: GeoCell }>(counts: readonly T[]): (T & Placed)[] =>
    counts
      .filter(({ cell }) => whereIs(cell, ring) !== "outside")
      .map((count) => {
        const { nearest, farthest } = spanOf(count.cell, ring.centre);
        return { ...count, begins: backwards ? -farthest : nearest, ends: backwards ? -nearest : farthest };
      });
  const open = async (wide: readonly Placed[]): Promise<Along[]> =>
    placed(await cellCounts.open(wide.map(({ cell }) => cell)));

  const widest = placed(widestCells(ring));
  // What lies further is opened only where these hold too little.
  const near = widest.filter(({ begins }) => begins <= way.start);
  let far = widest.filter((one) => !near.includes(one));
  let known = await open(near);
  for (;;) {
    const end = endOf(known, way.start, limit);
    const wanted = far.filter(({ begins }) => begins <= end);
    if (wanted.length > 0) {
      far = far.filter((one) => !wanted.includes(one));
      known.push(...(await open(wanted)));
      continue;
    }
    const wide = known.filter(({ cell, begins }) => cell.level > 0 && begins <= end);
    const wanting = cellCounts.rowsOf(wide.map(({ cell }) => cell));
    const guessed = rows + wanting > PLANNING_ROWS;
    if (wide.length === 0 || guessed) {
      const borders = bordersOf(known, way, { limit, most: limit / (guessed ? GUESSED_RINGS : rings) });
      return { ...planOf(known, ring, { backwards, borders, ...way }), rows };
    }
    rows += wanting;
    const parts = await open(wide);
    known = [...known.filter((one) => !wide.includes(one)), ...parts];
  }
}

/** Upper bound (m) of the distance that holds `limit` listings. Counts only cells that lie wholly after `start`. */
function endOf(known: readonly Along[], start: number, limit: number): number {
  let sum = 0;
  for (const { begins, ends, listings } of known.toSorted((a, b) => a.ends - b.ends)) {
    if (begins >= start) sum += listings;
    if (sum >= limit) return ends;
  }
  return Number.POSITIVE_INFINITY;
}

type Way = { start: number; last: number };

/** Where rings end that hold about `most` each, until there are `limit`. */
function bordersOf(
  known: readonly Along[],
  { start, last }: Way,
  { limit, most }: { limit: number; most: number },
): number[] {
  const before = heldTo(known, start - 1);
  const held = (to: number) => heldTo(known, to) - before;
  const borders: number[] = [];
  for (let target = most, from = start; from <= last; ) {
    const to = firstWhere(from, last, (at) => held(at) >= Math.min(target, limit));
    // A distance at which many stand is a ring of its own, so that what comes before it is seen to its end.
    const crowded = to > from && held(to) - held(to - 1) > most && held(to - 1) > held(from - 1);
    if (crowded) borders.push(to - 1);
    borders.push(to);
    if (held(to) >= limit) break;
    from = to + 1;
    target = held(to) + most;
  }
  return borders;
}

/** How many listings one has come by at a distance, if those of a cell stand evenly in it. */
const heldTo = (known: readonly Along[], to: number): number =>
  known.reduce((sum, { begins, ends, listings }) => {
    const share = Math.min(Math.max((to - begins + 1) / (ends - begins + 1), 0), 1);
    return sum + listings * share;
  }, 0);

/** The least whole number from one to another that is right, or the last: by halves. */
function firstWhere(from: number, last: number, isRight: (at: number) => boolean): number {
  let [low, high] = [from, last];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isRight(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function planOf(
  known: readonly Along[],
  ring: Ring,
  { backwards, borders, start, last }: Way & { backwards: boolean; borders: readonly number[] },
): Pick<Plan, "rings" | "rest"> {
  const part = (from: number, to: number): Ring => ({
    ...ring,
    from: backwards ? -to : from,
    to: backwards ? 1 - from : to + 1,
  });
  const rings = borders.map((to, n) => {
    const from = n > 0 ? (borders[n - 1] ?? start) + 1 : start;
    const touched = known.filter(({ begins, ends }) => begins <= to && ends >= from);
    const toPoints = touched.every(({ cell }) => cell.level === 0);
    return toPoints ? { ...part(from, to), cells: touched.map(({ cell }) => cell) } : part(from, to);
  });
  const end = borders.at(-1) ?? start - 1;
  return { rings, rest: end < last ? part(end + 1, last) : null };
}
