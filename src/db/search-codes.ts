import {
  type County,
  FORMATS,
  type Format,
  type Language,
  LEVELS,
  type Level,
  LOCATIONS,
  type Location,
  type Placement,
  type Slot,
  type Subject,
} from "@/shared/codes";
import type { GridPoint } from "@/shared/geo";
import { FLAG_FILTERS, type FlagFilter } from "@/shared/schemas/search";

/** Widths of the bands in which hourly prices are indexed and counted (bani): 1 ban, 1 leu, 10 lei, 100 lei. */
export const PRICE_BAND_WIDTHS = [1, 100, 1000, 10_000] as const;

/** Widths of the geo cells in which points are indexed, in steps of the grid of shared/geo: 0.005° to 0.64°. */
export const CELL_STEPS = [1, 2, 8, 32, 128] as const;
/**
 * The narrowest level at which listings are counted. Wider cells are counted by narrower ones, this one by its points.
 */
export const COUNTED_CELL_LEVEL = 2;

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
  subject: (code: Subject) => `_s${code}`,
  level: (code: Level) => `_l${code}`,
  county: (code: County) => `_c${code}`,
  /** One term instead of two: a subject in a county is what most lists show. */
  subjectInCounty: (subject: Subject, county: County) => `_s${subject}_c${county}`,
  location: (code: Location) => `_t${code}`,
  slot: (code: Slot) => `_w${code}`,
  format: (code: Format) => `_k${code}`,
  language: (code: Language) => `_i${code}`,
  placement: (code: Placement) => `_m${code}`,
  /** `band` is an index of PRICE_BAND_WIDTHS, `value` the price in such widths, rounded down. */
  price: (band: number, value: number) => `_p${band}_${value}`,
  cell: ({ level, y, x }: GeoCell) => `_g${level}_${y}_${x}`,
} as const;

const toBits = <T>(codes: readonly T[], chosen: readonly T[]): number =>
  chosen.reduce((sum, code) => sum | (1 << codes.indexOf(code)), 0);

/** Levels as bits: bit n is the nth code of LEVELS. */
export const toLevelBits = (levels: readonly Level[]): number => toBits(LEVELS, levels);

/** Locations as bits: bit n is the nth code of LOCATIONS. */
export const toLocationBits = (locations: readonly Location[]): number => toBits(LOCATIONS, locations);

/** Filters that are on, as bits: bit n is the nth of FLAG_FILTERS. */
export const toFlagBits = (filters: Record<FlagFilter, boolean>): number =>
  toBits(
    FLAG_FILTERS,
    FLAG_FILTERS.filter((name) => filters[name]),
  );

/** The flags in the signatures of `countScope.county`: the first of FLAG_FILTERS. */
const COMMON_FLAGS: readonly FlagFilter[] = ["online", "verified"];

/** Whether the filters compare only what the signatures of `countScope.county` have. */
export const hasOnlyCommonFilters = (
  filters: Record<FlagFilter, boolean> & { format: readonly Format[] },
): boolean =>
  filters.format.length === 0 && FLAG_FILTERS.every((name) => !filters[name] || COMMON_FLAGS.includes(name));

/** The first bit of the formats in `flags` of a search entry. */
export const FIRST_FORMAT_BIT = 8;

/** Formats as bits of `flags`. */
export const toFormatBits = (formats: readonly Format[]): number =>
  toBits(FORMATS, formats) << FIRST_FORMAT_BIT;

/** Stands for any subject or county in a scope. */
const ANY = "*";
const pad = (value: number, digits: number): string => String(value).padStart(digits, "0");

/** The kinds of scopes in `search_counts`, with the letters that the view `search_scopes` (in its migration) writes. */
export const SCOPE_KIND = {
  /** A subject and county by all properties that filters compare. */
  allProperties: "a",
  /** A price band of a subject and county. */
  price: "p",
  /** A geo cell. */
  cell: "g",
  /** A widest cell and a band of 100 lei, counted by the cells of COUNTED_CELL_LEVEL. */
  widestCellBy100Lei: "gh",
  /** The same with a band of 10 lei, counted by price too. */
  widestCellBy10Lei: "gt",
  /** A cell of COUNTED_CELL_LEVEL and a band of 100 lei, counted by points. */
  countedCellBy100Lei: "gq",
  /** The same with a band of 10 lei, counted by price too. */
  countedCellBy10Lei: "gp",
  /** The half hour in which listings expire, with their numbers and all properties that filters compare. */
  expiry: "x",
} as const;

const EXPIRY_SLOT_MS = 1_800_000;

const toBandScope =
  (kind: string, digits: number) =>
  (subject: Subject | undefined, { y, x }: GridPoint, value: number) =>
    `${subject ?? ANY}:${kind}:${y}:${x}:${pad(value, digits)}`;

/**
 * The names of the scopes of `search_counts`, as the view `search_scopes` (in its migration) writes them. Numbers that
 * are queried by range are padded.
 */
export const countScope = {
  /** Its signatures have only the flags of `COMMON_FLAGS`, so its row is short: every list reads it. */
  county: (subject: Subject | undefined, county: County | undefined) => `${subject ?? ANY}:${county ?? ANY}`,
  /** The same with all flags: about ten times as many signatures. */
  allProperties: (subject: Subject | undefined, county: County | undefined) =>
    `${countScope.county(subject, county)}:${SCOPE_KIND.allProperties}`,
  /** `band` and `value` as in `codeTerm.price`. */
  price: (subject: Subject | undefined, county: County | undefined, band: number, value: number) =>
    `${countScope.county(subject, county)}:${SCOPE_KIND.price}${band}:${pad(value, 7)}`,
  cell: (subject: Subject | undefined, { level, y, x }: GeoCell) =>
    `${subject ?? ANY}:${SCOPE_KIND.cell}${level}:${y}:${x}`,
  widestCellBy100Lei: toBandScope(SCOPE_KIND.widestCellBy100Lei, 3),
  widestCellBy10Lei: toBandScope(SCOPE_KIND.widestCellBy10Lei, 4),
  countedCellBy100Lei: toBandScope(SCOPE_KIND.countedCellBy100Lei, 3),
  countedCellBy10Lei: toBandScope(SCOPE_KIND.countedCellBy10Lei, 4),
  expiry: (subject: Subject | undefined, county: County | undefined, expiresTs: number) =>
    `${countScope.county(subject, county)}:${SCOPE_KIND.expiry}:${pad(Math.floor(expiresTs / EXPIRY_SLOT_MS), 7)}`,
} as const;
