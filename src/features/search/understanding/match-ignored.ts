import { countForeignPrice, DATE, MINUTES } from "./match-price";
import { anyOf, countWords, type Line, toPattern } from "./patterns";

const LESSONS = anyOf("ore, ora, sedinte, sedinta, lectii, ori, data, times, hours, lessons");
const A_WEEK = anyOf("pe saptamana, saptamanal, a week, per week, pe luna, weekly, zilnic, daily");
const YEAR = "20[23]\\d";
const BEFORE_DATE =
  anyOf(`din, de la, incepand cu, incepand din, incepand de la, pana pe, pana la, pana in, pana,
  dupa, inainte de, pe, de pe, from, since, until, starting, starting from, on, by`);
/** Places that only the visitor knows. */
const NEAR_ME =
  anyOf(`near me, next to me, close to me, close to home, nearby, langa mine, langa noi, langa casa,
  aproape de mine, aproape de noi, aproape de casa, in apropiere, in apropierea mea, in zona mea`);
const NEAR_ME_PATTERN = toPattern(NEAR_ME);

/** The number of words that mean "near me". */
export const countNearMe = (line: Line, at: number): number => countWords(line, at, NEAR_ME_PATTERN);

/** Listings say it in a field that no filter has. */
const WITH_PARENT =
  anyOf(`cu parinte de fata, cu parintele de fata, cu un parinte de fata, cu parintii de fata,
  parinte de fata, un parinte poate fi de fata, parinte prezent, with a parent present, parent present`);

/** Greetings that name a time. */
const GREETING = anyOf("buna dimineata, buna seara, good morning, good afternoon, good evening");

const IGNORED = toPattern(
  `${GREETING}|${NEAR_ME}|${WITH_PARENT}|(?:${BEFORE_DATE} )?${DATE}(?: ${YEAR})?|\\d{1,3} ${MINUTES}|\\d{1,3} ${LESSONS}(?: ${A_WEEK})?|(?:\\d{1,3} )?${A_WEEK}|${YEAR}`,
);

/**
 * The number of words that no filter means and few listings contain: how often or how long lessons are, dates and the
 * year of an exam, "near me", prices in other currencies than lei.
 */
export const countIgnored = (line: Line, at: number): number =>
  countForeignPrice(line, at) || countWords(line, at, IGNORED);

const NOT = toPattern(
  anyOf(`nu, nu doar, nu numai, nici, fara, in afara de, in afara, cu exceptia, exceptand, mai putin, not,
  cannot, can t, not only, not just, no, without, except, except for, but not, other than`),
);
/** Between a negation and what it negates. */
const BETWEEN = toPattern(
  anyOf("vreau, doresc, pot, cu, de, la, from, in, pe, prin, the, a, do, on, in, at, with"),
);
const MAX_BETWEEN = 2;

/** The numbers of words after which the negated phrase may begin: "nu la domiciliu" negates "la domiciliu". */
export function listNegationLengths(line: Line, at: number): number[] {
  const not = countWords(line, at, NOT);
  if (not === 0) return [];
  const lengths = [not];
  for (let next = not; lengths.length <= MAX_BETWEEN && countWords(line, at + next, BETWEEN) > 0; ) {
    next += 1;
    lengths.push(next);
  }
  return lengths;
}
