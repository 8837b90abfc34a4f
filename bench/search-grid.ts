import type { Matches } from "../src/features/search/find-matches";
import { type Query, withQuery } from "../src/shared/paths";
import { parseSearch, type SearchQuery } from "../src/shared/schemas/search";

/** Values of each filter that stand for all others: what many listings have, and what few have. */
const CHOICES = {
  words: [{ q: "matematica" }, { q: "cantacuzino" }, { q: "matematica lectii" }],
  subject: [{ subject: "m" }, { subject: "la" }, { subject: ["en", "fr", "de"] }],
  level: [{ level: "h" }, { level: "phd" }, { level: ["h", "pb"] }],
  location: [{ location: "th" }, { location: ["sc", "tc"] }],
  online: [{ online: "1" }],
  county: [{ county: "b" }, { county: "tr" }],
  price: [{ min: "62.50", max: "64" }, { max: "120" }],
  near: [
    { near: "b", radius: "25" },
    { near: "46.77,23.59", radius: "3" },
    { near: "45.15,25.9", radius: "100" },
  ],
} as const satisfies Record<string, readonly Query[]>;
type Kind = keyof typeof CHOICES;
const KINDS = Object.keys(CHOICES) as Kind[];

/** Rows that a page of a search may read, and one for two words that many listings have. */
export const MOST_ROWS = 300;
const MOST_ROWS_OF_COMMON_WORDS = 3000;
/** The dearest page of a large catalogue may read so many times what the dearest one of a small catalogue reads. */
export const MOST_GROWTH = 1.3;
/** So far somebody turns pages. */
const LAST_PAGE = 10;

/** One search of the grid. */
export type Search = { kinds: string; query: Query; mostRows: number };

/** A page of a search that was looked at, and what SQLite read for it. */
export type Reading = Search & { path: string; page: number; rows: number; full: boolean };

/** Every combination of up to so many filters, each with common and rare values, in every order that it may have. */
export function gridSearches(most: number): Search[] {
  return combinations(KINDS, most).flatMap((kinds) =>
    products(kinds).flatMap((filters) =>
      sortsOf(kinds).map((sort) => ({
        kinds: [...kinds, sort ?? "its own order"].join(" + "),
        query: { ...filters, sort },
        mostRows: String(filters.q ?? "").includes(" ") ? MOST_ROWS_OF_COMMON_WORDS : MOST_ROWS,
      })),
    ),
  );
}

/** With words, relevance is the order by itself. */
function sortsOf(kinds: readonly Kind[]): (string | undefined)[] {
  const newest = kinds.includes("words") ? [undefined, "newest"] : [undefined];
  return [...newest, "price", "-price", ...(kinds.includes("near") ? ["distance"] : [])];
}

const combinations = <T>([first, ...rest]: readonly T[], most: number): T[][] =>
  first === undefined || most === 0
    ? [[]]
    : [...combinations(rest, most), ...combinations(rest, most - 1).map((others) => [first, ...others])];

const products = ([kind, ...rest]: readonly Kind[]): Query[] =>
  kind === undefined
    ? [{}]
    : CHOICES[kind].flatMap((choice) => products(rest).map((others) => ({ ...choice, ...others })));

export type Site = {
  /** Rows that SQLite reads for a page of the site. */
  rowsOf(path: string): Promise<number>;
  /** The same page's matches, at whatever cost. */
  matchesOf(query: SearchQuery): Promise<Matches>;
};

/** Reads the first page of a search, and with `deep` the tenth too, or the last where there are fewer. */
export async function readSearch(site: Site, search: Search, deep: boolean): Promise<Reading[]> {
  const pathOf = (after: string | null) => withQuery("/tutoring", { ...search.query, after });
  const queryOf = (path: string) => parseSearch(new URL(path, "https://site.invalid").searchParams);
  const reading = async (path: string, page: number, { content }: Matches): Promise<Reading> => ({
    ...search,
    path,
    page,
    rows: await site.rowsOf(path),
    full: content.length >= 20,
  });

  let path = pathOf(null);
  let matches = await site.matchesOf(queryOf(path));
  const first = await reading(path, 1, matches);
  if (!deep || !matches.next) return [first];
  let page = 1;
  while (matches.next && page < LAST_PAGE) {
    path = pathOf(matches.next);
    matches = await site.matchesOf(queryOf(path));
    page++;
  }
  return [first, await reading(path, page, matches)];
}

/** Those that read more than they may, the dearest first. */
export const tooDear = (readings: readonly Reading[]): Reading[] =>
  dearest(readings).filter(({ rows, mostRows }) => rows > mostRows);

export const dearest = (readings: readonly Reading[]): Reading[] =>
  readings.toSorted((a, b) => b.rows - a.rows);

/** `17 rows, page 10: /tutoring?subject=m` */
export const told = ({ rows, page, path }: Reading): string => `${rows} rows, page ${page}: ${path}`;
