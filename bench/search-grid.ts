import { LISTINGS_PER_PAGE, type Matches } from "../src/features/search/matching/list-matches";
import { type Query, withQuery } from "../src/shared/paths";
import { parseSearch, type SearchQuery } from "../src/shared/schemas/search";
import { FLAG_FILTERS } from "../src/shared/search-filters";

/** Typical values of each filter: one that many listings have, and one that few have. */
const CHOICES = {
  // Exact, because words that mean filters lead to another address.
  words: ["matematica", "vacarescu", "matematica exercitii"].map((q) => ({ q, exact: "1" })),
  subject: [{ subject: "m" }, { subject: "la" }, { subject: ["en", "fr", "de"] }],
  level: [{ level: "h" }, { level: "phd" }, { level: ["h", "pb"] }],
  location: [{ location: "th" }, { location: ["sc", "tc"] }],
  times: [{ when: "6m" }, { when: ["1e", "2e", "3e", "4e", "5e"] }],
  format: [{ format: "group" }, { format: "individual" }],
  languages: [{ teaches_in: "ro" }, { teaches_in: ["hu", "en"] }],
  flag: FLAG_FILTERS.map((name) => ({ [name]: "1" })),
  county: [{ county: "b" }, { county: "tr" }],
  price: [{ min: "62.50", max: "64" }, { max: "120" }],
  near: [
    { near: "b", radius: "25" },
    { near: "46.77,23.59", radius: "3" },
    { near: "45.15,25.9", radius: "50" },
  ],
} as const satisfies Record<string, readonly Query[]>;
type Kind = keyof typeof CHOICES;
const KINDS = Object.keys(CHOICES) as Kind[];

/** Rows that a page of any search may read: a total reads up to 1,101 matches, the rest is the page. */
export const MAX_ROWS = 1500;
/** The last page that is measured. */
const LAST_PAGE = 10;

/** One search of the grid. */
export type Search = { kinds: string; filters: number; query: Query };

/** A page of a search that was looked at, and what SQLite read for it. */
export type Reading = Search & { path: string; page: number; rows: number; full: boolean };

/** Every combination of up to `max` filters, each with common and rare values, in every order it allows. */
export function gridSearches(max: number): Search[] {
  return combinations(KINDS, max).flatMap((kinds) =>
    products(kinds).flatMap((filters) =>
      listSorts(kinds).map((sort) => ({
        kinds: [...kinds, sort ?? "its own order"].join(" + "),
        filters: kinds.length,
        query: { ...filters, sort },
      })),
    ),
  );
}

/** With words, relevance is the default order. */
function listSorts(kinds: readonly Kind[]): (string | undefined)[] {
  const newest = kinds.includes("words") ? [undefined, "newest"] : [undefined];
  return [...newest, "rating", "price", "-price", ...(kinds.includes("near") ? ["distance"] : [])];
}

const combinations = <T>([first, ...rest]: readonly T[], max: number): T[][] =>
  first === undefined || max === 0
    ? [[]]
    : [...combinations(rest, max), ...combinations(rest, max - 1).map((others) => [first, ...others])];

const products = ([kind, ...rest]: readonly Kind[]): Query[] =>
  kind === undefined
    ? [{}]
    : CHOICES[kind].flatMap((choice) => products(rest).map((others) => ({ ...choice, ...others })));

export type Site = {
  /** A page's matches, and the rows that SQLite reads for it. */
  read(path: string): Promise<{ rows: number; matches: Matches }>;
  /** A page's matches, at whatever cost. */
  listMatches(query: SearchQuery): Promise<Matches>;
};

export const toQuery = (path: string): SearchQuery =>
  parseSearch(new URL(path, "https://site.invalid").searchParams);

/** Reads the first page of a search, and with `deep` the tenth too, or the last where there are fewer. */
export async function readSearch(site: Site, search: Search, deep: boolean): Promise<Reading[]> {
  const toPath = (after: string | null) => withQuery("/tutoring", { ...search.query, after });
  const readings: Reading[] = [];
  const reading = async (after: string | null, page: number): Promise<Matches> => {
    const path = toPath(after);
    const { rows, matches } = await site.read(path);
    readings.push({ ...search, path, page, rows, full: matches.content.length >= LISTINGS_PER_PAGE });
    return matches;
  };

  let { next } = await reading(null, 1);
  if (!deep || !next) return readings;
  let page = 2;
  for (; page < LAST_PAGE; page++) {
    const further: string | null = (await site.listMatches(toQuery(toPath(next)))).next;
    if (!further) break;
    next = further;
  }
  await reading(next, page);
  return readings;
}

/** The pages that exceed the bound, the most expensive first. */
export const listOverBound = (readings: readonly Reading[]): Reading[] =>
  sortByRows(readings).filter(({ rows }) => rows > MAX_ROWS);

export const sortByRows = (readings: readonly Reading[]): Reading[] =>
  readings.toSorted((a, b) => b.rows - a.rows);

/** `17 rows, page 10: /tutoring?subject=m` */
export const formatReading = ({ rows, page, path }: Reading): string => `${rows} rows, page ${page}: ${path}`;
