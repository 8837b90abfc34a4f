import { FLAG_FILTERS, type SearchFilters } from "@/shared/schemas/search";
import { findPhrase, getVocabulary, isStopWord, type VocabularyEntry } from "../understanding/vocabulary";
import { normalizeWord, splitWords } from "../understanding/words";

/** The filters that suggestions set, in the order of the list's query. */
export const FILTER_NAMES = ["subject", "level", "location", "county", ...FLAG_FILTERS] as const;
export type SuggestedFilters = Partial<Pick<SearchFilters, (typeof FILTER_NAMES)[number]>>;

export const COMPLETION_KINDS = ["subject", "level", "county", "town", "search"] as const;

export type Search = {
  /** What the completed phrase names. */
  kind: (typeof COMPLETION_KINDS)[number];
  filters: SuggestedFilters;
  /** A town or neighborhood of the county. */
  place?: string | undefined;
  /** Typed words that name no filter. */
  words: string;
};

/** A search that a typed text may become. `isComplete`: its phrase was typed in full. */
export type Completion = Search & { isComplete: boolean };

/** Further words complete nothing. */
const MAX_WORDS = 12;
/** Longest beginning of a phrase (words) that is completed. */
const MAX_PHRASE_WORDS = 5;
/** Completions of a kind. A single letter has a hundred. */
const MAX_OF_KIND = 8;

/** A phrase of the vocabulary with one of its meanings. */
type Meaning = Pick<Completion, "kind" | "filters" | "place"> & { phrase: string; key: string };

type RankedCompletion = Completion & { length: number };

/**
 * The phrases of the vocabulary that the last words of a text begin, with what the words before them mean: "mate clu" is
 * mathematics in Cluj. Reads no data. Completely typed phrases come first, then by kind, then the shortest.
 */
export function completePhrase(text: string): Completion[] {
  const words = splitWords(text).slice(0, MAX_WORDS);
  const completions = new Map<string, RankedCompletion>();
  for (let at = Math.max(0, words.length - MAX_PHRASE_WORDS); at < words.length; at++) {
    const start = words.slice(at).map(normalizeWord).join(" ");
    const meanings = listMeanings(start);
    const head = meanings.length > 0 ? parseHead(words.slice(0, at)) : null;
    if (!head) continue;
    const headKey = JSON.stringify(head);
    for (const { kind, filters, place, phrase, key } of meanings) {
      if (hasSameFilter(filters, head.filters)) continue;
      const completion = {
        kind: head.words === "" ? kind : ("search" as const),
        filters: { ...head.filters, ...filters },
        place: place ?? head.place,
        words: head.words,
        isComplete: phrase === start,
        length: phrase.length,
      };
      const other = completions.get(headKey + key);
      if (!other || compareCompletions(completion, other) < 0) completions.set(headKey + key, completion);
    }
  }
  const sorted = [...completions.values()].sort(compareCompletions);
  const counts = new Map<Completion["kind"], number>();
  return sorted.filter(({ kind }) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= MAX_OF_KIND;
  });
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
  if (!isCompletable(entry)) return [];
  const { level, ...others } = entry.filters;
  const alternatives: SuggestedFilters[] = level
    ? level.map((code) => ({ ...others, level: [code] }))
    : [others];
  return alternatives.map((filters) => ({
    phrase,
    kind: toKind(filters, entry.place),
    filters,
    ...(entry.place ? { place: entry.place } : {}),
    key: JSON.stringify([filters, entry.place]),
  }));
}

type Ranked = Pick<Completion, "kind" | "isComplete"> & { length: number };

const compareCompletions = (a: Ranked, b: Ranked): number =>
  Number(b.isComplete) - Number(a.isComplete) ||
  COMPLETION_KINDS.indexOf(a.kind) - COMPLETION_KINDS.indexOf(b.kind) ||
  a.length - b.length;

/** What the words before the completed phrase mean; null if two of them name the same filter. */
function parseHead(words: readonly string[]): Pick<Completion, "filters" | "place" | "words"> | null {
  const normalized = words.map(normalizeWord);
  let filters: SuggestedFilters = {};
  let place: string | undefined;
  const others: string[] = [];
  for (let at = 0; at < words.length; ) {
    const { length, entry } = findPhrase(normalized, at, isCompletable);
    if (entry) {
      if (hasSameFilter(entry.filters, filters)) return null;
      filters = { ...filters, ...entry.filters };
      place ??= entry.place;
    } else if (!isStopWord(normalized[at] ?? "")) {
      others.push(words[at] ?? "");
    }
    at += length;
  }
  return { filters, place, words: others.join(" ") };
}

const isCompletable = ({ filters }: VocabularyEntry): boolean =>
  Object.keys(filters).every((name) => FILTER_NAMES.some((other) => other === name)) &&
  (filters.location?.length ?? 0) < 2;

const hasSameFilter = (a: SuggestedFilters, b: SuggestedFilters): boolean =>
  FILTER_NAMES.some((name) => name in a && name in b);

function toKind({ subject, level, county }: SuggestedFilters, place: string | undefined): Completion["kind"] {
  if (place) return "town";
  if (county) return "county";
  if (level) return "level";
  return subject ? "subject" : "search";
}
