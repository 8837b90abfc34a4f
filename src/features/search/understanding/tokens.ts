import type { SearchFilters } from "@/shared/schemas/search";
import { normalizeWord } from "./words";

/** A word or number of a typed text. */
export type Token = {
  text: string;
  /** Lower case without diacritics. */
  word: string;
  /** The characters between the token before and this one. */
  gap: string;
  /** The characters up to the next token, or to the end. */
  after: string;
};

/** What the tokens from a position on mean. */
export type TokenMatch = {
  length: number;
  filters: Partial<SearchFilters>;
  /** The name of a town or neighborhood, which no filter has. */
  place?: string;
  /** Whether the words stay in the text of the search; then they only imply the filters. */
  isSearchedAsText?: boolean;
};

/** Numbers with decimals or thousands are one token; otherwise letters and digits are. "Sub100lei" is two. */
const TOKEN =
  /(?:sub|max|maxim|peste|under|over)(?=\d{2,4}(?:lei|ron)?(?![\p{L}\p{N}]))|\d{1,3}(?:[.,]\d{3})+(?![\p{L}\p{N}])|\d+[.,]\d{1,2}(?![\p{L}\p{N}])|[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/giu;

export function splitTokens(text: string): Token[] {
  const matches = [...text.matchAll(TOKEN)];
  let end = 0;
  return matches.map(({ 0: word, index }, n) => {
    const gap = text.slice(end, index);
    end = index + word.length;
    return { text: word, word: normalizeWord(word), gap, after: text.slice(end, matches[n + 1]?.index) };
  });
}

/** Phrases by their first word, the longest first, as lists of words. */
export type Phrases = ReadonlyMap<string, readonly (readonly string[])[]>;

/** The number of tokens from `at` on that are the words of one of the phrases, the longest first; 0 if none. */
export function countPhraseTokens(tokens: readonly Token[], at: number, phrases: Phrases): number {
  const candidates = phrases.get(tokens[at]?.word ?? "");
  return candidates?.find((words) => words.every((word, n) => tokens[at + n]?.word === word))?.length ?? 0;
}

export const joinWords = (tokens: readonly Token[], at: number, length: number): string =>
  tokens
    .slice(at, at + length)
    .map(({ word }) => word)
    .join(" ");

/** Whether a token is joined to the one before by a hyphen or dash. */
export const isHyphenated = (token: Token | undefined): boolean => /^\s*[-‐‑–—]\s*$/.test(token?.gap ?? "");

/** The phrases of a list that is separated by commas. */
export const splitPhrases = (list: string): string[] =>
  list.split(",").map((phrase) => phrase.trim().replace(/\s+/g, " "));

export const toPhrases = (list: string): Phrases =>
  Map.groupBy(
    splitPhrases(list)
      .map((phrase) => phrase.split(" "))
      .sort((a, b) => b.length - a.length),
    ([first = ""]) => first,
  );

/** The words of a list that is separated by spaces. */
export const toWordSet = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));
