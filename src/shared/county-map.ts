import type { County } from "./codes/counties";
import { COUNTY_FRAMES } from "./codes/county-frames";
import type { Point } from "./geo";

/** Size of a county's map, in map units. */
export const MAP_SIZE = { width: 480, height: 400 } as const;

/** Radius of the point's mark, in map units. */
export const POINT_RADIUS = 14;

/** A position on the map: from its left and upper edge, in map units. */
export type MapPosition = { x: number; y: number };

export type CountyMap = {
  toPosition(point: Point): MapPosition;
  /** Map units per km. */
  perKm: number;
};

/** Margin around the county (map units), which shows its neighbours. */
const MARGIN = 40;
/** Length of a degree of latitude on a sphere. */
const KM_A_DEGREE = 111.2;

/**
 * The map of a county in equirectangular projection: equal steps for equal degrees, longitude scaled by the cosine of
 * the county's middle latitude. Over 200 km the error is not visible.
 */
export function createCountyMap(county: County): CountyMap {
  const [west, south, east, north] = COUNTY_FRAMES[county].map((hundredths) => hundredths / 100) as [
    number,
    number,
    number,
    number,
  ];
  const middle = { latitude: (south + north) / 2, longitude: (west + east) / 2 };
  const squeeze = Math.cos((middle.latitude * Math.PI) / 180);
  const perDegree = Math.min(
    (MAP_SIZE.width - 2 * MARGIN) / ((east - west) * squeeze),
    (MAP_SIZE.height - 2 * MARGIN) / (north - south),
  );
  return {
    toPosition: ({ latitude, longitude }) => ({
      x: MAP_SIZE.width / 2 + (longitude - middle.longitude) * squeeze * perDegree,
      y: MAP_SIZE.height / 2 - (latitude - middle.latitude) * perDegree,
    }),
    perKm: perDegree / KM_A_DEGREE,
  };
}
