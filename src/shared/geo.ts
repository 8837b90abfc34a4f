/** A point in degrees (WGS 84): latitude -90..90, longitude -180..180. */
export type Point = { latitude: number; longitude: number };

/** A point on the grid that listings are shown and searched by: whole steps from the South Pole and from 180° west. */
export type GridPoint = { y: number; x: number };

/** Steps per degree: 0.005° are about 556 m north-south and 387 m east-west in Romania. */
const STEPS = 200;
const SOUTH = 90;
const WEST = 180;

/** The nearest point of the grid. As SQL in `gridSteps` of features/listings/search-index/search-index. */
export const toGridPoint = ({ latitude, longitude }: Point): GridPoint => ({
  y: Math.floor((latitude + SOUTH) * STEPS + 0.5),
  x: Math.floor((longitude + WEST) * STEPS + 0.5),
});

/** The coordinates of a grid point. */
export const fromGridPoint = ({ y, x }: GridPoint): Point => ({
  latitude: (y - SOUTH * STEPS) / STEPS,
  longitude: (x - WEST * STEPS) / STEPS,
});

/** The public location of a teacher: the nearest grid point, never the exact point. */
export const roundPoint = (point: Point): Point => fromGridPoint(toGridPoint(point));

/** Mean radius of the Earth, R1 of the IUGG (Moritz, Geodetic Reference System 1980, Journal of Geodesy 74, 2000). */
const EARTH_KM = 6371.0088;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Great-circle distance in km, by the haversine formula on a sphere: within 0.5 % of the ellipsoid's. */
export function computeDistanceKm(a: Point, b: Point): number {
  const north = Math.sin(radians(b.latitude - a.latitude) / 2);
  const east = Math.sin(radians(b.longitude - a.longitude) / 2);
  const across = Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude));
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(north * north + across * east * east)));
}
