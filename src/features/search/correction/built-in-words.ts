import { FIRST_NAMES } from "../understanding/first-names";
import { STOP_WORDS } from "../understanding/option-words";
import { SUBJECT_TOPICS } from "../understanding/subject-words";
import { getVocabulary, type VocabularyEntry } from "../understanding/vocabulary";
import { COMMON_WORDS, SURNAMES, TIME_AND_PRICE_WORDS, TOPIC_WORDS } from "./correct-words";
import { type ComparableWord, toComparableWord } from "./edit-cost";

/** Added to the edit cost, so that what people seek most wins among words that are as similar. */
const RANKS = {
  subject: 0,
  name: 5,
  option: 10,
  place: 15,
  stopWord: 20,
  ambiguous: 35,
  phrasePart: 5,
};

/** Letters from which a part of a phrase that is no place is likely to be meant without the others: "nationala". */
const SHORTEST_PART = 6;

/** A word that a typed one may be corrected to. For two words that were typed as one, `text` contains the space. */
export type SimilarWord = {
  word: ComparableWord;
  text: string;
  rank: number;
  /** False for parts of places and short parts of other phrases: they are only corrections next to the other parts. */
  isIndependent: boolean;
  /**
   * Whether only a likely mistake is corrected to it: words of times, options and orders, words that are ignored, and
   * places other than counties and their seats. Everyday words and names resemble them.
   */
  needsLikelyEdit: boolean;
};

export type BuiltInWords = {
  candidates: readonly SimilarWord[];
  /** What people look for lessons in, besides the vocabulary. */
  topics: readonly ComparableWord[];
  /** Words that are spelled correctly, though not all of them are candidates. */
  correct: ReadonlySet<string>;
  /** Words of phrases of several words. */
  phraseParts: ReadonlySet<string>;
  /** Names of subjects, levels and counties of a single word. */
  names: ReadonlySet<string>;
};

let builtInWords: BuiltInWords | undefined;

/** The words of the vocabulary and of sentences about lessons. Built at the first use. */
export function getBuiltInWords(): BuiltInWords {
  builtInWords ??= buildWords();
  return builtInWords;
}

function buildWords(): BuiltInWords {
  const ranks = new Map<string, number>();
  const joined: SimilarWord[] = [];
  const names = new Set<string>();
  const phraseParts = new Set<string>();
  const independent = new Set<string>();
  const sought = new Set<string>();
  const topics = toWords(`${TOPIC_WORDS} ${Object.values(SUBJECT_TOPICS).join().replaceAll(",", " ")}`);
  const correct = new Set([...topics, ...toWords(`${COMMON_WORDS} ${FIRST_NAMES} ${SURNAMES}`)]);
  const rankWord = (word: string, rank: number) =>
    ranks.set(word, Math.min(rank, ranks.get(word) ?? Number.POSITIVE_INFINITY));
  const addWord = (word: string, rank: number) => {
    rankWord(word, rank);
    correct.add(word);
    independent.add(word);
  };
  for (const [phrase, entry] of getVocabulary()) {
    const words = phrase.split(" ");
    const rank = rankEntry(entry);
    const { subject, level, county } = entry.filters;
    const isName = Boolean(subject || level || county) && !entry.isAmbiguous;
    if (isName && !entry.place)
      for (const word of words) if (words.length === 1 || word.length >= SHORTEST_PART) sought.add(word);
    if (words.length === 1) {
      addWord(phrase, rank);
      if (isName && !entry.place) names.add(phrase);
      continue;
    }
    for (const word of words) {
      rankWord(word, rank + RANKS.phrasePart);
      phraseParts.add(word);
      if (!county && word.length >= SHORTEST_PART) independent.add(word);
    }
    if (words.length === 2 && isName)
      joined.push({
        word: toComparableWord(words.join("")),
        text: phrase,
        rank,
        isIndependent: true,
        needsLikelyEdit: false,
      });
  }
  for (const word of toWords(TIME_AND_PRICE_WORDS)) addWord(word, RANKS.option);
  for (const word of toWords(STOP_WORDS)) addWord(word, RANKS.stopWord);
  const single = Array.from(ranks, ([word, rank]) => ({
    word: toComparableWord(word),
    text: word,
    rank,
    isIndependent: independent.has(word),
    needsLikelyEdit: !sought.has(word),
  }));
  return {
    candidates: [...single, ...joined].filter(({ word }) => /^[a-z]+$/.test(word.text)),
    topics: topics.filter((word) => /^[a-z]+$/.test(word)).map(toComparableWord),
    correct,
    phraseParts,
    names,
  };
}

function rankEntry({ filters, place, isAmbiguous }: VocabularyEntry): number {
  if (isAmbiguous) return RANKS.ambiguous;
  if (filters.subject) return RANKS.subject;
  if (place) return RANKS.place;
  return filters.level || filters.county ? RANKS.name : RANKS.option;
}

const toWords = (text: string): string[] => text.trim().split(/\s+/);
