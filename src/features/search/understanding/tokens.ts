import type { SearchFilters } from "@/shared/schemas/search";
import { normalizeWord } from "./words";

/** A word or number of a typed text. */
export type Token = {
  text: string;
  /** Lower case without diacritics. */
  word: string;
  /** The characters between the token before and this one. */
  gap: string;
};

/** What the tokens from a position on mean. */
export type TokenMatch = {
  length: number;
  filters: Partial<SearchFilters>;
  /** The name of a town or neighborhood, which no filter has. */
  place?: string;
};

/** Numbers with decimals or thousands are one token; otherwise letters and digits are. */
const TOKEN =
  /\d{1,3}(?:[.,]\d{3})+(?![\p{L}\p{N}])|\d+[.,]\d{1,2}(?![\p{L}\p{N}])|[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

export function splitTokens(text: string): Token[] {
  let end = 0;
  return Array.from(text.matchAll(TOKEN), ({ 0: word, index }) => {
    const gap = text.slice(end, index);
    end = index + word.length;
    return { text: word, word: normalizeWord(word), gap };
  });
}

/** The number of tokens from `at` on that are the words of one of the phrases, the longest first; 0 if none. */
export function countPhraseTokens(
  tokens: readonly Token[],
  at: number,
  phrases: ReadonlySet<string>,
): number {
  for (let length = Math.min(5, tokens.length - at); length > 0; length--) {
    if (phrases.has(joinWords(tokens, at, length))) return length;
  }
  return 0;
}

export const joinWords = (tokens: readonly Token[], at: number, length: number): string =>
  tokens
    .slice(at, at + length)
    .map(({ word }) => word)
    .join(" ");

/** Whether a token is joined to the one before by a hyphen or dash. */
export const isHyphenated = (token: Token | undefined): boolean => /^\s*[-‐‑–—]\s*$/.test(token?.gap ?? "");

/** The phrases of a list that is separated by commas. */
export const toPhrases = (list: string): Set<string> =>
  new Set(list.split(",").map((phrase) => phrase.trim().replace(/\s+/g, " ")));
