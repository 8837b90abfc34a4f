import { LEVELS, type Level } from "@/shared/codes";
import { anyOf, HYPHEN, type Line, matchAt, notAfter, toPattern } from "./patterns";
import type { TokenMatch } from "./tokens";

const CHILD =
  anyOf(`copil, copii, copilul, copilului, fetita, baietel, baiat, fata, elev, eleva, elevi, kid, kids,
  child, children, son, daughter`);
const AGED = anyOf("de, intre, cu varsta de, in varsta de, varsta, aged, age, ages, between, of");
const TO = anyOf("si, la, to, and, pana la, sau");
const YEARS = anyOf("ani, de ani, years old, year old, year olds, years, yo");
/** "Sub 12 ani" names no age. */
const LIMIT = anyOf("sub, peste, minim, maxim, over, under");
const AGE = toPattern(
  `${notAfter(LIMIT)}(?:${CHILD} )?(?:${AGED} )?(?<from>\\d\\d?)(?:(?: ${TO} |${HYPHEN})(?<to>\\d\\d?))?(?: ${YEARS})?`,
);
/** With these, a number is an age. */
const AGE_WORDS = /(?<![a-z])(?:ages?|aged|varsta|ani|years?|yo)(?![a-z])/;
/** Years of a teacher, not of a child. */
const EXPERIENCE = /experienta|vechime|experience/;

/** The ages of each level; some are between two levels. */
const LEVEL_AGES: Partial<Record<Level, readonly [from: number, to: number]>> = {
  kg: [3, 6],
  e: [6, 10],
  m: [11, 14],
  h: [14, 18],
};
const AGES = { min: 3, max: 18 };

/** The age of a child as levels: "copil 7 ani", "copii de 5-6 ani", "8 years old". */
export function matchAge(line: Line, at: number): TokenMatch | null {
  const match = matchAt(line, at, AGE);
  if (!match || !AGE_WORDS.test(match.text) || EXPERIENCE.test(line.text)) return null;
  const { from, to = from } = match.groups;
  const ages = [Number(from), Number(to)];
  const [low, high] = [Math.min(...ages), Math.max(...ages)];
  if (low < AGES.min || high > AGES.max) return null;
  const level = LEVELS.filter((code) => {
    const [youngest, oldest] = LEVEL_AGES[code] ?? [high + 1, 0];
    return youngest <= high && oldest >= low;
  });
  return { length: match.length, filters: { level } };
}
