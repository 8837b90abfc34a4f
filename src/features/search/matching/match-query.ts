import { codeTerm, type GeoCell } from "@/features/listings";
import { LEVELS, type Placement, SUBJECTS } from "@/shared/codes";
import type { SearchFilters } from "@/shared/schemas/search";
import { priceRange, priceRuns } from "../counts/price-bands";
import { circle, coverOf } from "../distance/geo-cells";
import { tellingIn, wordsOf } from "./vocabulary";

/** Maximum cells that cover a circle; the match merges one list per cell. */
const CIRCLE_CELLS = 96;
/** Bands of one ban that are named one by one; more of them are the leu they belong to. */
const SINGLE_BANI = 9;

/** What of a search is said otherwise, or more narrowly, than by its filters. */
export type MatchOptions = {
  /** Which of its words' tiers. */
  tier?: Tier;
  /** Cells instead of those within `radius` of `near`. */
  cells?: readonly GeoCell[] | undefined;
  /** Whether the order is by price, where a range of prices is one of the table itself. */
  byPrice?: boolean;
  placement?: Placement;
};

/**
 * A search as one FTS5 query: a listing must have one word of each group, and the words of `q`. What cells and bands
 * of prices say too widely is left to the entry (`entryConditions`).
 */
export function matchOf(filters: SearchFilters, given: MatchOptions = {}): string {
  const groups = codeGroups(filters, given).map(
    (codes) => `(${codes.map((code) => `"${code}"`).join(" OR ")})`,
  );
  const words = given.tier?.match ?? (filters.q === "" ? null : allWords(filters.q));
  const all = [...(words === null ? [] : [`(${words})`]), ...groups];
  const match = all.length > 0 ? all.join(" AND ") : `"${codeTerm.any}"`;
  return (given.tier?.without ?? []).reduce((found, less) => `(${found}) NOT (${less})`, match);
}

/** One group for each filter in use. Every listing has a subject and a level: all of them ask for no less than none does. */
function codeGroups(filters: SearchFilters, { cells, byPrice, placement }: MatchOptions): string[][] {
  const { subject, level, county, location, online, near, radius } = filters;
  const prices = byPrice ? null : priceWords(filters);
  const around = cells ?? (near && coverOf(circle(near, radius), CIRCLE_CELLS).map(({ cell }) => cell));
  return [
    ...(placement ? [[codeTerm.placement(placement)]] : []),
    ...(subject.length > 0 && subject.length < SUBJECTS.length ? [subject.map(codeTerm.subject)] : []),
    ...(level.length > 0 && level.length < LEVELS.length ? [level.map(codeTerm.level)] : []),
    ...(county ? [[codeTerm.county(county)]] : []),
    ...(location.length > 0 ? [location.map(codeTerm.location)] : []),
    ...(online ? [[codeTerm.online]] : []),
    ...(prices ? [prices] : []),
    ...(around ? [orNothing(around.map(codeTerm.cell))] : []),
  ];
}

/** A group without words would ask for nothing; it means that nothing fits. */
const orNothing = (words: string[]): string[] => (words.length > 0 ? words : [codeTerm.none]);

function priceWords(filters: SearchFilters): string[] | null {
  const range = priceRange(filters);
  if (!range) return null;
  const words = priceRuns(range).flatMap(({ band, from, to }) =>
    band === 0 && to - from >= SINGLE_BANI
      ? // A run of single bani may cross from one leu into the next.
        bandWords(1, Math.floor(from / 100), Math.floor(to / 100))
      : bandWords(band, from, to),
  );
  return orNothing([...new Set(words)]);
}

const bandWords = (band: number, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, n) => codeTerm.price(band, from + n));

/** More words than this narrow nothing further, and each costs a look-up. */
const WORDS = 12;
/** A shorter beginning would stand for a good part of all words. */
const PREFIX_LENGTH = 3;

const NOTHING = `"${codeTerm.none}"`;

/** What has the words where it counts, and does not belong to a tier before: full text queries. */
export type Tier = { match: string; without: string[] };

/**
 * Columns of `listings_fts`. What a listing is by its codes counts as much as its title: its teacher said so, too. Words
 * that are no name are found in no code, since codes begin with a `_`.
 */
const TITLE = "{title codes}";
const HEAD = "{title teacher codes}";

/**
 * Splits a text into FTS5 strings; the last word may be a prefix. A name of a subject, level or county matches its
 * words or the code. Stop words are left out. Words contain only letters and digits, so typed text is never query
 * syntax. FTS5 folds case and diacritics. https://www.sqlite.org/fts5.html#full_text_query_syntax
 */
function groupsOf(q: string): string[] {
  const words = wordsOf(q).slice(0, WORDS);
  const groups = tellingIn(words);
  // A word that others followed is finished, though these say nothing.
  const whole = groups.at(-1)?.words.at(-1) !== words.at(-1);
  return groups.map(({ words: named, code }, group) => {
    const strings = named.map((word, n) => {
      const last = group === groups.length - 1 && n === named.length - 1;
      const open = last && !whole && [...word].length >= PREFIX_LENGTH;
      return open ? `"${word}"*` : `"${word}"`;
    });
    const text = strings.length > 1 ? `(${strings.join(" AND ")})` : strings.join("");
    return code === null ? text : `(${text} OR "${code}")`;
  });
}

/** The query for all words of `q`, anywhere. Without any word nothing matches it. */
export const allWords = (q: string): string => allOf(groupsOf(q));

const allOf = (groups: string[]): string => (groups.length > 0 ? `(${groups.join(" AND ")})` : NOTHING);

/**
 * The listings with all words of `q`, those first that have them where it counts: all in the title; in the title and the
 * teacher's name; one in the title; one in the name (or a name of several words partly there); none in either. A code
 * counts as the title does. A listing is in one tier alone.
 */
export function tiersOf(q: string): Tier[] {
  const groups = groupsOf(q);
  const all = allOf(groups);
  const some = groups.length > 0 ? `(${groups.join(" OR ")})` : NOTHING;
  const title = `${TITLE} : ${all}`;
  const head = `${HEAD} : ${all}`;
  const [inTitle, inHead] = [`${TITLE} : ${some}`, `${HEAD} : ${some}`];
  const tiers: Tier[] = [
    { match: title, without: [] },
    { match: head, without: [title] },
    { match: `${all} AND (${inTitle})`, without: [head] },
    { match: `${all} AND (${inHead})`, without: [head, inTitle] },
    { match: all, without: [inHead] },
  ];
  // One word that is in the title is all of them.
  return groups.length > 1 ? tiers : tiers.filter((_, n) => n !== 2 && n !== 3);
}
