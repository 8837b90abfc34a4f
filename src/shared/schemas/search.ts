import * as z from "zod/mini";
import { COUNTIES, COUNTY_CODES, type County, SORTS, type Sort } from "@/shared/codes";
import type { FieldError } from "@/shared/errors";
import type { Point } from "@/shared/geo";
import type { Locale } from "@/shared/i18n/locales";
import { isPlainDecimal, toPlainDecimal } from "@/shared/numbers";
import {
  type CodeFilter,
  type CodeOf,
  type FlagFilter,
  mapCodeFilters,
  mapFlags,
} from "@/shared/search-filters";
import { fromSlotChoices } from "@/shared/slot-groups";

/** The location of a search: the visitor's point, or a county's seat. */
export type Near = Point & { county: County | null };

/** The filters of a search. `min` and `max` are lei per hour, inclusive. */
export type SearchFilters = { [filter in CodeFilter]: CodeOf<filter>[] } & Record<FlagFilter, boolean> & {
    q: string;
    county: County | null;
    min: number | null;
    max: number | null;
    near: Near | null;
    /** Distance from `near`, in km. */
    radius: number;
    sort: Sort;
  };

/**
 * A search as in a URL: filters and, after the first page, a cursor. `exact` searches for the text as it was typed,
 * without understanding or correcting it.
 */
export type SearchQuery = {
  filters: SearchFilters;
  exact: boolean;
  after: string | null;
  before: string | null;
};

/** Longest search text. Longer pasted text would only exclude all results. */
const Q_LENGTH = 200;

/** Km. Values outside are clamped. */
export const RADIUS = { min: 1, max: 100, default: 25 } as const;

/** Known codes without duplicates, in the list's order. */
function knownCodes<const T extends string>(list: readonly T[]) {
  return z.pipe(
    z.array(z.string()),
    z.transform((codes) => list.filter((code) => codes.includes(code))),
  );
}

/** The first value that is in the list, else `otherwise`. */
function firstKnownCode<const T extends string, const U>(list: readonly T[], otherwise: U) {
  return z.pipe(
    z.array(z.string()),
    z.transform(
      (value): T | U => value.find((code): code is T => list.some((known) => known === code)) ?? otherwise,
    ),
  );
}

/** Highest price filter; higher values are clamped. */
export const HIGHEST_LEI = 999_999;

/** An amount in lei, with a decimal point or comma and optional thousands separators. Null for anything else. */
const lei = z.pipe(
  z.array(z.string()),
  z.transform(([value = ""]) => {
    const typed = value.trim().replaceAll(/\s/g, "");
    const text = /^\d{1,3}([.,]\d{3})+$/.test(typed)
      ? typed.replaceAll(/[.,]/g, "")
      : typed.replace(",", ".");
    return /^\d+(\.\d{1,2})?$/.test(text) ? Math.min(Number(text), HIGHEST_LEI) : null;
  }),
);

/** "46.77,23.59" in degrees, or a county's code. */
const near = z.pipe(
  z.array(z.string()),
  z.transform(([value = ""]): Near | null => {
    const text = value.trim();
    const seat = COUNTIES.find(({ code }) => code === text);
    if (seat) return { latitude: seat.latitude, longitude: seat.longitude, county: seat.code };
    const [, latitude, longitude] =
      text.match(/^(-?\d{1,3}(?:\.\d{1,20})?)\s*,\s*(-?\d{1,3}(?:\.\d{1,20})?)$/) ?? [];
    const point = { latitude: Number(latitude), longitude: Number(longitude) };
    const onEarth = Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180;
    return onEarth ? { ...point, county: null } : null;
  }),
);

/** A number of km to three decimals, with a decimal point or comma. `clamped` if it was out of range. */
const radius = z.pipe(
  z.array(z.string()),
  z.transform(([value = ""]) => {
    const text = value.trim().replace(",", ".");
    if (!/^[+-]?\d+(\.\d+)?$/.test(text)) return { km: RADIUS.default, clamped: false };
    const requestedKm = Math.round(Number(text) * 1000) / 1000;
    const km = Math.min(Math.max(requestedKm, RADIUS.min), RADIUS.max);
    return { km, clamped: km !== requestedKm };
  }),
);

/** On for "1", as forms send it, and for "true" and "on". */
const isOn = (value: string): boolean => ["1", "true", "on"].includes(value);

const flag = z.pipe(
  z.array(z.string()),
  z.transform(([value = ""]) => isOn(value)),
);

const searchText = z.pipe(
  z.array(z.string()),
  z.transform(([value = ""]) => {
    const text = value
      .toWellFormed()
      .replace(/[\p{Cc}\ufffd]+/gu, " ")
      .replace(/\s+/g, " ")
      .trim()
      .normalize("NFC");
    return [...text].slice(0, Q_LENGTH).join("").trim();
  }),
);

const cursor = z.pipe(
  z.array(z.string()),
  z.transform(([value]) => value || null),
);

const searchSchema = z.object({
  q: searchText,
  ...(mapCodeFilters(knownCodes) as unknown as {
    [filter in CodeFilter]: z.ZodMiniType<CodeOf<filter>[], string[]>;
  }),
  when: z.pipe(z.array(z.string()), z.transform(fromSlotChoices)),
  ...mapFlags(() => flag),
  county: firstKnownCode(COUNTY_CODES, null),
  min: lei,
  max: lei,
  near,
  radius,
  sort: firstKnownCode(SORTS, null),
  exact: searchText,
  after: cursor,
  before: cursor,
});

/** The names of the parameters of a search. */
export const SEARCH_PARAMS = Object.keys(searchSchema.shape);

/**
 * Parses a query string. Nothing in it is an error: unknown and malformed values are dropped, and `warnings` name what
 * was changed.
 */
export function parseSearch(query: URLSearchParams): SearchQuery & { warnings: FieldError[] } {
  const valuesByName = Object.fromEntries(SEARCH_PARAMS.map((name) => [name, query.getAll(name)]));
  const { after, before, exact: exactText, sort, radius, ...rest } = searchSchema.parse(valuesByName);
  // The form sends the words themselves: words that are typed later are understood again.
  const exact = isOn(exactText) || (exactText !== "" && exactText === rest.q);
  const filters = { ...rest, radius: radius.km, sort: chooseSort(sort, rest) };
  return { filters, exact, after, before, warnings: radius.clamped ? [radiusWarning(radius.km)] : [] };
}

const radiusWarning = (used: number): FieldError => ({
  field: "radius",
  code: "radius_out_of_range",
  params: { min: RADIUS.min, max: RADIUS.max, used },
});

/**
 * Parses the query of a page, whose numbers were typed in its language. `warnings` name unreadable prices, too; an
 * unreadable radius is dropped.
 */
export function parseTypedSearch(query: URLSearchParams, locale: Locale): ReturnType<typeof parseSearch> {
  const plain = new URLSearchParams(query);
  const unreadable: FieldError[] = [];
  for (const field of ["min", "max", "radius"]) {
    const typed = query.get(field) ?? "";
    const decimal = toPlainDecimal(typed, locale);
    plain.set(field, isPlainDecimal(decimal) ? decimal : "");
    if (field !== "radius" && decimal !== "" && !isPlainDecimal(decimal))
      unreadable.push({ field, code: "price_unreadable", params: { typed: typed.slice(0, 40) } });
  }
  const { warnings, ...search } = parseSearch(plain);
  return { ...search, warnings: [...unreadable, ...warnings] };
}

type SortContext = Pick<SearchFilters, "q" | "near">;

/** The default sort order. */
export function getDefaultSort({ q, near }: SortContext): Sort {
  if (near !== null) return "distance";
  return q === "" ? "newest" : "relevance";
}

/** Whether a sort order applies: relevance requires search text, distance a location. */
export const isSortApplicable = (sort: Sort, { q, near }: SortContext): boolean =>
  (sort !== "relevance" || q !== "") && (sort !== "distance" || near !== null);

const chooseSort = (requested: Sort | null, context: SortContext): Sort =>
  requested !== null && isSortApplicable(requested, context) ? requested : getDefaultSort(context);

/** The filters of a search without parameters. */
export const NO_FILTERS: SearchFilters = parseSearch(new URLSearchParams()).filters;
