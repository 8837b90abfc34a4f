import { countForeignPrice } from "./match-foreign-price";
import { isDate, MINUTES } from "./match-price";
import { countPhraseTokens, type Token, toPhrases, toWordSet } from "./tokens";

const LESSONS = toPhrases("ore, ora, sedinte, sedinta, lectii, ori, data, times, hours, lessons");
const A_WEEK = toPhrases("pe saptamana, saptamanal, a week, per week, pe luna, weekly, zilnic, daily");
const YEAR = /^20[2-3]\d$/;
const BEFORE_DATE =
  toPhrases(`din, de la, incepand cu, incepand din, incepand de la, pana pe, pana la, pana in, pana,
  dupa, inainte de, pe, de pe, from, since, until, starting, starting from, on, by`);
/** Places that only the visitor knows. */
const NEAR_ME =
  toPhrases(`near me, next to me, close to me, close to home, nearby, langa mine, langa noi, langa casa,
  aproape de mine, aproape de noi, aproape de casa, in apropiere, in apropierea mea, in zona mea`);

/**
 * The number of words that no filter means and few listings contain: how often or how long lessons are, dates and the
 * year of an exam, "near me", prices in other currencies than lei.
 */
export function matchIgnored(tokens: readonly Token[], at: number): number {
  const word = tokens[at]?.word ?? "";
  if (YEAR.test(word)) return 1;
  const words = countPhraseTokens(tokens, at, NEAR_ME) || countForeignPrice(tokens, at);
  if (words > 0) return words;
  const date = countPhraseTokens(tokens, at, BEFORE_DATE);
  if (isDate(tokens, at + date)) return date + 2 + (YEAR.test(tokens[at + date + 2]?.word ?? "") ? 1 : 0);
  const number = /^\d{1,3}$/.test(word) ? 1 : 0;
  const minutes = number > 0 ? countPhraseTokens(tokens, at + 1, MINUTES) : 0;
  if (minutes > 0) return number + minutes;
  const lessons = number > 0 ? countPhraseTokens(tokens, at + 1, LESSONS) : 0;
  const week = countPhraseTokens(tokens, at + number + lessons, A_WEEK);
  return lessons + week > 0 ? number + lessons + week : 0;
}

const NOT =
  toPhrases(`nu, nu doar, nu numai, nici, fara, in afara de, in afara, cu exceptia, exceptand, mai putin, not,
  not only, not just, no, without, except, except for, but not, other than`);
/** Between a negation and what it negates. */
const BETWEEN = toWordSet("vreau doresc pot cu de la in pe prin the a on in at with");
const MAX_BETWEEN = 2;

/** The numbers of words after which the negated phrase may begin: "nu la domiciliu" negates "la domiciliu". */
export function listNegationLengths(tokens: readonly Token[], at: number): number[] {
  const not = countPhraseTokens(tokens, at, NOT);
  if (not === 0) return [];
  const lengths = [not];
  while (lengths.length <= MAX_BETWEEN && BETWEEN.has(tokens[at + (lengths.at(-1) ?? 0)]?.word ?? "")) {
    lengths.push((lengths.at(-1) ?? 0) + 1);
  }
  return lengths;
}
