import { LEVELS, type Level } from "@/shared/codes";
import {
  countPhraseTokens,
  isHyphenated,
  joinWords,
  type Token,
  type TokenMatch,
  toPhrases,
  toWordSet,
} from "./tokens";

const CHILD =
  toPhrases(`copil, copii, copilul, copilului, fetita, baietel, baiat, fata, elev, eleva, elevi, kid, kids,
  child, children, son, daughter`);
const AGED = toPhrases("de, intre, cu varsta de, in varsta de, varsta, aged, age, ages, between, of");
/** After these, a number needs no unit. */
const AGE_WORDS = /\b(ages?|aged|varsta)\b/;
const TO = toPhrases("si, la, to, and, pana la, sau");
const YEARS = toPhrases("ani, de ani, years old, year old, year olds, years, yo");
/** "Sub 12 ani" names no age. */
const LIMITS = toWordSet("sub peste minim maxim over under");
/** Years of a teacher, not of a child. */
const EXPERIENCE = /^(experienta|vechime|experience)$/;
const AGES = { min: 3, max: 18 };

/** The ages of each level; some are between two levels. */
const LEVEL_AGES: Partial<Record<Level, readonly [from: number, to: number]>> = {
  kg: [3, 6],
  e: [6, 10],
  m: [11, 14],
  h: [14, 18],
};

/** The age of a child as levels: "copil 7 ani", "copii de 5-6 ani", "8 years old". */
export function matchAge(tokens: readonly Token[], at: number): TokenMatch | null {
  const child = countPhraseTokens(tokens, at, CHILD);
  const aged = countPhraseTokens(tokens, at + child, AGED);
  const first = at + child + aged;
  const from = toAge(tokens[first]);
  if (from === null || LIMITS.has(tokens[at - 1]?.word ?? "")) return null;
  const to = countPhraseTokens(tokens, first + 1, TO);
  const last = to > 0 || isHyphenated(tokens[first + 1]) ? toAge(tokens[first + 1 + to]) : null;
  const end = first + 1 + (last === null ? 0 : to + 1);
  const years = countPhraseTokens(tokens, end, YEARS);
  const isAge = years > 0 || AGE_WORDS.test(joinWords(tokens, at + child, aged));
  if (!isAge || tokens.some(({ word }) => EXPERIENCE.test(word))) return null;
  const [low, high] = [from, last ?? from].sort((a, b) => a - b);
  const level = LEVELS.filter((code) => {
    const [youngest = AGES.max + 1, oldest = 0] = LEVEL_AGES[code] ?? [];
    return youngest <= (high ?? from) && oldest >= (low ?? from);
  });
  return { length: end + years - at, filters: { level } };
}

function toAge(token: Token | undefined): number | null {
  const age = /^\d{1,2}$/.test(token?.word ?? "") ? Number(token?.word) : 0;
  return age >= AGES.min && age <= AGES.max ? age : null;
}
