import {
  type County,
  LEVELS,
  type Level,
  LOCATIONS,
  type Location,
  type Placement,
  type Subject,
} from "@/shared/codes";
import type { GridPoint } from "@/shared/geo";

/** Widths of the bands that prices of an hour are indexed and counted in, in bani: 1 ban, 1 leu, 10 lei, 100 lei. */
export const PRICE_BAND_WIDTHS = [1, 100, 1000, 10_000] as const;

/** Widths of the cells that places are indexed in, in steps of the grid of shared/geo: 0.005° to 0.64°. */
export const CELL_STEPS = [1, 2, 8, 32, 128] as const;
/** The first of them that listings are counted in: each by the narrower cells in it, this one by its points. */
export const COUNTED_CELL_LEVEL = 2;

/** A geo cell: its width as a place in CELL_STEPS, and its number both ways in such widths. */
export type GeoCell = GridPoint & { level: number };

/**
 * How the full text tables know a listing's codes: as words of their own. Each begins with a `_`, which no word of a
 * text has there (`plain` of search-index puts a space for it).
 */
export const codeTerm = {
  /** Every listing has it. */
  any: "_a",
  /** No listing has it. */
  none: "_z",
  online: "_o",
  subject: (code: Subject) => `_s${code}`,
  level: (code: Level) => `_l${code}`,
  county: (code: County) => `_c${code}`,
  location: (code: Location) => `_t${code}`,
  placement: (code: Placement) => `_m${code}`,
  /** `band` is a place in PRICE_BAND_WIDTHS, `value` the price in such widths, rounded down. */
  price: (band: number, value: number) => `_p${band}_${value}`,
  cell: ({ level, y, x }: GeoCell) => `_g${level}_${y}_${x}`,
} as const;

const bits = <T>(list: readonly T[], chosen: readonly T[]): number =>
  chosen.reduce((sum, code) => sum | (1 << list.indexOf(code)), 0);

/** Levels as bits: bit n is the nth code of LEVELS. */
export const toLevelBits = (levels: readonly Level[]): number => bits(LEVELS, levels);

/** Locations as bits: bit n is the nth code of LOCATIONS. */
export const toLocationBits = (locations: readonly Location[]): number => bits(LOCATIONS, locations);

/** "Whatever": the place of a subject or county that a scope leaves open. */
const ANY = "*";
const padded = (value: number, digits: number): string => String(value).padStart(digits, "0");

/**
 * The names of what is counted in `search_counts`, as the view `search_scopes` (its migration) spells them. Numbers that
 * are looked up from one to another are padded.
 */
export const countScope = {
  place: (subject: Subject | undefined, county: County | undefined) => `${subject ?? ANY}:${county ?? ANY}`,
  /** Of one of PRICE_BAND_WIDTHS, `value` as in `codeTerm.price`. */
  price: (subject: Subject | undefined, county: County | undefined, band: number, value: number) =>
    `${countScope.place(subject, county)}:p${band}:${padded(value, 7)}`,
  cell: (subject: Subject | undefined, { level, y, x }: GeoCell) => `${subject ?? ANY}:g${level}:${y}:${x}`,
  /** In a cell of the widest kind and a band of 100 lei, by the cells of COUNTED_CELL_LEVEL in it. */
  hundreds: (subject: Subject | undefined, { y, x }: GridPoint, value: number) =>
    `${subject ?? ANY}:gh:${y}:${x}:${padded(value, 3)}`,
  /** The same in a band of 10 lei, by the price too. */
  tens: (subject: Subject | undefined, { y, x }: GridPoint, value: number) =>
    `${subject ?? ANY}:gt:${y}:${x}:${padded(value, 4)}`,
  /** In a cell of COUNTED_CELL_LEVEL and a band of 100 lei, by the points in it. */
  pointHundreds: (subject: Subject | undefined, { y, x }: GridPoint, value: number) =>
    `${subject ?? ANY}:gq:${y}:${x}:${padded(value, 3)}`,
  /** The same in a band of 10 lei, by the price too. */
  pointTens: (subject: Subject | undefined, { y, x }: GridPoint, value: number) =>
    `${subject ?? ANY}:gp:${y}:${x}:${padded(value, 4)}`,
} as const;
