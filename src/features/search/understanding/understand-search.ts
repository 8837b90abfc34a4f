import { FORMATS, LEVELS, LOCATIONS, SLOTS, SUBJECTS } from "@/shared/codes";
import {
  FLAG_FILTERS,
  getDefaultSort,
  isSortApplicable,
  NO_FILTERS,
  type SearchFilters,
  type SearchQuery,
} from "@/shared/schemas/search";
import { type FilterName, listReplacedFilters, withoutFilters } from "./filter-names";
import { matchAge } from "./match-age";
import { matchClass } from "./match-class";
import { listNegationLengths, matchIgnored } from "./match-ignored";
import { matchPhrase } from "./match-phrase";
import { matchPrice } from "./match-price";
import { matchTime, type TimeGroup, toSlots } from "./match-time";
import { splitTokens, type Token, type TokenMatch } from "./tokens";
import { isStopWord } from "./vocabulary";

/** Typed words and the filters that they mean. */
export type UnderstoodWords = {
  words: string;
  filters: Partial<SearchFilters>;
  /** The name of a town or neighborhood, which no filter has. */
  place?: string;
  /** Whether the search leaves the words out. */
  isIgnored?: boolean;
};

/** A search whose typed phrases became filters. */
export type UnderstoodSearch = {
  /** All filters. `q` has the words that mean no filter. */
  filters: SearchFilters;
  /** Empty if no words became filters; then `filters` are those of the query. */
  understood: UnderstoodWords[];
  /** The filters of the query that the words replaced. */
  replaced?: Partial<SearchFilters>;
};

/** The words that remain may mean more without those between them. */
const MAX_PASSES = 3;

/** What understanding depends on besides the query. */
export type UnderstandingOptions = {
  /** ms */
  now: number;
  /** Filters that earlier words set, which new words for them replace. */
  replaceable?: readonly FilterName[];
};

/**
 * Turns phrases of the typed text into filters, in both languages: "mate bac cluj sub 100 lei". They replace a county,
 * price, order or single subject that is set; further codes are added to other filters. Of words that contradict each
 * other, the first count.
 */
export function understandSearch(
  { filters, exact }: Pick<SearchQuery, "filters" | "exact">,
  { now, replaceable = [] }: UnderstandingOptions,
): UnderstoodSearch {
  let search: UnderstoodSearch = { filters, understood: [] };
  if (exact) return search;
  for (let pass = 0; pass < MAX_PASSES && search.filters.q !== ""; pass++) {
    const named = new Set(search.understood.flatMap((words) => Object.keys(words.filters)));
    const open: FilterName[] = [...replaceable, ...SINGLES, "sort"];
    if (filters.subject.length === 1) open.push("subject");
    const { filters: next, understood } = understandOnce(
      search.filters,
      now,
      open.filter((name) => !named.has(name)),
    );
    if (understood.length === 0) break;
    search = { filters: next, understood: [...search.understood, ...understood] };
  }
  return search.understood.length > 0
    ? { ...search, replaced: listReplacedFilters(filters, search.filters) }
    : search;
}

/** Whether words of a search would become further filters. */
export const hasMeaning = (filters: SearchFilters, now: number): boolean =>
  understandSearch({ filters, exact: false }, { now }).understood.length > 0;

/** A phrase at a position of the text. */
type Phrase = TokenMatch & { at: number; groups?: TimeGroup[]; isIgnored?: boolean };

function understandOnce(
  filters: SearchFilters,
  now: number,
  replaceable: readonly FilterName[],
): UnderstoodSearch {
  const tokens = splitTokens(filters.q);
  const phrases = narrowLevels(joinTimes(listPhrases(tokens, now)));
  const used: Phrase[] = [];
  const set = withoutFilters(filters, replaceable);
  let update: Partial<SearchFilters> = {};
  // A county wins over a town of the same name as a neighborhood elsewhere.
  for (const phrase of phrases.toSorted((a, b) => Number(Boolean(a.place)) - Number(Boolean(b.place)))) {
    const added = addFilters(set, update, phrase.filters);
    if (added) update = added;
    if (added) used.push(phrase);
    else if (!phrase.place && addFilters(set, {}, phrase.filters)) {
      used.push({ ...phrase, filters: {}, isIgnored: true });
    }
  }
  used.sort((a, b) => a.at - b.at);
  const q = listOtherWords(tokens, phrases, used).join(" ");
  if (q === "" ? used.every(({ isIgnored }) => isIgnored) : used.length === 0) {
    return { filters, understood: [] };
  }
  const found = { ...filters, ...update, ...dropContradicted(filters, update) };
  return {
    filters: { ...found, q, sort: chooseSort(filters, found, update, q) },
    understood: used.map(({ at, length, place, isIgnored, filters: meant }) => ({
      words: toText(tokens, at, length),
      filters: meant,
      ...(place ? { place } : {}),
      ...(isIgnored ? { isIgnored } : {}),
    })),
  };
}

/** Removes the other end of a price range, and the place of the distance, that new words contradict. */
function dropContradicted(
  { min, max, near }: SearchFilters,
  update: Partial<SearchFilters>,
): Partial<SearchFilters> {
  return {
    ...(update.max && !update.min && min !== null && min > update.max ? { min: null } : {}),
    ...(update.min && !update.max && max !== null && max < update.min ? { max: null } : {}),
    ...(update.county && near !== null && near.county !== update.county
      ? { near: null, radius: NO_FILTERS.radius }
      : {}),
  };
}

/** The phrases of a text in order. */
function listPhrases(tokens: readonly Token[], now: number): Phrase[] {
  const phrases: Phrase[] = [];
  const words = tokens.map(({ word }) => word);
  for (let at = 0; at < tokens.length; ) {
    const match = matchFilters(tokens, words, at, now) ?? matchNothing(tokens, words, at, now);
    if (match) phrases.push({ ...match, at });
    at += match?.length ?? 1;
  }
  return joinChoices(tokens, phrases);
}

/** A phrase that means filters. Classes, ages and hours come before prices: "clasa a 8-a 80 lei". */
function matchFilters(
  tokens: readonly Token[],
  words: readonly string[],
  at: number,
  now: number,
): Omit<Phrase, "at"> | null {
  const date = matchIgnored(tokens, at);
  const time = matchTime(tokens, at, now);
  const phrase = matchPhrase(tokens, words, at);
  // "Miercurea Ciuc" is a town, "miercuri seara" a time, "din 1 mai" a date.
  if (date > (phrase?.length ?? 0) + (time?.length ?? 0) && date > 2) return null;
  const isTime = time && time.length >= (phrase?.length ?? 0);
  return (
    matchClass(tokens, at) ??
    matchAge(tokens, at) ??
    (isTime ? { ...time, filters: {} } : (matchPrice(tokens, at) ?? phrase))
  );
}

/** Words that no filter means, or that exclude what a filter means: "nu online", "in afara de luni". */
function matchNothing(
  tokens: readonly Token[],
  words: readonly string[],
  at: number,
  now: number,
): Omit<Phrase, "at"> | null {
  let length = matchIgnored(tokens, at);
  for (const before of length === 0 ? listNegationLengths(tokens, at) : []) {
    const negated = matchFilters(tokens, words, at + before, now);
    if (negated) length = before + negated.length;
  }
  return length > 0 ? { length, filters: {}, isIgnored: true } : null;
}

/** "Online sau la domiciliu" excludes nothing that both filters together would not, so neither is set. */
function joinChoices(tokens: readonly Token[], phrases: readonly Phrase[]): Phrase[] {
  const isPlace = ({ filters: { online, location } }: Phrase) => Boolean(online || location);
  return phrases.flatMap((phrase, n) => {
    const [previous, next] = [phrases[n - 1], phrases[n + 1]];
    const isChoice = (a: Phrase | undefined, b: Phrase | undefined) =>
      a &&
      b &&
      isPlace(a) &&
      isPlace(b) &&
      a.filters.online !== b.filters.online &&
      isAlternative(tokens, a, b);
    if (isChoice(previous, phrase)) return [];
    if (!isChoice(phrase, next) || !next) return [phrase];
    return [{ ...phrase, length: next.at + next.length - phrase.at, filters: {} }];
  });
}

function isAlternative(tokens: readonly Token[], a: Phrase, b: Phrase): boolean {
  const between = tokens.slice(a.at + a.length, b.at).map(({ word }) => word);
  const isSlash = between.length === 0 && (tokens[b.at]?.gap ?? "").trim() === "/";
  return isSlash || (between.length === 1 && ["sau", "ori", "or"].includes(between[0] ?? ""));
}

/** Times of the whole text belong together, so the first phrase gets all of them. */
function joinTimes(phrases: readonly Phrase[]): Phrase[] {
  const times = phrases.flatMap((phrase) => (phrase.groups ? [{ groups: phrase.groups }] : []));
  const when = times.length > 0 ? toSlots(times) : [];
  return phrases.map((phrase) => (phrase.groups ? { ...phrase, filters: { when } } : phrase));
}

/** A phrase for several levels means the one that other words name: "clasa a 12-a, bac". */
function narrowLevels(phrases: readonly Phrase[]): Phrase[] {
  const named = phrases.flatMap(({ filters: { level = [] } }) => (level.length === 1 ? level : []));
  return phrases.map((phrase) => {
    const { level = [] } = phrase.filters;
    const narrowed = level.filter((code) => named.includes(code));
    return level.length > 1 && narrowed.length > 0
      ? { ...phrase, filters: { ...phrase.filters, level: narrowed } }
      : phrase;
  });
}

const LISTS = {
  subject: SUBJECTS,
  level: LEVELS,
  location: LOCATIONS,
  format: FORMATS,
  when: SLOTS,
} as const;
type ListName = keyof typeof LISTS;
const SINGLES = ["county", "min", "max"] as const;

/** The update with the filters of a phrase; null if they contradict a filter that is set or understood. */
function addFilters(
  set: SearchFilters,
  update: Partial<SearchFilters>,
  added: Partial<SearchFilters>,
): Partial<SearchFilters> | null {
  const joined: Record<string, unknown> = { ...update };
  for (const name of Object.keys(LISTS) as ListName[]) {
    const codes: readonly string[] | undefined = added[name];
    if (!codes) continue;
    const all = new Set<string>([...set[name], ...(update[name] ?? []), ...codes]);
    joined[name] = LISTS[name].filter((code) => all.has(code));
  }
  for (const name of SINGLES) {
    const value = added[name];
    if (value === undefined) continue;
    const current = set[name] ?? update[name];
    if (current !== undefined && current !== null && current !== value) return null;
    joined[name] = value;
  }
  const [min, max] = [joined.min ?? set.min, joined.max ?? set.max];
  if (typeof min === "number" && typeof max === "number" && min > max) return null;
  if (added.sort) {
    const current = isDefaultSort(set) ? update.sort : set.sort;
    if (current && current !== added.sort) return null;
    joined.sort = added.sort;
  }
  for (const name of FLAG_FILTERS) if (added[name]) joined[name] = true;
  return joined;
}

const isDefaultSort = (filters: SearchFilters): boolean => filters.sort === getDefaultSort(filters);

function chooseSort(
  filters: SearchFilters,
  { near }: Pick<SearchFilters, "near">,
  update: Partial<SearchFilters>,
  q: string,
): SearchFilters["sort"] {
  const sort = update.sort ?? (isDefaultSort(filters) ? null : filters.sort);
  return sort && isSortApplicable(sort, { q, near }) ? sort : getDefaultSort({ q });
}

/** The words outside the used phrases, without those that narrow nothing. Phrases that contradict stay whole. */
function listOtherWords(
  tokens: readonly Token[],
  phrases: readonly Phrase[],
  used: readonly Phrase[],
): string[] {
  const isIn = (at: number) => (phrase: Phrase) => at >= phrase.at && at < phrase.at + phrase.length;
  const others: string[] = [];
  for (const [at, { text, word }] of tokens.entries()) {
    if (used.some(isIn(at))) continue;
    if (phrases.some(isIn(at)) || !isStopWord(word)) others.push(text);
  }
  return others;
}

const toText = (tokens: readonly Token[], at: number, length: number): string =>
  tokens
    .slice(at, at + length)
    .map(({ text, gap }, n) => (n === 0 ? text : gap + text))
    .join("");
