import { countForeignPrice, DATE, MINUTES } from "./match-price";
import { anyOf, countWords, type Line, matchAt, toPattern } from "./patterns";

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

const NEGATION =
  anyOf(`nu, sa nu, nu doar, nu numai, numai nu, oriunde numai nu, nici, fara, in afara de, in afara, cu exceptia,
  exceptand, exclus, exclusa, exclud, excludem, mai putin, in alta parte decat, altundeva decat, not, do not, does not, don t, doesn t, cannot, can t,
  never, not only, not just, no, without, except, except for, anywhere except, anywhere but, other than`);
const VERB =
  anyOf(`vreau, vrem, vrea, as vrea, doresc, dorim, as dori, pot, putem, poate, se poate, ma pot, ne putem, trebuie,
  avem loc, avem spatiu, avem conditii, am loc, am spatiu, am conditii, want, need`);
const NOT = toPattern(`${NEGATION}(?<verb> ${VERB})?`);
const PREPOSITION = toPattern(
  anyOf("cu, de, la, from, in, din, pe, prin, pentru, pt, the, a, do, on, at, with, to, for"),
);
/** Other words between a negation and a place of lessons: "sa nu vina profesorul acasa". */
const BEFORE_PLACE = toPattern(
  anyOf(`sa, vina, vine, vin, venind, veniti, fie, e, este, faca, facem, fac, tina, intre, mearga, merge, merg,
  deplaseze, deplaseaza, deplasez, deplasa, deplasare, se, ma, ne, cineva, nimeni, un, o, profesor, profesorul, prof,
  profesoara, meditator, meditatorul, lectii, lectiile, ore, orele, meditatii, meditatiile, sedinte, be, have, come, comes,
  coming, visit, travel, anyone, someone, somebody, teacher, tutor, lessons, classes, tutoring`),
);

/** After a place or a time, they exclude it: "acasa nu, online da". */
const REFUSAL = toPattern(
  `nu ${VERB}|${anyOf("nu, nu deloc, exclus, exclusa, in nici un caz, in niciun caz, nicidecum, no")}`,
);

const PUNCTUATION = /[,.;!?]/;

/** The negation that begins at a position: its number of words, and whether a verb follows, as in "nu vreau". */
export function matchNegation(line: Line, at: number): { length: number; hasVerb: boolean } | null {
  const match = matchAt(line, at, NOT);
  if (!match || PUNCTUATION.test(match.text)) return null;
  return { length: match.length, hasVerb: match.groups.verb !== undefined };
}

/** A negation ends before punctuation: "nu pot veni, la domiciliu". */
export const isClauseEnd = ({ tokens }: Line, at: number): boolean =>
  at >= tokens.length || PUNCTUATION.test(tokens[at]?.gap ?? "");

/** The number of words at the end of a clause that exclude the phrase before them. */
export function countRefusal(line: Line, at: number): number {
  const length = isClauseEnd(line, at) ? 0 : countWords(line, at, REFUSAL);
  return isClauseEnd(line, at + length) ? length : 0;
}

export const countPrepositions = (line: Line, at: number): number => countWords(line, at, PREPOSITION);
export const countBeforePlace = (line: Line, at: number): number => countWords(line, at, BEFORE_PLACE);
