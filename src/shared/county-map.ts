import type { County } from "./codes/counties";
import { COUNTY_FRAMES } from "./codes/county-frames";
import type { Point } from "./geo";

/** How large a county's map is drawn, in its own units. */
export const MAP_SIZE = { width: 480, height: 400 } as const;

/** Widths in CSS pixels at which the map is shown, the height follows: it fits a phone, or a wider form. */
export const MAP_WIDTHS = [288, 480] as const;

/** How far (in the map's units) the mark of a point that is set reaches around it. */
export const POINT_RADIUS = 14;

/** A place on a map: from its left and its upper edge, in the map's units. */
export type Spot = { x: number; y: number };

export type CountyMap = {
  spotOf(point: Point): Spot;
  pointOf(spot: Spot): Point;
  /** Units of the map in a kilometre. */
  perKm: number;
};

/** Room (units) around a county for what borders on it. */
const MARGIN = 40;
/** Of a meridian, and so of every degree of latitude, on a sphere. */
const KM_A_DEGREE = 111.2;
/** To about a metre. */
const DIGITS = 5;

/**
 * How places of a county are put on its map: equal steps for equal degrees, those from west to east shortened as they
 * are in the county's middle (equirectangular projection). Over 200 km it is out by less than what is drawn.
 */
export function mapOf(county: County): CountyMap {
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
    spotOf: ({ latitude, longitude }) => ({
      x: MAP_SIZE.width / 2 + (longitude - middle.longitude) * squeeze * perDegree,
      y: MAP_SIZE.height / 2 - (latitude - middle.latitude) * perDegree,
    }),
    pointOf: ({ x, y }) => ({
      latitude: rounded(middle.latitude - (y - MAP_SIZE.height / 2) / perDegree),
      longitude: rounded(middle.longitude + (x - MAP_SIZE.width / 2) / perDegree / squeeze),
    }),
    perKm: perDegree / KM_A_DEGREE,
  };
}

const rounded = (degrees: number): number => Number(degrees.toFixed(DIGITS));
