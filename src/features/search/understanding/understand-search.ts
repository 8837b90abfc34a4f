import type { Ctx } from "@/context";
import {
  getDefaultSort,
  isSortApplicable,
  NO_FILTERS,
  type SearchFilters,
  type SearchQuery,
} from "@/shared/schemas/search";
import { CODE_FILTER_NAMES, CODE_FILTERS, FLAG_FILTERS } from "@/shared/search-filters";
import { isPreferredWord } from "./equivalent-words";
import { type FilterName, listReplacedFilters, withoutFilters } from "./filter-names";
import { listPhrases, type Phrase } from "./list-phrases";
import { joinText, splitTokens, type Token } from "./tokens";
import { isStopWord } from "./vocabulary";

/** A phrase of a typed text and the filters that it means. */
export type UnderstoodPhrase = {
  text: string;
  filters: Partial<SearchFilters>;
  /** The name of a town or neighborhood, which no filter has. */
  place?: string;
  /** The only class that it names. */
  grade?: number;
  /** Whether the search leaves it out. */
  isIgnored?: boolean;
  /** Whether it is "near me". */
  isNearMe?: boolean;
  /** Whether it stays in the text of the search; then it only implies the filters. */
  isSearchedAsText?: boolean;
};

/** A search whose typed phrases became filters. */
export type UnderstoodSearch = {
  /** All filters. `q` has the words that mean no filter. */
  filters: SearchFilters;
  /** Empty if no words became filters; then `filters` are those of the query. */
  phrases: UnderstoodPhrase[];
  /** The filters of the query that the words replaced. */
  replaced?: Partial<SearchFilters>;
  /** The words that the search leaves out, because nothing matches them and the filters: see `dropOtherWords`. */
  dropped?: string;
};

/** The words that remain may mean more without those between them. */
const MAX_PASSES = 3;

/**
 * Turns phrases of the typed text into filters, in both languages: "mate bac cluj sub 100 lei". They replace a county,
 * price, order or single subject that is set; further codes are added to other filters. If words contradict each
 * other, the first count. Words such as "pian" imply their subject if no other is named or set.
 */
export function understandSearch(
  { filters, exact }: Pick<SearchQuery, "filters" | "exact">,
  { now }: Pick<Ctx, "now">,
): UnderstoodSearch {
  let search: UnderstoodSearch = { filters, phrases: [] };
  if (exact) return search;
  for (let pass = 0; pass < MAX_PASSES && search.filters.q !== ""; pass++) {
    const named = new Set(search.phrases.flatMap((phrase) => Object.keys(phrase.filters)));
    const open: FilterName[] = [...SINGLES, "sort"];
    if (filters.subject.length === 1) open.push("subject");
    const replaceable = open.filter((name) => !named.has(name));
    const next = understandOnce(search.filters, now, replaceable);
    if (next.phrases.length === 0) break;
    search = { filters: next.filters, phrases: [...search.phrases, ...next.phrases] };
  }
  return search.phrases.length > 0
    ? { ...search, replaced: listReplacedFilters(filters, search.filters) }
    : search;
}

/**
 * The same search without the words that narrow it and mean no filter. Null if there are none, if no other words became
 * filters, and without a subject: "șah Cluj" would become all lessons in Cluj.
 */
export function dropOtherWords(search: UnderstoodSearch, { now }: Ctx): UnderstoodSearch | null {
  const { filters, phrases } = search;
  if (phrases.length === 0 || filters.subject.length === 0) return null;
  const tokens = splitTokens(filters.q);
  const meant = listPhrases(tokens, now);
  const isMeaningful = ({ word }: Token, at: number) =>
    meant.some(isIn(at)) || isPreferredWord(word, filters.subject);
  const toText = (some: readonly Token[]) => some.map(({ text }) => text).join(" ");
  const dropped = toText(tokens.filter((token, at) => !isMeaningful(token, at)));
  if (dropped === "") return null;
  const q = toText(tokens.filter(isMeaningful));
  return { ...search, dropped, filters: { ...filters, q, sort: chooseSort(filters, filters, {}, q) } };
}

/** Whether words of a search would become further filters. */
export const hasMeaning = (filters: SearchFilters, now: number): boolean =>
  understandSearch({ filters, exact: false }, { now }).phrases.length > 0;

/** One pass over the remaining words. They keep all filters but the `replaceable` ones. */
function understandOnce(
  filters: SearchFilters,
  now: number,
  replaceable: readonly FilterName[],
): UnderstoodSearch {
  const tokens = splitTokens(filters.q);
  const phrases = listPhrases(tokens, now);
  const kept = withoutFilters(filters, replaceable);
  const used: Phrase[] = [];
  let meant: Partial<SearchFilters> = {};
  // A county wins over a town of the same name as a neighborhood elsewhere.
  for (const phrase of phrases.toSorted((a, b) => Number(Boolean(a.place)) - Number(Boolean(b.place)))) {
    if (phrase.isSearchedAsText) continue;
    const withPhrase = addFilters(kept, meant, phrase.filters);
    if (withPhrase) {
      meant = withPhrase;
      used.push(phrase);
    } else if (!phrase.place && addFilters(kept, {}, phrase.filters)) {
      // It contradicts only words before it, not the filters.
      used.push({ ...phrase, filters: {}, isIgnored: true });
    }
  }
  if (!meant.subject && filters.subject.length === 0) {
    for (const phrase of listImplied(phrases)) {
      used.push(phrase);
      meant = { ...meant, ...phrase.filters };
    }
  }
  used.sort((a, b) => a.at - b.at);
  const q = listOtherWords(tokens, phrases, used).join(" ");
  // A text of nothing but ignored words is searched for as it is.
  const isMeaningless = q === "" && used.every(({ isIgnored, isNearMe }) => isIgnored && !isNearMe);
  if (used.length === 0 || isMeaningless) return { filters, phrases: [] };
  const found = { ...filters, ...meant, ...dropContradicted(filters, meant) };
  return {
    filters: { ...found, q, sort: chooseSort(filters, found, meant, q) },
    phrases: used.map(
      ({ at, length, filters: own, place, grade, isIgnored, isNearMe, isSearchedAsText }) => ({
        text: joinText(tokens, at, length),
        filters: own,
        ...(place ? { place } : {}),
        ...(grade === undefined ? {} : { grade }),
        ...(isIgnored ? { isIgnored } : {}),
        ...(isNearMe ? { isNearMe } : {}),
        ...(isSearchedAsText ? { isSearchedAsText } : {}),
      }),
    ),
  };
}

/** The phrases that imply a subject, unless they imply several. */
function listImplied(phrases: readonly Phrase[]): Phrase[] {
  const implying = phrases.filter(({ isSearchedAsText }) => isSearchedAsText);
  const subjects = new Set(implying.flatMap(({ filters: { subject = [] } }) => subject));
  return subjects.size === 1 ? implying : [];
}

/** Removes the other end of a price range, and the place of the distance, that new words contradict. */
function dropContradicted(
  { min, max, near }: SearchFilters,
  meant: Partial<SearchFilters>,
): Partial<SearchFilters> {
  return {
    ...(meant.max && !meant.min && min !== null && min > meant.max ? { min: null } : {}),
    ...(meant.min && !meant.max && max !== null && max < meant.min ? { max: null } : {}),
    ...(meant.county && near !== null && near.county !== meant.county
      ? { near: null, radius: NO_FILTERS.radius }
      : {}),
  };
}

const SINGLES = ["county", "min", "max"] as const;

/** What words mean with the filters of a phrase; null if these contradict a filter that is kept or meant. */
function addFilters(
  kept: SearchFilters,
  meant: Partial<SearchFilters>,
  added: Partial<SearchFilters>,
): Partial<SearchFilters> | null {
  const joined: Record<string, unknown> = { ...meant };
  for (const name of CODE_FILTER_NAMES) {
    const codes: readonly string[] | undefined = added[name];
    if (!codes) continue;
    const all = new Set<string>([...kept[name], ...(meant[name] ?? []), ...codes]);
    joined[name] = CODE_FILTERS[name].codes.filter((code) => all.has(code));
  }
  for (const name of SINGLES) {
    const value = added[name];
    if (value === undefined) continue;
    const current = kept[name] ?? meant[name];
    if (current !== undefined && current !== null && current !== value) return null;
    joined[name] = value;
  }
  const [min, max] = [joined.min ?? kept.min, joined.max ?? kept.max];
  if (typeof min === "number" && typeof max === "number" && min > max) return null;
  if (added.sort) {
    const current = isDefaultSort(kept) ? meant.sort : kept.sort;
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
  meant: Partial<SearchFilters>,
  q: string,
): SearchFilters["sort"] {
  const sort = meant.sort ?? (isDefaultSort(filters) ? null : filters.sort);
  return sort && isSortApplicable(sort, { q, near }) ? sort : getDefaultSort({ q, near });
}

const isIn =
  (at: number) =>
  (phrase: Phrase): boolean =>
    at >= phrase.at && at < phrase.at + phrase.length;

/** The words outside the used phrases, without those that narrow nothing. Phrases that contradict stay whole. */
function listOtherWords(
  tokens: readonly Token[],
  phrases: readonly Phrase[],
  used: readonly Phrase[],
): string[] {
  const others: string[] = [];
  for (const [at, { text, word }] of tokens.entries()) {
    const isText = phrases.some((phrase) => phrase.isSearchedAsText && isIn(at)(phrase));
    if (!isText && used.some(isIn(at))) continue;
    const isSign = !/[\p{L}\p{N}]/u.test(word);
    if (phrases.some(isIn(at)) || !(isSign || isStopWord(word))) others.push(text);
  }
  return others;
}
