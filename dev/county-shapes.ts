/**
 * Regenerates client/images/counties.svg and src/features/search/list/county-label-positions.ts from the border lines
 * in src/features/listings/form/border-lines.bin:
 *
 *   bun dev/county-shapes.ts
 *
 * The lines are simplified once for both neighbours, so that counties still fit together. A list shows the shapes in a
 * few hundred pixels, so they need fewer points than the map of a single county.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { COUNTY_RINGS } from "@/features/listings/form/county-outlines";
import { COUNTY_CODES, type County } from "@/shared/codes";

/** Size of the picture in units of a kilometer. client/styles/components/county-links.css has the same ratio. */
const SIZE = { width: 737, height: 545 };
/** The north-western corner of the picture in degrees. */
const CORNER = { longitude: 20.2, latitude: 48.32 };
const KM_PER_DEGREE = 111.2;
/** Length of a degree of longitude in Romania, in degrees of latitude. */
const LONGITUDE_SCALE = Math.cos((46 * Math.PI) / 180);
/** Largest distance (km) between a simplified line and the original. */
const TOLERANCE_KM = 1.3;
/**
 * București is too small to press, so its shape also has a circle outside of the country, with a line between them.
 */
const CAPITAL_CIRCLE = { x: 508.5, y: 512.3, radius: 26 };
/** Numbers are wider than high, so the space to the left and right counts less. */
const LABEL_RATIO = 2;

type Point = readonly [x: number, y: number];

/** Points of a border line in km; the line has thousandths of degrees, as differences. */
function parseLine(line: string): Point[] {
  const differences = (line.match(/[+-]\d+/g) ?? []).map(Number);
  let [longitude, latitude] = [0, 0];
  return Array.from({ length: differences.length / 2 }, (_, n): Point => {
    longitude += (differences[2 * n] ?? 0) / 1000;
    latitude += (differences[2 * n + 1] ?? 0) / 1000;
    return [
      (longitude - CORNER.longitude) * LONGITUDE_SCALE * KM_PER_DEGREE,
      (CORNER.latitude - latitude) * KM_PER_DEGREE,
    ];
  });
}

/** Distance of a point from the line through two others, or from the first if both are equal. */
function computeDistance([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = Math.hypot(dx, dy);
  return length === 0 ? Math.hypot(x - ax, y - ay) : Math.abs((x - ax) * dy - (y - ay) * dx) / length;
}

/** The algorithm of Douglas and Peucker. */
function simplifyLine(line: readonly Point[]): Point[] {
  const [first, last] = [line[0] as Point, line.at(-1) as Point];
  const distances = line.map((point) => computeDistance(point, first, last));
  const farthest = Math.max(...distances);
  if (farthest <= TOLERANCE_KM) return [first, last];
  const middle = distances.indexOf(farthest);
  return [...simplifyLine(line.slice(0, middle + 1)).slice(0, -1), ...simplifyLine(line.slice(middle))];
}

const borderLines = readFileSync(
  resolve(import.meta.dirname, "../src/features/listings/form/border-lines.bin"),
  "utf8",
)
  .trim()
  .split("\n");
const lines = borderLines.map((line) =>
  simplifyLine(parseLine(line)).map(([x, y]): Point => [Math.round(x), Math.round(y)]),
);

/** The points around a county, each different from the one before. */
const toRing = (county: County): Point[] =>
  COUNTY_RINGS[county]
    .flatMap((n) => (n < 0 ? (lines[~n] ?? []).toReversed() : (lines[n] ?? [])))
    .filter(([x, y], n, points) => x !== points[n - 1]?.[0] || y !== points[n - 1]?.[1]);

/** A ring as a path with relative coordinates: "M10 20l5-3 4 1z". */
function toPath(ring: readonly Point[]): string {
  const steps = ring.slice(1).map(([x, y], n) => {
    const [fromX, fromY] = ring[n] as Point;
    return `${x - fromX} ${y - fromY}`;
  });
  return `M${ring[0]?.join(" ")}l${steps.join(" ")}z`.replaceAll(" -", "-");
}

/** Ilfov surrounds București. */
const listRings = (county: County): Point[][] =>
  county === "if" ? [toRing("if"), toRing("b")] : [toRing(county)];

function renderCapitalCircle(): string {
  const { x: cx, y: cy, radius } = CAPITAL_CIRCLE;
  const [x, y] = toRing("b").reduce((nearest, point) => (point[1] > nearest[1] ? point : nearest));
  return `<path d="M${x} ${y}L${cx} ${cy}"/><circle cx="${cx}" cy="${cy}" r="${radius}"/>`;
}

function renderSymbol(county: County): string {
  const shape = `<path fill-rule="evenodd" d="${listRings(county).map(toPath).join("")}"/>`;
  const circle = county === "b" ? renderCapitalCircle() : "";
  return `<symbol id="${county}" viewBox="0 0 ${SIZE.width} ${SIZE.height}">${circle}${shape}</symbol>`;
}

const isInside = (ring: readonly Point[], [x, y]: Point): boolean =>
  ring.filter(([ax, ay], n) => {
    const [bx, by] = ring.at(n - 1) as Point;
    return ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax;
  }).length %
    2 ===
  1;

/** The space around a point inside of a county, in km; 0 outside. */
function measureSpace(rings: readonly Point[][], point: Point): number {
  if (rings.filter((ring) => isInside(ring, point)).length !== 1) return 0;
  const scale = ([x, y]: Point): Point => [x / LABEL_RATIO, y];
  const [px, py] = scale(point);
  const distances = rings.flatMap((ring) =>
    ring.map((end, n) => {
      const [[ax, ay], [bx, by]] = [scale(ring.at(n - 1) as Point), scale(end)];
      const square = (bx - ax) ** 2 + (by - ay) ** 2;
      const share = square === 0 ? 0 : ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / square;
      const at = Math.min(Math.max(share, 0), 1);
      return Math.hypot(ax + at * (bx - ax) - px, ay + at * (by - ay) - py);
    }),
  );
  return Math.min(...distances);
}

/** Where a county's number stands: whole percent of the picture's width and height. */
function findLabelPosition(county: County): Point {
  if (county === "b") {
    const { x, y } = CAPITAL_CIRCLE;
    return [Math.round((x / SIZE.width) * 100), Math.round((y / SIZE.height) * 100)];
  }
  const rings = listRings(county);
  const spaces = Array.from({ length: 101 * 101 }, (_, n) => {
    const position: Point = [n % 101, Math.floor(n / 101)];
    const point: Point = [(position[0] * SIZE.width) / 100, (position[1] * SIZE.height) / 100];
    return { position, space: measureSpace(rings, point) };
  });
  return spaces.reduce((best, other) => (other.space > best.space ? other : best)).position;
}

const root = resolve(import.meta.dirname, "..");
writeFileSync(
  resolve(root, "client/images/counties.svg"),
  `<svg xmlns="http://www.w3.org/2000/svg"><title>Counties</title>\n${COUNTY_CODES.map(renderSymbol).join("\n")}</svg>\n`,
);
writeFileSync(
  resolve(root, "src/features/search/list/county-label-positions.ts"),
  `import type { County } from "@/shared/codes";

// Written by dev/county-shapes.ts.

/** Where the number of a county stands on the map: percent of its width and height. */
export const COUNTY_LABEL_POSITIONS: Record<County, readonly [x: number, y: number]> = {
${COUNTY_CODES.map((county) => `  ${county}: [${findLabelPosition(county).join(", ")}],`).join("\n")}
};
`,
);
