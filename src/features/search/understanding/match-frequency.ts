import { countPhraseTokens, type Token, toPhrases } from "./tokens";

const LESSONS = toPhrases("ore, ora, sedinte, sedinta, lectii, ori, data, times, hours, lessons");
const A_WEEK = toPhrases("pe saptamana, saptamanal, a week, per week, pe luna, weekly");
const MINUTES = toPhrases("min, minute, de minute, minutes");
const YEAR = /^20[2-3]\d$/;

/**
 * The number of words about how often or how long lessons are, or the year of an exam: "2 ședințe pe săptămână", "90 de
 * minute", "2027". No filter means them, and few listings contain them.
 */
export function matchFrequency(tokens: readonly Token[], at: number): number {
  const word = tokens[at]?.word ?? "";
  if (YEAR.test(word)) return 1;
  const number = /^\d{1,3}$/.test(word) ? 1 : 0;
  const minutes = number > 0 ? countPhraseTokens(tokens, at + 1, MINUTES) : 0;
  if (minutes > 0) return number + minutes;
  const lessons = number > 0 ? countPhraseTokens(tokens, at + 1, LESSONS) : 0;
  const week = countPhraseTokens(tokens, at + number + lessons, A_WEEK);
  return lessons + week > 0 ? number + lessons + week : 0;
}
