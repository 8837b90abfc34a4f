import { CELL_STEPS, COUNTED_CELL_LEVEL, type GeoCell } from "@/features/listings";
import { computeDistanceKm, fromGridPoint, type Point, toGridPoint } from "@/shared/geo";

/** Points at a distance from `from` to below `to` metres of the centre; only in `cells`, if given. */
export type Ring = { centre: Point; from: number; to: number; cells?: readonly GeoCell[] };

/** As the database rounds them (`metresTo` of entries): whole metres. `more` are added before. */
export const metresBetween = (a: Point, b: Point, more = 0): number =>
  Math.round(computeDistanceKm(a, b) * 1000 + more);

/** The ring of everything up to a radius in km. */
export const circle = (centre: Point, radius: number): Ring => ({
  centre,
  from: 0,
  to: Math.round(radius * 1000) + 1,
});

const WIDEST = CELL_STEPS.length - 1;
const DEGREE_M = 111_000;
/** The sines of the database and of the language differ by less, which may tell when a distance is rounded. */
const SLACK_M = 0.001;

export type Where = "inside" | "across" | "outside";

/** How far the grid's points in a cell lie from a place at least and at most, in whole metres; they may be less apart. */
export function spanOf({ level, y, x }: GeoCell, centre: Point): { nearest: number; farthest: number } {
  const steps = CELL_STEPS[level] ?? 1;
  const south = fromGridPoint({ y: y * steps, x: x * steps });
  const north = fromGridPoint({ y: y * steps + steps - 1, x: x * steps + steps - 1 });
  const between = (low: number, value: number, high: number) => Math.min(Math.max(value, low), high);

  const longitude = between(south.longitude, centre.longitude, north.longitude);
  // On a meridian near the centre, the nearest point lies slightly poleward of it.
  const aside = ((longitude - centre.longitude) * Math.PI) / 180;
  const tangent = Math.tan((centre.latitude * Math.PI) / 180) / Math.cos(aside);
  const latitude = between(south.latitude, (Math.atan(tangent) * 180) / Math.PI, north.latitude);
  const nearest = metresBetween(centre, { latitude, longitude }, -SLACK_M);

  const middle = (south.longitude + north.longitude) / 2;
  const far = centre.longitude < middle ? north.longitude : south.longitude;
  const farthest = Math.max(
    metresBetween(centre, { latitude: south.latitude, longitude: far }, SLACK_M),
    metresBetween(centre, { latitude: north.latitude, longitude: far }, SLACK_M),
  );
  return { nearest, farthest };
}

/** How a cell stands to a ring. */
export function whereIs(cell: GeoCell, { centre, from, to }: Ring): Where {
  const { nearest, farthest } = spanOf(cell, centre);
  if (nearest >= to || farthest < from) return "outside";
  return nearest >= from && farthest < to ? "inside" : "across";
}

/** The widest cells that a ring may touch, and some neighbours. */
function roots({ centre, to }: Ring): GeoCell[] {
  const north = to / DEGREE_M;
  const slant = Math.cos((Math.min(89, Math.abs(centre.latitude) + north) * Math.PI) / 180);
  const east = Math.min(180, north / slant);
  const steps = CELL_STEPS[WIDEST] ?? 1;
  const edge = (latitude: number, longitude: number) => {
    const { y, x } = toGridPoint({
      latitude: Math.min(Math.max(latitude, -90), 90),
      longitude: Math.min(Math.max(longitude, -180), 180),
    });
    return { y: Math.floor(y / steps), x: Math.floor(x / steps) };
  };
  const low = edge(centre.latitude - north, centre.longitude - east);
  const high = edge(centre.latitude + north, centre.longitude + east);
  const cells: GeoCell[] = [];
  for (let y = low.y; y <= high.y; y++) {
    for (let x = low.x; x <= high.x; x++) cells.push({ level: WIDEST, y, x });
  }
  return cells;
}

/** A cell's parts of a narrower level, row by row. */
function parts(cell: GeoCell, level = cell.level - 1): GeoCell[] {
  const side = sideOf(cell, level);
  return Array.from({ length: side * side }, (_, n) => partAt(cell, n, level));
}

/** How many narrower cells a side of a cell has. */
const sideOf = (cell: GeoCell, level: number): number =>
  (CELL_STEPS[cell.level] ?? 1) / (CELL_STEPS[level] ?? 1);

function partAt(cell: GeoCell, n: number, level: number): GeoCell {
  const side = sideOf(cell, level);
  return { level, y: cell.y * side + Math.floor(n / side), x: cell.x * side + (n % side) };
}

/** The nth of the parts that `search_counts` tells the listings of a cell by: the next counted cells, or its points. */
export const countedPart = (cell: GeoCell, n: number): GeoCell =>
  partAt(cell, n, cell.level === COUNTED_CELL_LEVEL ? 0 : cell.level - 1);

export type Placed = { cell: GeoCell; where: Where };

const placed = (cells: readonly GeoCell[], ring: Ring): Placed[] =>
  cells.map((cell) => ({ cell, where: whereIs(cell, ring) })).filter(({ where }) => where !== "outside");

/** The widest cells that a ring touches. */
export const widestCells = (ring: Ring): Placed[] => placed(roots(ring), ring);

/**
 * Cells that hold every point of a ring, at most about `most` of them: where the ring's border runs they are taken
 * apart, the widest first and of those the ones that lie mostly beyond it. Those across the border hold points outside.
 */
export function coverOf(ring: Ring, most: number): Placed[] {
  const done: Placed[] = [];
  const sort = (list: readonly Placed[]) => {
    done.push(...list.filter(({ where }) => where === "inside"));
    return list.filter(({ where }) => where === "across");
  };
  let across = sort(widestCells(ring));
  for (let level = WIDEST; level > 0 && across.length > 0; level--) {
    const split = across
      .map((one) => ({ one, into: placed(parts(one.cell), ring) }))
      .sort((a, b) => a.into.length - b.into.length);
    // One distance is few points, however many cells its line crosses.
    let room = ring.to - ring.from === 1 ? Number.POSITIVE_INFINITY : most - done.length - across.length;
    const next: Placed[] = [];
    for (const { one, into } of split) {
      if (into.length - 1 <= room) {
        room -= into.length - 1;
        next.push(...into);
      } else {
        done.push(one);
      }
    }
    across = sort(next);
  }
  return [...done, ...across];
}
