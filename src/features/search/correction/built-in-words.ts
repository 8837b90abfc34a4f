import { STOP_WORDS } from "../understanding/option-words";
import { getVocabulary, type VocabularyEntry } from "../understanding/vocabulary";
import { CORRECT_WORDS, TIME_AND_PRICE_WORDS } from "./correct-words";

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

/** A word that a typed one may be corrected to. Of two joined words, `text` has the space. */
export type Candidate = {
  word: string;
  text: string;
  rank: number;
  /** Whether it has a meaning only in phrases of several words. */
  isPart: boolean;
};

export type BuiltInWords = {
  candidates: readonly Candidate[];
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
  const joined: Candidate[] = [];
  const phraseParts = new Set<string>();
  const names = new Set<string>();
  const correct = new Set(toWords(`${TIME_AND_PRICE_WORDS} ${STOP_WORDS} ${CORRECT_WORDS}`));
  const add = (word: string, rank: number) =>
    ranks.set(word, Math.min(rank, ranks.get(word) ?? Number.POSITIVE_INFINITY));
  for (const [phrase, entry] of getVocabulary()) {
    const words = phrase.split(" ");
    const rank = rankEntry(entry);
    for (const word of words) add(word, words.length > 1 ? rank + RANKS.phrasePart : rank);
    if (words.length === 1) correct.add(phrase);
    else for (const word of words) phraseParts.add(word);
    const { subject, level, county } = entry.filters;
    const isName = Boolean(subject || level || county) && !entry.isAmbiguous;
    if (words.length === 1 && isName && !entry.place) names.add(phrase);
    if (words.length === 2 && isName)
      joined.push({ word: words.join(""), text: phrase, rank, isPart: false });
  }
  for (const word of toWords(TIME_AND_PRICE_WORDS)) add(word, RANKS.option);
  for (const word of toWords(STOP_WORDS)) add(word, RANKS.stopWord);
  const single = Array.from(ranks, ([word, rank]) => ({
    word,
    text: word,
    rank,
    isPart: !correct.has(word),
  }));
  return {
    candidates: [...single, ...joined].filter(({ word }) => /^[a-z]+$/.test(word)),
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
