import * as z from "zod";
import {
  COUNTY_CODES,
  type County,
  LEVELS,
  type Level,
  LOCATIONS,
  type Location,
  SORTS,
  type Sort,
  SUBJECTS,
  type Subject,
} from "@/shared/codes";

/** What somebody looks for. `min` and `max` are lei an hour, inclusive. */
export type SearchFilters = {
  q: string;
  subject: Subject[];
  level: Level[];
  location: Location[];
  online: boolean;
  county: County | null;
  min: number | null;
  max: number | null;
  sort: Sort;
};

/** A search in the words of a URL: filters and, for any page but the first, a cursor. */
export type SearchQuery = { filters: SearchFilters; after: string | null; before: string | null };

/** Nobody types more than this by hand; the rest of a pasted text would only narrow the search to nothing. */
const Q_LENGTH = 200;

/** Known codes, each once and in the list's own order. */
function codes<const T extends string>(list: readonly T[]) {
  return z.array(z.string()).transform((given) => list.filter((code) => given.includes(code)));
}

/** The first value that the list knows, else `otherwise`. */
function oneOf<const T extends string, const U>(list: readonly T[], otherwise: U) {
  return z
    .array(z.string())
    .transform(
      (given): T | U => given.find((code): code is T => list.some((known) => known === code)) ?? otherwise,
    );
}

/** An amount in lei, with a point or a Romanian comma; null for anything else. */
const lei = z.array(z.string()).transform(([given = ""]) => {
  const text = given.trim().replace(",", ".");
  return /^\d{1,6}(\.\d{1,2})?$/.test(text) ? Number(text) : null;
});

const words = z.array(z.string()).transform(([given = ""]) => {
  const text = given
    .toWellFormed()
    .replace(/[\p{Cc}\ufffd]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .normalize("NFC");
  return [...text].slice(0, Q_LENGTH).join("").trim();
});

const cursor = z.array(z.string()).transform(([given]) => given || null);

const searchSchema = z.object({
  q: words,
  subject: codes(SUBJECTS),
  level: codes(LEVELS),
  location: codes(LOCATIONS),
  online: z.array(z.string()).transform(([given]) => given === "1" || given === "true" || given === "on"),
  county: oneOf(COUNTY_CODES, null),
  min: lei,
  max: lei,
  sort: oneOf(SORTS, "newest"),
  after: cursor,
  before: cursor,
});

/** Reads a query string. Nothing in it is an error: what is unknown or malformed is left out. */
export function parseSearch(query: URLSearchParams): SearchQuery {
  const given = Object.fromEntries(Object.keys(searchSchema.shape).map((name) => [name, query.getAll(name)]));
  const { after, before, ...filters } = searchSchema.parse(given);
  return { filters, after, before };
}
