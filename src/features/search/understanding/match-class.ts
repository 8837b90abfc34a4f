import { LEVELS, toGradeLevel } from "@/shared/codes";
import { isCounted } from "./match-price";
import {
  anyOf,
  HYPHEN,
  type Line,
  matchAt,
  type PatternMatch,
  splitPhrases,
  toPattern,
  WORD_END,
} from "./patterns";
import type { TokenMatch } from "./tokens";

/** The words of each class, from 0 on. */
const NUMERALS = "0, i, ii, iii, iv, v, vi, vii, viii, ix, x, xi, xii, xiii";
const ORDINALS = `zero, intai, doua, treia, patra, cincea, sasea, saptea, opta, noua, zecea, unsprezecea, douasprezecea,
  treisprezecea`;
const ENGLISH_ORDINALS = `zeroth, first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth, eleventh,
  twelfth`;
const NAMES = [NUMERALS, ORDINALS, ENGLISH_ORDINALS].map(splitPhrases);

const CLASS = anyOf("clasa, clasele, clasei, clase, cls, cl, class, grade, grades, scoala clasa");
const GRADE = anyOf("grade, grades, grader, graders, class");
const NUMERAL = anyOf(NUMERALS);
const NUMBER = `(?:a?(?:1[0-3]|\\d)a?${WORD_END}|${NUMERAL}|${anyOf(ORDINALS)})`;
/** "8", "a 8-a", "a VIII a", "8a", "a opta". In "a V-a și a VI-a", the second article is no ending. */
const ONE = `(?:al? ${NUMBER}(?: a(?! ${NUMBER})${WORD_END})?|${NUMBER}(?:-a)?)`;
const RANGE_WORDS = "pana la, pana in, la, to, through, pana";
const NEXT = `(?:${HYPHEN}|\\s?[,/]\\s?| ${anyOf(`${RANGE_WORDS}, si, sau, and, or, ori`)} )`;
const LIST = `${ONE}(?:${NEXT}${ONE})*`;

const ENGLISH_CLASS = toPattern(`(?:\\d\\d?(?:st|nd|rd|th)|${anyOf(ENGLISH_ORDINALS)}) ${GRADE}`);
const CLASS_LIST = toPattern(`${CLASS} ${LIST}`);
const BARE_CLASS = toPattern(
  `${NUMERAL}${HYPHEN}${NUMERAL}|(?:a )?(?:a?(?:1[0-3]|\\d)a?|${NUMERAL})${HYPHEN}a`,
);
/** "I" is an English word. */
const NUMBERS = toPattern(`(?=(?:a )?(?:a?\\d|${NUMERAL}))(?!(?:a )?${anyOf("0, i, 13, xiii")})${LIST}`);

/** Classes: "clasa a 8-a", "clasele V-VIII", "cls 5", "a X-a", "8th grade", "grade 8". */
export const matchClass = (line: Line, at: number): TokenMatch | null =>
  toLevels(
    matchAt(line, at, ENGLISH_CLASS) ?? matchAt(line, at, CLASS_LIST) ?? matchAt(line, at, BARE_CLASS),
  );

/** Numbers of classes without a word for them, next to a subject: "8", "XI", "a 8 a", "5-8". */
export function matchClassNumbers(line: Line, at: number): TokenMatch | null {
  const match = matchAt(line, at, NUMBERS);
  return match && !isCounted(line, at + match.length) ? toLevels(match) : null;
}

/** The levels of classes. One class that ends with an exam may mean the preparation for it. */
function toLevels(match: PatternMatch | null): TokenMatch | null {
  if (!match) return null;
  const classes = readClasses(match.text);
  const schools = classes.map(toGradeLevel);
  const [only = 0] = classes.length === 1 ? classes : [];
  const exam = only === 8 ? "pe" : only >= 12 ? "pb" : null;
  const level = LEVELS.filter((code) => schools.includes(code) || code === exam);
  return { length: match.length, filters: { level }, ...(classes.length === 1 ? { grade: only } : {}) };
}

/** The numbers in a text, and those between the ends of ranges: "a V-a – a VIII-a". */
function readClasses(text: string): number[] {
  const classes: number[] = [];
  let isRange = false;
  const withoutArticles = text.replace(/(?<![a-z0-9])al?(?![a-z0-9])|-a(?![a-z0-9])/g, " ");
  for (const [word] of withoutArticles.matchAll(/[a-z0-9]+|-/g)) {
    const number = toClassNumber(word);
    const last = classes.at(-1) ?? number;
    if (number !== null) {
      for (let next = isRange ? Math.min(number, (last ?? 0) + 1) : number; next <= number; next++)
        classes.push(next);
    }
    isRange = number === null && (isRange || word === "-" || RANGE_WORDS.includes(word));
  }
  return classes;
}

function toClassNumber(word: string): number | null {
  const [, digits] = word.match(/^a?(\d\d?)(?:a|st|nd|rd|th)?$/) ?? [];
  if (digits) return Number(digits);
  const number = Math.max(...NAMES.map((names) => names.indexOf(word)));
  return number < 0 ? null : number;
}
