import type { Cell } from "@/features/listings";
import { type Ring, spanOf, whereIs, widestCells } from "./map-cells";
import type { Square, Squares } from "./squares";

/** A square by the way that one goes: where it begins and ends, in metres from the centre outwards or against that. */
type Along = Square & { begins: number; ends: number };

/** Rings one after the other, and what of the way is left behind them. */
export type Plan = { rings: Ring[]; rest: Ring | null };

/**
 * Rings that lie one after the other on the way through a ring and hold at least `limit` listings together, or all there
 * are, some `limit / rings` each, with the squares in which these stand. By the counts of squares: the widest first, and
 * of their parts those alone that the way may lead through, down to points.
 */
export async function planRings(
  squares: Squares,
  ring: Ring,
  { backwards, limit, rings }: { backwards: boolean; limit: number; rings: number },
): Promise<Plan> {
  const along = (square: Square): Along[] => {
    if (whereIs(square.cell, ring) === "outside") return [];
    const { nearest, farthest } = spanOf(square.cell, ring.centre);
    return [{ ...square, begins: backwards ? -farthest : nearest, ends: backwards ? -nearest : farthest }];
  };
  const start = backwards ? 1 - ring.to : ring.from;
  const open = async (cells: readonly Cell[]) => (await squares.open(cells)).flatMap(along);

  let known = await open(widestCells(ring).map(({ cell }) => cell));
  for (;;) {
    const end = endOf(known, start, limit);
    const wide = known.filter(({ cell, begins }) => cell.level > 0 && begins <= end);
    if (wide.length === 0) return cutInto(known, ring, { backwards, start, end, most: limit / rings });
    const parts = await open(wide.map(({ cell }) => cell));
    known = [...known.filter((one) => !wide.includes(one)), ...parts];
  }
}

/** How far one must go at most to come by so many listings: those of squares that lie wholly on the way. */
function endOf(known: readonly Along[], start: number, limit: number): number {
  let sum = 0;
  for (const { begins, ends, listings } of known.toSorted((a, b) => a.ends - b.ends)) {
    if (begins >= start) sum += listings;
    if (sum >= limit) return ends;
  }
  return Number.POSITIVE_INFINITY;
}

type Cut = { backwards: boolean; start: number; end: number; most: number };

function cutInto(known: readonly Along[], ring: Ring, { backwards, start, end, most }: Cut): Plan {
  const last = backwards ? -ring.from : ring.to - 1;
  const part = (from: number, to: number): Ring => ({
    ...ring,
    from: backwards ? -to : from,
    to: backwards ? 1 - from : to + 1,
  });
  const planned = (from: number, to: number): Ring => ({
    ...part(from, to),
    cells: known.filter(({ begins, ends }) => begins <= to && ends >= from).map(({ cell }) => cell),
  });

  const rings: Ring[] = [];
  let [from, held, seen] = [start, 0, start - 1];
  const close = (to: number) => {
    rings.push(planned(from, to));
    [from, held] = [to + 1, 0];
  };
  const ahead = known.filter(({ ends }) => ends >= start && ends <= Math.min(end, last));
  const inTurn = ahead.toSorted((a, b) => a.ends - b.ends);
  for (const [to, ones] of Map.groupBy(inTurn, ({ ends }) => ends)) {
    const listings = ones.reduce((sum, one) => sum + one.listings, 0);
    // A distance at which many stand is a ring of its own, so that what comes before it is seen to its end.
    if (held > 0 && held + listings > 2 * most) close(seen);
    held += listings;
    seen = to;
    if (held >= most) close(to);
  }
  if (end === Number.POSITIVE_INFINITY) {
    // Whatever is left lies here, squares across the ring's own end included.
    if (from <= last) close(last);
    return { rings, rest: null };
  }
  if (held > 0) close(seen);
  return { rings, rest: from <= last ? part(from, last) : null };
}
