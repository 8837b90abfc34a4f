import { codeTerm, type GeoCell } from "@/db/search-codes";
import type { County, Level, Placement, Subject } from "@/shared/codes";
import type { SearchFilters } from "@/shared/schemas/search";
import {
  CODE_FILTER_NAMES,
  CODE_FILTERS,
  type CodeFilter,
  type CodeOf,
  FLAG_FILTERS,
} from "@/shared/search-filters";
import { isPreferredWord, listEquivalentWords } from "../understanding/equivalent-words";
import { splitWords } from "../understanding/words";
import { circle, coverCircle, listSeatsIn } from "./geo-cells";
import { splitIntoBands, toPriceRange } from "./price-bands";
import { parseTerms } from "./query-terms";

/** Maximum cells that cover a circle; the match merges one list per cell. */
const MATCH_CELLS = 96;
/** Up to this many bands of one ban are named singly; more are replaced by the bands of their whole lei. */
const MAX_SINGLE_BANI = 9;
/** Further words narrow nothing, and each costs a look-up. */
const MAX_WORDS = 12;
/** A shorter prefix would match a large share of all words. */
const MIN_PREFIX_LENGTH = 3;

/** An FTS5 query that matches nothing. */
export const MATCH_NOTHING = `"${codeTerm.none}"`;

/** A rank of relevance: listings that match `match` and none of `without`. Both are FTS5 queries. */
export type RelevanceTier = { match: string; without: string[] };

/**
 * Columns of `listings_fts`. A code counts as much as the title. Terms without a code match no codes, because codes
 * begin with `_`.
 */
const TITLE = "{title codes}";
const HEAD = "{title teacher codes}";

/** Geo cells, and counties whose seats stand for the points of listings without one. */
export type Area = { cells: readonly GeoCell[]; seats: readonly County[] };

/** What replaces or adds to the filters of a search in its FTS5 query. */
export type MatchOptions = {
  /** One relevance tier of the typed terms. */
  tier?: RelevanceTier;
  /** Cells, and counties of listings without a point, instead of those within `radius` of `near`. */
  area?: Area | undefined;
  /** Whether the query is for `listings_by_price`, where rowids hold the price, so the price range is no term. */
  byPrice?: boolean;
  placement?: Placement;
};

/**
 * A search as one FTS5 query: a listing must have one term of each filter, and all typed terms. Cells and price bands
 * match too much; `entryConditionsSql` checks the exact distance and price.
 */
export function buildMatchQuery(filters: SearchFilters, options: MatchOptions = {}): string {
  const groups = listCodeGroups(filters, options).map(
    (codes) => `(${codes.map((code) => `"${code}"`).join(" OR ")})`,
  );
  const terms = options.tier?.match ?? (filters.q === "" ? null : matchAll(toTermQueries(filters).required));
  const all = [...(terms === null ? [] : [`(${terms})`]), ...groups];
  const match = all.length > 0 ? all.join(" AND ") : `"${codeTerm.any}"`;
  return (options.tier?.without ?? []).reduce((found, excluded) => `(${found}) NOT (${excluded})`, match);
}

/** One group of codes for each filter in use. */
function listCodeGroups(filters: SearchFilters, { area, byPrice, placement }: MatchOptions): string[][] {
  const { county, near, radius } = filters;
  const prices = byPrice ? null : listPriceTerms(filters);
  const covered =
    area ??
    (near && { cells: coverCircle(near, radius, MATCH_CELLS), seats: listSeatsIn(circle(near, radius)) });
  return [
    ...(placement ? [[codeTerm.placement(placement)]] : []),
    ...listScopeGroups(listNarrowing(filters, "subject"), county, listNarrowing(filters, "level")),
    ...OTHER_CODE_FILTERS.map((name) =>
      listNarrowing(filters, name).map((code) => codeTerm.code(name, code)),
    ).filter((codes) => codes.length > 0),
    ...FLAG_FILTERS.filter((name) => filters[name]).map((name) => [codeTerm.flag(name)]),
    ...(prices ? [prices] : []),
    ...(covered
      ? [orMatchNothing([...covered.cells.map(codeTerm.cell), ...covered.seats.map(codeTerm.withoutPoint)])]
      : []),
  ];
}

/** Subjects and levels share their terms with the county. */
const OTHER_CODE_FILTERS = CODE_FILTER_NAMES.filter((name) => name !== "subject" && name !== "level");

/** The chosen codes of a filter; none if they filter nothing. */
function listNarrowing<F extends CodeFilter>(filters: SearchFilters, name: F): readonly CodeOf<F>[] {
  const { codes, isOnEachListing } = CODE_FILTERS[name];
  return isOnEachListing && filters[name].length === codes.length ? [] : filters[name];
}

function listScopeGroups(
  subjects: readonly Subject[],
  county: County | null,
  levels: readonly Level[],
): string[][] {
  const [level, ...otherLevels] = levels;
  // A term for each subject and level would be too many.
  if (subjects.length > 0 && county && level && otherLevels.length === 0)
    return [subjects.map((code) => codeTerm.subjectInCounty(code, county, level))];
  const inCounty = county ? [codeTerm.county(county)] : [];
  const ofSubjects = subjects.map((code) =>
    county ? codeTerm.subjectInCounty(code, county) : codeTerm.code("subject", code),
  );
  const ofLevels = levels.map((code) => codeTerm.code("level", code));
  return [subjects.length > 0 ? ofSubjects : inCounty, ofLevels].filter((codes) => codes.length > 0);
}

/** An empty group would filter nothing; here it means that no listing matches. */
const orMatchNothing = (codes: string[]): string[] => (codes.length > 0 ? codes : [codeTerm.none]);

function listPriceTerms(filters: SearchFilters): string[] | null {
  const range = toPriceRange(filters);
  if (!range) return null;
  const terms = splitIntoBands(range).flatMap(({ band, from, to }) =>
    band === 0 && to - from >= MAX_SINGLE_BANI
      ? // A run of single bani may cross from one leu into the next.
        listBandTerms(1, Math.floor(from / 100), Math.floor(to / 100))
      : listBandTerms(band, from, to),
  );
  return orMatchNothing([...new Set(terms)]);
}

const listBandTerms = (band: number, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, n) => codeTerm.price(band, from + n));

/** The typed text of a search, and the subjects that words may depend on. */
type TypedSearch = Pick<SearchFilters, "q" | "subject">;

/** A word of a typed text. */
type QueryWord = { text: string; isPrefix: boolean };

/**
 * The terms of a typed text. The name of a subject, level or county matches its words or its code. The last word may be
 * a prefix. Words that only describe teacher, learner or purpose are `isPreferred`: a listing may do without them.
 */
function parseTypedTerms({
  q,
  subject,
}: TypedSearch): { words: QueryWord[]; code: string | null; isPreferred: boolean }[] {
  const words = splitWords(q).slice(0, MAX_WORDS);
  const terms = parseTerms(words);
  // A word followed by a stop word is complete, so it is no prefix.
  const isComplete = terms.at(-1)?.words.at(-1) !== words.at(-1);
  return terms.map(({ words: termWords, code }, index) => ({
    code,
    isPreferred: code === null && termWords.every((word) => isPreferredWord(word, subject)),
    words: termWords.map((text, n) => {
      const isLast = index === terms.length - 1 && n === termWords.length - 1;
      return { text, isPrefix: isLast && !isComplete && [...text].length >= MIN_PREFIX_LENGTH };
    }),
  }));
}

/**
 * One FTS5 query for each term of a typed text. If none is required, one for all listings. Words hold only letters
 * and digits, so typed text is never query syntax. FTS5 ignores case and diacritics.
 * https://www.sqlite.org/fts5.html#full_text_query_syntax
 */
function toTermQueries({ q, subject }: TypedSearch): Record<"required" | "preferred", string[]> {
  const terms = parseTypedTerms({ q, subject }).map(({ words, code, isPreferred }) => {
    const strings = words.map((word) => toWordQuery(word, subject));
    const text = strings.length > 1 ? `(${strings.join(" AND ")})` : strings.join("");
    return { isPreferred, query: code === null ? text : `(${text} OR "${code}")` };
  });
  const list = (isPreferred: boolean) =>
    terms.filter((term) => term.isPreferred === isPreferred).map(({ query }) => query);
  const [required, preferred] = [list(false), list(true)];
  return {
    required: required.length === 0 && preferred.length > 0 ? [`"${codeTerm.any}"`] : required,
    preferred,
  };
}

/** A word or, if others have its meaning, any of them. */
function toWordQuery({ text, isPrefix }: QueryWord, subjects: readonly Subject[]): string {
  const equivalent = listEquivalentWords(text, subjects);
  const query = isPrefix ? `"${text}"*` : `"${text}"`;
  return equivalent ? `(${[query, ...equivalent.map((word) => `"${word}"`)].join(" OR ")})` : query;
}

const matchAll = (queries: string[]): string =>
  queries.length > 0 ? `(${queries.join(" AND ")})` : MATCH_NOTHING;

/**
 * The tiers of the order by relevance: those with a preferred word, if there are any; all terms in the title; all in
 * title and teacher's name; at least one in the title; at least one in the name (or part of a term of several words),
 * unless a word is preferred; none in either. A code counts as the title does. Each listing with all terms is in one tier.
 */
export function buildRelevanceTiers(filters: TypedSearch): RelevanceTier[] {
  const { required: queries, preferred } = toTermQueries(filters);
  const all = matchAll(queries);
  const any = queries.length > 0 ? `(${queries.join(" OR ")})` : MATCH_NOTHING;
  const title = `${TITLE} : ${all}`;
  const head = `${HEAD} : ${all}`;
  const [anyInTitle, anyInHead] = [`${TITLE} : ${any}`, `${HEAD} : ${any}`];
  // With a single term, "any" and "all" are the same. D1 accepts five tiers.
  const [isSeveral, isPreferring] = [queries.length > 1, preferred.length > 0];
  const tiers: RelevanceTier[] = [
    { match: title, without: [] },
    { match: head, without: [title] },
    ...(isSeveral ? [{ match: `${all} AND (${anyInTitle})`, without: [head] }] : []),
    ...(isSeveral && !isPreferring
      ? [{ match: `${all} AND (${anyInHead})`, without: [head, anyInTitle] }]
      : []),
    { match: all, without: isSeveral && isPreferring ? [head, anyInTitle] : [anyInHead] },
  ];
  if (!isPreferring) return tiers;
  const person = preferred.join(" OR ");
  return [
    { match: `${all} AND (${person})`, without: [] },
    ...tiers.map(({ match, without }) => ({ match, without: [...without, person] })),
  ];
}
