import { tellingIn, wordsOf } from "./names";

/** Of a longer text each word would be tried, and each try is a search. */
const TRIED = 4;

/**
 * Relaxes a search with too many words. Keeps the names of subjects, levels and counties. If all or none are names,
 * returns variants without one word, starting with the last. Empty for a single word or name.
 */
export function fewerWords(q: string): string[] {
  const groups = tellingIn(wordsOf(q));
  const names = groups.filter(({ code }) => code !== null);
  if (names.length > 0 && names.length < groups.length) return [textOf(names)];
  if (groups.length < 2 || groups.length > TRIED) return [];
  return groups.map((left) => textOf(groups.filter((one) => one !== left))).reverse();
}

const textOf = (groups: readonly { words: string[] }[]): string =>
  groups.flatMap(({ words }) => words).join(" ");
