import { CELL_STEPS, type GeoCell } from "@/db/search-codes";
import { COUNTIES, type County } from "@/shared/codes";
import { computeDistanceKm, fromGridPoint, type Point, roundPoint, toGridPoint } from "@/shared/geo";

/** Points from `from` to less than `to` meters from the center. */
export type Ring = { center: Point; from: number; to: number };

/** Whole meters, rounded like `distanceSql`. `offset` (m) is added before rounding. */
export const computeMeters = (a: Point, b: Point, offset = 0): number =>
  Math.round(computeDistanceKm(a, b) * 1000 + offset);

/** The ring of all points within a radius (km). */
export const circle = (center: Point, radius: number): Ring => ({
  center,
  from: 0,
  to: Math.round(radius * 1000) + 1,
});

const WIDEST_LEVEL = CELL_STEPS.length - 1;
const METERS_PER_DEGREE = 111_000;
/** The sines of SQLite and JavaScript differ by less; a larger difference could change a rounded distance. */
const TOLERANCE_M = 0.001;

/**
 * Bounds (whole meters) of the distances between a cell's grid points and a center. The points themselves may lie
 * within narrower bounds.
 */
function computeDistanceBounds(
  { level, y, x }: GeoCell,
  center: Point,
): { nearest: number; farthest: number } {
  const steps = CELL_STEPS[level] ?? 1;
  const south = fromGridPoint({ y: y * steps, x: x * steps });
  const north = fromGridPoint({ y: y * steps + steps - 1, x: x * steps + steps - 1 });
  const clamp = (low: number, value: number, high: number) => Math.min(Math.max(value, low), high);

  const longitude = clamp(south.longitude, center.longitude, north.longitude);
  // On a meridian near the center, the nearest point lies slightly poleward of it.
  const angle = ((longitude - center.longitude) * Math.PI) / 180;
  const tangent = Math.tan((center.latitude * Math.PI) / 180) / Math.cos(angle);
  const latitude = clamp(south.latitude, (Math.atan(tangent) * 180) / Math.PI, north.latitude);
  const nearest = computeMeters(center, { latitude, longitude }, -TOLERANCE_M);

  const middle = (south.longitude + north.longitude) / 2;
  const farLongitude = center.longitude < middle ? north.longitude : south.longitude;
  const farthest = Math.max(
    computeMeters(center, { latitude: south.latitude, longitude: farLongitude }, TOLERANCE_M),
    computeMeters(center, { latitude: north.latitude, longitude: farLongitude }, TOLERANCE_M),
  );
  return { nearest, farthest };
}

/** `crossing`: the cell may have points inside and outside the ring. */
type CellOverlap = "inside" | "crossing" | "outside";

function getOverlap(cell: GeoCell, { center, from, to }: Ring): CellOverlap {
  const { nearest, farthest } = computeDistanceBounds(cell, center);
  if (nearest >= to || farthest < from) return "outside";
  return nearest >= from && farthest < to ? "inside" : "crossing";
}

/** A cell that a ring touches. */
type RingCell = { cell: GeoCell; overlap: CellOverlap };

const toRingCells = (cells: readonly GeoCell[], ring: Ring): RingCell[] =>
  cells
    .map((cell) => ({ cell, overlap: getOverlap(cell, ring) }))
    .filter(({ overlap }) => overlap !== "outside");

/** The widest cells of a ring's bounding box. */
function listBoundingCells({ center, to }: Ring): GeoCell[] {
  const height = to / METERS_PER_DEGREE;
  const shrinkage = Math.cos((Math.min(89, Math.abs(center.latitude) + height) * Math.PI) / 180);
  const width = Math.min(180, height / shrinkage);
  const steps = CELL_STEPS[WIDEST_LEVEL] ?? 1;
  const toCell = (latitude: number, longitude: number) => {
    const { y, x } = toGridPoint({
      latitude: Math.min(Math.max(latitude, -90), 90),
      longitude: Math.min(Math.max(longitude, -180), 180),
    });
    return { y: Math.floor(y / steps), x: Math.floor(x / steps) };
  };
  const low = toCell(center.latitude - height, center.longitude - width);
  const high = toCell(center.latitude + height, center.longitude + width);
  const cells: GeoCell[] = [];
  for (let y = low.y; y <= high.y; y++) {
    for (let x = low.x; x <= high.x; x++) cells.push({ level: WIDEST_LEVEL, y, x });
  }
  return cells;
}

/** The cells of the next narrower level in a cell, row by row. */
function splitCell({ level, y, x }: GeoCell): GeoCell[] {
  const side = (CELL_STEPS[level] ?? 1) / (CELL_STEPS[level - 1] ?? 1);
  return Array.from({ length: side * side }, (_, n) => ({
    level: level - 1,
    y: y * side + Math.floor(n / side),
    x: x * side + (n % side),
  }));
}

/**
 * At most about `maxCells` cells that hold every point of a ring. Crossing cells are split into narrower ones, level by
 * level, those with the fewest parts in the ring first. The crossing cells of the result also hold points outside.
 */
export function coverRing(ring: Ring, maxCells: number): RingCell[] {
  const done: RingCell[] = [];
  const takeCrossing = (cells: readonly RingCell[]) => {
    done.push(...cells.filter(({ overlap }) => overlap === "inside"));
    return cells.filter(({ overlap }) => overlap === "crossing");
  };
  let crossing = takeCrossing(toRingCells(listBoundingCells(ring), ring));
  for (let level = WIDEST_LEVEL; level > 0 && crossing.length > 0; level--) {
    const splits = crossing
      .map((whole) => ({ whole, parts: toRingCells(splitCell(whole.cell), ring) }))
      .sort((a, b) => a.parts.length - b.parts.length);
    // A ring of one meter holds few points, however many cells it crosses.
    let remaining =
      ring.to - ring.from === 1 ? Number.POSITIVE_INFINITY : maxCells - done.length - crossing.length;
    const next: RingCell[] = [];
    for (const { whole, parts } of splits) {
      if (parts.length - 1 <= remaining) {
        remaining -= parts.length - 1;
        next.push(...parts);
      } else {
        done.push(whole);
      }
    }
    crossing = takeCrossing(next);
  }
  return [...done, ...crossing];
}

/** The counties whose seats, as points of the grid, are in a ring. */
export const listSeatsIn = ({ center, from, to }: Ring): County[] =>
  COUNTIES.filter((seat) => {
    const meters = computeMeters(center, roundPoint(seat));
    return meters >= from && meters < to;
  }).map(({ code }) => code);

/** At most about `maxCells` cells that hold every point within a radius (km); with 1, the widest cells. */
export const coverCircle = (center: Point, radius: number, maxCells: number): GeoCell[] =>
  coverRing(circle(center, radius), maxCells).map(({ cell }) => cell);
