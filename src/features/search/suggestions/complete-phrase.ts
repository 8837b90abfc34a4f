import { getDefaultSort, NO_FILTERS, type SearchFilters } from "@/shared/schemas/search";
import { COMPLETION_KINDS } from "@/shared/schemas/suggestion";
import { listPhrases } from "../understanding/list-phrases";
import { PLACE_PREPOSITIONS } from "../understanding/match-phrase";
import { splitTokens } from "../understanding/tokens";
import { understandSearch } from "../understanding/understand-search";
import { getVocabulary, isStopWord, type VocabularyEntry } from "../understanding/vocabulary";
import { normalizeWord, splitWords } from "../understanding/words";

/** A search that a typed text may become. */
export type Search = {
  /** What the completed phrase names. */
  kind: (typeof COMPLETION_KINDS)[number];
  /** `q` has the typed words that name no filter. */
  filters: SearchFilters;
  /** A town or neighborhood of the county. */
  place?: string | undefined;
  /** A text that means this search: the address of the list has it, so that the page names the place. */
  text?: string | undefined;
};

/** Further words complete nothing. */
const MAX_WORDS = 15;
/** Longest beginning of a phrase (words) that is completed. */
const MAX_PHRASE_WORDS = 5;
/** Completions of a kind. A single letter has a hundred. */
const MAX_COMPLETED_OF_KIND = 8;

/** A phrase of the vocabulary with one of its meanings. */
type Meaning = Pick<Search, "kind" | "place"> & {
  phrase: string;
  isAmbiguous: boolean;
  filters: Partial<SearchFilters>;
  key: string;
};

type Completion = Search & { isComplete: boolean; length: number };

/**
 * The phrases of the vocabulary that the last words of a text begin, with what the words before them mean: "mate clu" is
 * mathematics in Cluj. With `isAlone`, without the words before. Reads no data. Phrases that were typed in full come
 * first, then by kind, then the shortest. The end of a longer phrase is not completed: "a" in "clasa a 8-a". `now` in
 * ms.
 */
export function completePhrase(text: string, now: number, { isAlone = false } = {}): Search[] {
  const words = splitWords(text).slice(0, MAX_WORDS);
  const isInPhrase = listWordsInPhrases(text, now);
  const completions = new Map<string, Completion>();
  for (let at = Math.max(0, words.length - MAX_PHRASE_WORDS); at < words.length; at++) {
    if (isInPhrase(at)) continue;
    const start = words.slice(at).map(normalizeWord).join(" ");
    const meanings = withoutUnlikely(start, listMeanings(start));
    if (meanings.length === 0) continue;
    const wordsBefore = isAlone ? [] : words.slice(0, at);
    const before = parseText(wordsBefore.join(" "), now);
    const beforeKey = JSON.stringify(before);
    for (const meaning of meanings) {
      const completion = toCompletion(wordsBefore, before, start, meaning);
      const key = beforeKey + meaning.key;
      const other = completions.get(key);
      if (completion && (!other || compareCompletions(completion, other) < 0))
        completions.set(key, completion);
    }
  }
  return takeOfEachKind([...completions.values()].sort(compareCompletions), MAX_COMPLETED_OF_KIND);
}

/** The search of a completed phrase and the words before it; null if those set the same filter. */
function toCompletion(
  wordsBefore: readonly string[],
  before: ParsedText,
  start: string,
  { kind, filters, place: ownPlace, phrase, isAmbiguous }: Meaning,
): Completion | null {
  const filtersBefore =
    filters.subject && before.hasImpliedSubject ? { ...before.filters, subject: [] } : before.filters;
  if (hasAnyFilter(filtersBefore, filters)) return null;
  const place = ownPlace ?? before.place;
  const needsPreposition = isAmbiguous && !PLACE_PREPOSITIONS.has(normalizeWord(wordsBefore.at(-1) ?? ""));
  return {
    kind: before.filters.q === "" ? kind : "search",
    filters: { ...filtersBefore, ...filters },
    place,
    text: place ? [...wordsBefore, ...(needsPreposition ? ["in"] : []), phrase].join(" ") : undefined,
    isComplete: phrase === start,
    length: phrase.length,
  };
}

/** Tells which words of a text follow another word of their phrase. The word after "clasa a" is part of the class. */
function listWordsInPhrases(text: string, now: number): (at: number) => boolean {
  const words = splitWords(text);
  const isArticle = /^al?$/.test(normalizeWord(words.at(-1) ?? ""));
  const tokens = splitTokens(text);
  const phrases = [
    ...listPhrases(tokens, now),
    ...(isArticle ? listPhrases(splitTokens(`${text} 8`), now).filter(({ filters }) => filters.level) : []),
  ];
  return (at) => {
    // A number such as "99,50" is two words.
    const n = at - words.length + tokens.length;
    return phrases.some((phrase) => phrase.at < n && n < phrase.at + phrase.length);
  };
}

/** The first of each kind, at most `max`. */
export function takeOfEachKind<T extends Pick<Search, "kind">>(searches: readonly T[], max: number): T[] {
  const counts = new Map<Search["kind"], number>();
  return searches.filter(({ kind }) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= max;
  });
}

/**
 * Numbers complete nothing: "1" is not "1 Mai". A name of a level is not the beginning of another's: "bac" is not
 * "bachelor".
 */
function withoutUnlikely(start: string, meanings: readonly Meaning[]): readonly Meaning[] {
  if (/^\d+$/.test(start)) return [];
  const isLevel = ({ filters }: Meaning) => filters.level !== undefined;
  const named = meanings.filter((meaning) => isLevel(meaning) && meaning.phrase === start);
  if (named.length === 0) return meanings;
  return meanings.filter((meaning) => !isLevel(meaning) || named.some(({ key }) => key === meaning.key));
}

let sortedMeanings: readonly Meaning[] | undefined;

/** The meanings of all phrases that begin with `start`. */
function listMeanings(start: string): Meaning[] {
  sortedMeanings ??= [...getVocabulary()].flatMap(toMeanings).sort((a, b) => (a.phrase < b.phrase ? -1 : 1));
  let [low, high] = [0, sortedMeanings.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sortedMeanings[middle]?.phrase ?? "") < start) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (sortedMeanings[end]?.phrase.startsWith(start)) end++;
  return sortedMeanings.slice(low, end);
}

/** One meaning for each level of an entry. */
function toMeanings([phrase, entry]: [string, VocabularyEntry]): Meaning[] {
  const { filters: all, place, isAmbiguous = false } = entry;
  const { level, ...others } = all;
  // "In person" is all places, an order is no search of its own, and "in" begins phrases of all languages.
  if ((others.location?.length ?? 0) > 1 || others.sort || others.teaches_in) return [];
  const alternatives = level ? level.map((code) => ({ ...others, level: [code] })) : [others];
  return alternatives.map((filters) => ({
    phrase,
    kind: toKind(filters, place),
    filters,
    ...(place ? { place } : {}),
    isAmbiguous,
    key: JSON.stringify([filters, place]),
  }));
}

const compareCompletions = (
  a: Pick<Completion, "kind" | "isComplete" | "length">,
  b: Pick<Completion, "kind" | "isComplete" | "length">,
): number =>
  Number(b.isComplete) - Number(a.isComplete) ||
  COMPLETION_KINDS.indexOf(a.kind) - COMPLETION_KINDS.indexOf(b.kind) ||
  a.length - b.length;

type ParsedText = Pick<Search, "filters" | "place"> & {
  /** Whether it has words that mean filters. */
  isUnderstood: boolean;
  hasImpliedSubject: boolean;
};

/** What a text means, without words that narrow nothing. */
export function parseText(text: string, now: number): ParsedText {
  const typed = { ...NO_FILTERS, q: text, sort: getDefaultSort({ q: text, near: null }) };
  const { filters, phrases } = understandSearch({ filters: typed, exact: false }, { now });
  const q = splitWords(filters.q)
    .filter((word) => !isStopWord(normalizeWord(word)))
    .join(" ");
  const hasDefaultSort = filters.sort === NO_FILTERS.sort || filters.sort === "relevance";
  return {
    filters: { ...filters, q, sort: hasDefaultSort ? getDefaultSort({ q, near: null }) : filters.sort },
    place: phrases.find(({ place }) => place)?.place,
    isUnderstood: phrases.length > 0,
    hasImpliedSubject: phrases.some(({ isSearchedAsText }) => isSearchedAsText),
  };
}

/** Whether a search already has one of the filters, with any value. */
const hasAnyFilter = (filters: SearchFilters, others: Partial<SearchFilters>): boolean =>
  (Object.keys(others) as (keyof SearchFilters)[]).some((name) => {
    const value = filters[name];
    return Array.isArray(value) ? value.length > 0 : Boolean(value);
  });

function toKind(
  { subject, level, county }: Partial<SearchFilters>,
  place: string | undefined,
): Search["kind"] {
  if (place) return "town";
  if (county) return "county";
  if (level) return "level";
  return subject ? "subject" : "search";
}
