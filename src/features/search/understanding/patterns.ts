import type { Token } from "./tokens";

// Patterns are regular expressions of normalized words. In their source, a space stands for whatever separates words.

/** A typed text as normalized words with the characters between them, so that patterns of words match it. */
export type Line = {
  tokens: readonly Token[];
  words: readonly string[];
  text: string;
  /** Where the words begin in the text. */
  starts: readonly number[];
};

export function toLine(tokens: readonly Token[]): Line {
  let text = "";
  const starts = tokens.map(({ word, gap }) => {
    text += gap.replace(/\s+/g, " ").replace(/[‐‑–—]/g, "-") || " ";
    // Letters without a Latin base are in no pattern.
    text += word.replace(/[^\w€$£%]/g, "_");
    return text.length - word.length;
  });
  return { tokens, words: tokens.map(({ word }) => word), text, starts };
}

/** The phrases of a list that is separated by commas. */
export const splitPhrases = (list: string): string[] =>
  list.split(",").map((phrase) => phrase.trim().replace(/\s+/g, " "));

export const WORD_END = "(?!\\w)";
const GAP = "(?:[^\\w€$£%]+)";

/** Any of the phrases of a list that is separated by commas, the longest first. */
export const anyOf = (list: string): string =>
  `(?:${splitPhrases(list)
    .sort((a, b) => b.length - a.length)
    .join("|")
    .replaceAll("$", "\\$")})${WORD_END}`;

/** Conditions: the words before are, or are not, of a list as `anyOf` returns it. */
export const after = (words: string): string => `(?<=(?<!\\w)${words} )`;
export const notAfter = (words: string): string => `(?<!(?<!\\w)${words} )`;

/** Between two words. */
export const HYPHEN = "(?:\\s?-\\s?)";

export const isHyphenated = ({ tokens }: Line, at: number): boolean =>
  /^\s*[-‐‑–—]\s*$/.test(tokens[at]?.gap ?? "");

export const toPattern = (source: string): RegExp =>
  new RegExp(`(?:${source.replaceAll(" ", GAP)})${WORD_END}`, "y");

/** The words from a position on that a pattern matches: their number and text, and the named groups. */
export type PatternMatch = { length: number; text: string; groups: Record<string, string | undefined> };

export function matchAt(line: Line, at: number, pattern: RegExp): PatternMatch | null {
  const start = line.starts[at];
  if (start === undefined) return null;
  pattern.lastIndex = start;
  const match = pattern.exec(line.text);
  if (!match) return null;
  const end = line.starts.findIndex((next) => next >= pattern.lastIndex);
  return { length: (end < 0 ? line.starts.length : end) - at, text: match[0], groups: match.groups ?? {} };
}

/** The number of words that a pattern matches; 0 if it does not match. */
export const countWords = (line: Line, at: number, pattern: RegExp): number =>
  matchAt(line, at, pattern)?.length ?? 0;
