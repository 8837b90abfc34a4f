import { renderToStaticMarkup } from "react-dom/server";
import { COUNTIES, type County, countyName } from "@/shared/codes";
import {
  type CountyMap,
  createCountyMap,
  MAP_SIZE,
  type MapPosition,
  POINT_RADIUS,
} from "@/shared/county-map";
import type { Point } from "@/shared/geo";
import { COUNTRY_BORDER, COUNTY_RINGS } from "./county-outlines";

const { width, height } = MAP_SIZE;
/** Distances that a scale bar may show (km), and its maximum length (units). */
const SCALES_KM = [50, 20, 10, 5, 2];
const MAX_SCALE_LENGTH = 110;

/** Font size of the county seat's name (units). */
const NAME_SIZE = 14;

/** The site's light and dark colors. The page's stylesheet does not apply inside an SVG image. */
const STYLE = `
.ground{fill:#f2ede1}.county{fill:#fffefb;stroke:#1d5b41;stroke-width:2}.line{fill:none;stroke:#c9c0ab;stroke-width:1}
.border{stroke:#8c8676;stroke-width:1.5;stroke-dasharray:5 3}.seat{fill:#22241f}.other{fill:#8c8676}
text{font-family:system-ui,sans-serif;font-size:12px;fill:#5a5a50;stroke:#f2ede1;stroke-width:3px;paint-order:stroke}
.name{font-size:${NAME_SIZE}px;font-weight:600;fill:#22241f;stroke:#fffefb}.scale{fill:none;stroke:#5a5a50;stroke-width:1.5}

@media (prefers-color-scheme:dark){.ground{fill:#111411}.county{fill:#1e221e;stroke:#86cfa8}.line{stroke:#3d443d}
.border{stroke:#7f867c}.seat{fill:#ece8dd}.other{fill:#7f867c}text{fill:#b3afa1;stroke:#111411}
.name{fill:#ece8dd;stroke:#1e221e}.scale{stroke:#b3afa1}}`;

/**
 * The lines between counties or around the country: longitude and latitude of each point in thousandths of a degree, as
 * differences from the point before; of the first point from 0. A file next to the script, so that an isolate does not
 * compile them.
 */
async function loadBorderLines(): Promise<string[]> {
  const { default: bytes } = await import("./border-lines.bin");
  return new TextDecoder().decode(bytes).trim().split("\n");
}

/** Draws a county as SVG: its outline, the borders and county seats around it, and a scale bar. */
export async function renderCountyMap(county: County): Promise<string> {
  const lines = await loadBorderLines();
  const map = createCountyMap(county);
  const outline = `${toPath(map, toRing(lines, county))}Z`;
  const seats = COUNTIES.map((other) => ({ ...other, ...map.toPosition(other) })).filter(isOnMap);
  return renderToStaticMarkup(
    <svg xmlns="http://www.w3.org/2000/svg" viewBox={`0 0 ${width} ${height}`} width={width} height={height}>
      <title>{countyName(county)}</title>
      <style>{STYLE}</style>
      <rect className="ground" width={width} height={height} />
      <path className="county" d={outline} />
      {lines.map((line, n) => (
        <path
          key={line}
          className={COUNTRY_BORDER.includes(n) ? "line border" : "line"}
          d={toPath(map, parsePoints(line))}
        />
      ))}
      <path className="county" fillOpacity="0" d={outline} />
      {seats.map(({ code, seat, x, y }) => (
        <g key={code}>
          <circle className={code === county ? "seat" : "other"} cx={x} cy={y} r={code === county ? 4 : 3} />
          {code === county ? (
            <SeatName name={seat} at={{ x, y }} />
          ) : (
            <text
              x={x > width * 0.7 ? x - 8 : x + 8}
              y={y + 4}
              textAnchor={x > width * 0.7 ? "end" : "start"}
            >
              {seat}
            </text>
          )}
        </g>
      ))}
      <Scale map={map} />
    </svg>,
  );
}

/** Above the county seat, or below it near the upper edge, so that a point set there does not cover the name. */
function SeatName({ name, at: { x, y } }: { name: string; at: MapPosition }) {
  const below = y < POINT_RADIUS + 2 * NAME_SIZE;
  const textAnchor = x > width * 0.8 ? "end" : x < width * 0.2 ? "start" : "middle";
  return (
    <text
      className="name"
      x={x}
      y={below ? y + POINT_RADIUS + NAME_SIZE : y - POINT_RADIUS - 5}
      textAnchor={textAnchor}
    >
      {name}
    </text>
  );
}

function Scale({ map: { perKm } }: { map: CountyMap }) {
  const km = SCALES_KM.find((length) => length * perKm <= MAX_SCALE_LENGTH) ?? 1;
  const [left, bottom] = [14, height - 14];
  return (
    <>
      <path className="scale" d={`M${left} ${bottom - 6}v6h${(km * perKm).toFixed(1)}v-6`} />
      <text x={left + 6} y={bottom - 6}>
        {km} km
      </text>
    </>
  );
}

const isOnMap = ({ x, y }: MapPosition): boolean => x > 6 && x < width - 6 && y > 10 && y < height - 10;

function parsePoints(line: string): Point[] {
  const differences = (line.match(/[+-]\d+/g) ?? []).map(Number);
  const points: Point[] = [];
  let [longitude, latitude] = [0, 0];
  for (let n = 0; n < differences.length; n += 2) {
    longitude += differences[n] ?? 0;
    latitude += differences[n + 1] ?? 0;
    points.push({ latitude: latitude / 1000, longitude: longitude / 1000 });
  }
  return points;
}

function toRing(lines: readonly string[], county: County): Point[] {
  return COUNTY_RINGS[county].flatMap((n) => {
    const points = parsePoints(lines[n < 0 ? ~n : n] ?? "");
    return n < 0 ? points.reverse() : points;
  });
}

const toPath = (map: CountyMap, points: readonly Point[]): string =>
  points
    .map((point, n) => {
      const { x, y } = map.toPosition(point);
      return `${n === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join("");
