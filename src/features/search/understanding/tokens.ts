import type { SearchFilters } from "@/shared/schemas/search";
import { readNumberWords } from "./read-number-words";
import { normalizeWord } from "./words";

/** A word, number or sign of a unit in a typed text. A number may be several words. */
export type Token = {
  text: string;
  /** Lower case without diacritics. Numbers are digits, with "_" as decimal point. */
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
  /** The only class that the words name, which no filter has. */
  grade?: number;
  /** Whether the words stay in the text of the search; then they only imply the filters. */
  isSearchedAsText?: boolean;
};

/** Numbers with decimals or thousands are one token; otherwise letters and digits are. "Sub100lei" is three. */
const TOKEN =
  /(?:sub|max|maxim|peste|under|over)(?=\d{2,4}(?:lei|ron)?(?![\p{L}\p{N}]))|\d+(?=(?:lei|ron|eur|euro|usd|gbp|chf)(?![\p{L}\p{N}]))|\d{1,3}(?:[.,]\d{3})+(?![\p{L}\p{N}])|\d+[.,]\d{1,2}(?![\p{L}\p{N}])|[\p{L}\p{N}][\p{L}\p{N}\p{M}]*|[€$£%]/giu;

export function splitTokens(text: string): Token[] {
  let end = 0;
  const tokens = Array.from(text.matchAll(TOKEN), ({ 0: word, index }): Token => {
    const gap = text.slice(end, index);
    end = index + word.length;
    return { text: word, word: normalizeNumber(normalizeWord(word)), gap };
  });
  return joinNumbers(tokens);
}

function joinNumbers(tokens: readonly Token[]): Token[] {
  const words = tokens.map(({ word }) => word);
  const joined: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] as Token;
    const number = readNumberWords(words, at);
    const text = joinText(tokens, at, number?.length ?? 1);
    joined.push(number ? { text, word: String(number.value), gap: token.gap } : token);
    at += number?.length ?? 1;
  }
  return joined;
}

/** "1.200" and "1,200" are thousands; "99,50" and "99.50" are lei with bani, and "17.30" a time. */
const normalizeNumber = (word: string): string =>
  /^\d+[.,]/.test(word)
    ? /[.,]\d{3}$/.test(word)
      ? word.replace(/[.,]/g, "")
      : word.replace(/[.,]/, "_")
    : word;

/** The typed text of tokens. */
export const joinText = (tokens: readonly Token[], at: number, length: number): string =>
  tokens
    .slice(at, at + length)
    .map(({ text, gap }, n) => (n === 0 ? text : gap + text))
    .join("");

/** The words of a list that is separated by spaces. */
export const toWordSet = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));
