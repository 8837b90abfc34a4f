import { CELL_STEPS, type Cell, COUNTED_CELL } from "@/features/listings";
import { distanceKm, gridPoint, type Point, pointAt } from "@/shared/geo";

/** What lies from so many metres to fewer than so many from a place. */
export type Ring = { centre: Point; from: number; to: number };

/** As the database rounds them (`metresTo` of entries): whole metres. */
export const metresBetween = (a: Point, b: Point): number => Math.round(distanceKm(a, b) * 1000);

/** The ring of everything up to a radius in km. */
export const circle = (centre: Point, radius: number): Ring => ({
  centre,
  from: 0,
  to: Math.round(radius * 1000) + 1,
});

const WIDEST = CELL_STEPS.length - 1;
const DEGREE_M = 111_000;
/** A sphere's metres and the database's differ by less. */
const SLACK_M = 1;

type Where = "inside" | "across" | "outside";

/** How a square stands to a ring, by the nearest and the farthest of the grid's points in it. */
function whereIs({ level, y, x }: Cell, { centre, from, to }: Ring): Where {
  const steps = CELL_STEPS[level] ?? 1;
  const south = pointAt({ y: y * steps, x: x * steps });
  const north = pointAt({ y: y * steps + steps - 1, x: x * steps + steps - 1 });
  const between = (low: number, value: number, high: number) => Math.min(Math.max(value, low), high);

  const longitude = between(south.longitude, centre.longitude, north.longitude);
  // On a meridian beside the centre the nearest point lies a little poleward of it.
  const aside = ((longitude - centre.longitude) * Math.PI) / 180;
  const tangent = Math.tan((centre.latitude * Math.PI) / 180) / Math.cos(aside);
  const latitude = between(south.latitude, (Math.atan(tangent) * 180) / Math.PI, north.latitude);
  const nearest = metresBetween(centre, { latitude, longitude });
  if (nearest >= to + SLACK_M) return "outside";

  const middle = (south.longitude + north.longitude) / 2;
  const far = centre.longitude < middle ? north.longitude : south.longitude;
  const farthest = Math.max(
    metresBetween(centre, { latitude: south.latitude, longitude: far }),
    metresBetween(centre, { latitude: north.latitude, longitude: far }),
  );
  if (farthest < from - SLACK_M) return "outside";
  return nearest >= from && farthest < to ? "inside" : "across";
}

/** The widest squares that a ring may touch. */
function roots({ centre, to }: Ring): Cell[] {
  const north = to / DEGREE_M;
  const slant = Math.cos((Math.min(89, Math.abs(centre.latitude) + north) * Math.PI) / 180);
  const east = Math.min(180, north / slant);
  const steps = CELL_STEPS[WIDEST] ?? 1;
  const edge = (latitude: number, longitude: number) => {
    const { y, x } = gridPoint({
      latitude: Math.min(Math.max(latitude, -90), 90),
      longitude: Math.min(Math.max(longitude, -180), 180),
    });
    return { y: Math.floor(y / steps), x: Math.floor(x / steps) };
  };
  const low = edge(centre.latitude - north, centre.longitude - east);
  const high = edge(centre.latitude + north, centre.longitude + east);
  const cells: Cell[] = [];
  for (let y = low.y; y <= high.y; y++) {
    for (let x = low.x; x <= high.x; x++) cells.push({ level: WIDEST, y, x });
  }
  return cells;
}

function parts({ level, y, x }: Cell): Cell[] {
  const ratio = (CELL_STEPS[level] ?? 1) / (CELL_STEPS[level - 1] ?? 1);
  return Array.from({ length: ratio * ratio }, (_, n) => ({
    level: level - 1,
    y: y * ratio + Math.floor(n / ratio),
    x: x * ratio + (n % ratio),
  }));
}

type Placed = { cell: Cell; where: Where };

const placed = (cells: readonly Cell[], ring: Ring): Placed[] =>
  cells.map((cell) => ({ cell, where: whereIs(cell, ring) })).filter(({ where }) => where !== "outside");

/**
 * Squares that hold every point of a ring, at most about `most` of them: where the ring's border runs they are taken
 * apart, the widest first and of those the ones that lie mostly beyond it. Some points outside are left in.
 */
export function coverOf(ring: Ring, most: number): Cell[] {
  const done: Cell[] = [];
  let across: Placed[] = [];
  const sort = (list: readonly Placed[]) => {
    for (const { cell, where } of list) if (where === "inside") done.push(cell);
    return list.filter(({ where }) => where === "across");
  };
  across = sort(placed(roots(ring), ring));
  for (let level = WIDEST; level > 0 && across.length > 0; level--) {
    const split = across
      .map((one) => ({ one, into: placed(parts(one.cell), ring) }))
      .sort((a, b) => a.into.length - b.into.length);
    let room = most - done.length - across.length;
    const next: Placed[] = [];
    for (const { one, into } of split) {
      if (into.length - 1 <= room) {
        room -= into.length - 1;
        next.push(...into);
      } else {
        done.push(one.cell);
      }
    }
    across = sort(next);
  }
  return [...done, ...across.map(({ cell }) => cell)];
}

/**
 * The squares in which listings are counted that make up a circle exactly: those wholly inside, as wide as may be, and
 * those of the narrowest kind that its border crosses. `narrow` leaves only that kind.
 */
export function countedCells(ring: Ring, narrow: boolean): { cell: Cell; whole: boolean }[] {
  const found: { cell: Cell; whole: boolean }[] = [];
  const take = (list: readonly Placed[]) => {
    for (const { cell, where } of list) {
      const counted = cell.level === COUNTED_CELL || (where === "inside" && !narrow);
      if (counted) found.push({ cell, whole: where === "inside" });
      else take(placed(parts(cell), ring));
    }
  };
  take(placed(roots(ring), ring));
  return found;
}

/** The distances of a ring's points in metres, the nearest first, each once; null for more than `most` points or so. */
export function distancesIn(ring: Ring, most: number): number[] | null {
  const cells = coverOf(ring, most);
  const points = cells.reduce((sum, { level }) => sum + (CELL_STEPS[level] ?? 1) ** 2, 0);
  if (cells.length >= most || points > 2 * most) return null;
  const metres = cells.flatMap(pointsIn).map((point) => metresBetween(ring.centre, pointAt(point)));
  return [...new Set(metres)].filter((at) => at >= ring.from && at < ring.to).sort((a, b) => a - b);
}

const pointsIn = (cell: Cell): Cell[] => (cell.level === 0 ? [cell] : parts(cell).flatMap(pointsIn));
