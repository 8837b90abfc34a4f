import type { County, Level, Placement, Subject } from "@/shared/codes";
import type { GridPoint } from "@/shared/geo";
import { CODE_FILTERS, type CodeFilter, type CodeOf, type FlagFilter } from "@/shared/search-filters";

/** Widths of the bands in which hourly prices are indexed (bani): 1 ban, 1 leu, 10 lei, 100 lei. */
export const PRICE_BAND_WIDTHS = [1, 100, 1000, 10_000] as const;

/** Widths of the geo cells in which points are indexed, in steps of the grid of shared/geo: 0.005° to 0.64°. */
export const CELL_STEPS = [1, 2, 8, 32, 128] as const;

/** A geo cell: its width as an index of CELL_STEPS, and its coordinates in such widths. */
export type GeoCell = GridPoint & { level: number };

/**
 * The terms of codes in the full text tables. Each begins with `_`, which the index removes from texts, and a letter
 * for the kind of code. The letters are stored, so a change requires a new index.
 */
export const codeTerm = {
  /** A term of every listing. */
  any: "_a",
  /** A term of no listing. */
  none: "_z",
  flag: (name: FlagFilter) => `_f${name}`,
  code: <F extends CodeFilter>(filter: F, code: CodeOf<F>) => `_${CODE_FILTERS[filter].letter}${code}`,
  county: (code: County) => `_c${code}`,
  /** One term instead of two or three: a subject in a county, often for a level, is what most lists show. */
  subjectInCounty: (subject: Subject, county: County, level?: Level) =>
    `_s${subject}_c${county}${level ? `_l${level}` : ""}`,
  placement: (code: Placement) => `_m${code}`,
  /** `band` is an index of PRICE_BAND_WIDTHS, `value` the price in such widths, rounded down. */
  price: (band: number, value: number) => `_p${band}_${value}`,
  /** Instead of cells: only the county of the listing is known. */
  withoutPoint: (county: County) => `_n${county}`,
  cell: ({ level, y, x }: GeoCell) => `_g${level}_${y}_${x}`,
} as const;
