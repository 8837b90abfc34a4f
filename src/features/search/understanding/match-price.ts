import { HIGHEST_LEI } from "@/shared/schemas/search";
import { anyOf, countWords, HYPHEN, isHyphenated, type Line, matchAt, toPattern } from "./patterns";
import type { TokenMatch } from "./tokens";

const MAXIMUM =
  anyOf(`sub, max, max de, maxim, maxim de, de maxim, maximum, cel mult, de cel mult, pana la, pana in,
  pana, nu peste, not over, nu mai mult de, mai putin de, mai ieftin de, mai ieftina de, mai ieftin decat, buget, buget de, bugetul,
  buget maxim, budget, budget of, under, below, less than, up to, at most, no more than, not more than, cheaper than,
  pret sub, pret maxim, pret max, pret pana la`);
const MINIMUM = anyOf(`peste, minim, minim de, minimum, min, cel putin, mai mult de, mai mare de, de la,
  incepand de la, incepand cu, over, above, more than, nu sub, not under, at least, from, starting from, starting at, pret minim`);
const ABOUT = anyOf(
  "in jur de, in jurul a, circa, cca, aproximativ, aprox, cam, vreo, around, about, approximately",
);
const BETWEEN = anyOf("intre, between, de la, from, pret intre");
/** Between the ends of a range. */
const TO = anyOf("si, and, la, pana la, pana in, to, until, sau");
const MAXIMUM_AFTER = anyOf("max, maxim, maximum, cel mult, sau mai putin, or less, at most, tops");
const MINIMUM_AFTER = anyOf("minim, minimum, cel putin, sau mai mult, or more, at least");
export const MINUTES = anyOf("min, minute, de minute, minutes");
const LEI = anyOf("lei, leu, ron, de lei, de ron");
const SHORT_HOUR = "ora, h, sedinta, lectia, lectie, hour, hourly, hr, lesson";
const LONG_HOUR = "pe ora, la ora, pe h, pe sedinta, pe lectie, an hour, per hour, a lesson, per lesson";
const AN_HOUR = anyOf(`${SHORT_HOUR}, ${LONG_HOUR}`);
/** Other currencies: no price in them becomes lei. */
const CURRENCY =
  anyOf(`euro, eur, de euro, usd, dolari, dolar, de dolari, dollars, dollar, bucks, lire, lire sterline, de lire, gbp,
  pounds, pound, quid, chf, franci, de franci, forinti, de forinti, huf, mdl, lei moldovenesti, €, $, £`);
/** What else numbers count: "sub 12 ani", "sub 50 de km". */
const OTHER_UNIT =
  anyOf(`ani, an, de ani, ore, de ore, min, minute, de minute, minutes, hours, zile, de zile, days,
  luni, de luni, months, saptamani, weeks, elev, eleva, elevi, de elevi, copil, copii, de copii, persoana,
  persoane, de persoane, student, students, kid, kids, person, people, child, children, years, year,
  km, de km, kilometri, m, puncte, sedinte, de sedinte, lectii,  de lectii, lessons, ori, de ori, years old, clase, %`);
const MONTH =
  anyOf(`ianuarie, februarie, martie, aprilie, mai, iunie, iulie, august, septembrie, octombrie, noiembrie,
  decembrie, january, february, march, april, may, june, july, september, october, november, december`);
/** "13 septembrie" */
export const DATE = `(?:[12]?\\d|3[01]) ${MONTH}`;

/** Without a unit, smaller numbers are rather ages or classes, and larger ones years. */
const WITHOUT_UNIT = { min: 20, max: 1_000 };
/** Prices that need neither a unit nor a comparison: "mate 100". Smaller numbers are hours, ages or classes. */
const BARE = { min: 30, max: 500, multiple: 5 };
/** "About 100 lei" is up to a fifth less or more. */
const ABOUT_SHARE = 0.2;
const ROUNDED_TO = 5;

const UNIT_OF_AMOUNT = ` ${LEI}(?: (?:${anyOf("pe, per, pentru, la, for")} )?(?<minutes>\\d{2,3}) ${MINUTES}| ${AN_HOUR})?| ${anyOf(LONG_HOUR)}|\\s?/\\s?${AN_HOUR}`;
/** A number that counts nothing else than lei. With a word for "an hour" it needs no "lei": "80 pe ora", "80/h". */
const AMOUNT = toPattern(
  `(?!${DATE})(?<digits>\\d{1,7}(?:_\\d\\d?)?)(?!\\w| ${CURRENCY}| ${OTHER_UNIT})(?<unit>${UNIT_OF_AMOUNT})?`,
);
type Amount = { lei: number; length: number; hasUnit: boolean };

function readAmount(line: Line, at: number): Amount | null {
  const match = matchAt(line, at, AMOUNT);
  const { digits = "0", minutes, unit } = match?.groups ?? {};
  const typed = Math.min(Number(digits.replace("_", ".")), HIGHEST_LEI);
  const lei = minutes ? Math.round((typed * 60) / Number(minutes)) : typed;
  return match && lei > 0 ? { lei, length: match.length, hasUnit: unit !== undefined } : null;
}

const roundDown = (lei: number) => Math.floor(lei / ROUNDED_TO) * ROUNDED_TO;
const roundUp = (lei: number) => Math.ceil(lei / ROUNDED_TO) * ROUNDED_TO;
/** Words before a price, and the filters that they mean. `needsUnit`: they also begin phrases with other numbers. */
const LIMITS: readonly {
  pattern: RegExp;
  needsUnit: (lei: number) => boolean;
  toFilters: (lei: number) => TokenMatch["filters"];
}[] = [
  {
    pattern: toPattern(anyOf("pana, pana in")),
    needsUnit: (lei) => lei < BARE.min,
    toFilters: (max) => ({ max }),
  },
  { pattern: toPattern(MAXIMUM), needsUnit: () => false, toFilters: (max) => ({ max }) },
  // "60 min" is a duration.
  {
    pattern: toPattern(`${anyOf("de la, from")}|(?<!\\d\\s)min`),
    needsUnit: () => true,
    toFilters: (min) => ({ min }),
  },
  { pattern: toPattern(MINIMUM), needsUnit: () => false, toFilters: (min) => ({ min }) },
  {
    pattern: toPattern(ABOUT),
    needsUnit: () => true,
    toFilters: (lei) => ({
      min: roundDown(lei * (1 - ABOUT_SHARE)),
      max: Math.min(roundUp(lei * (1 + ABOUT_SHARE)), HIGHEST_LEI),
    }),
  },
];
const BETWEEN_PATTERN = toPattern(BETWEEN);
const TO_PATTERN = toPattern(TO);
const AFTER_AMOUNT = toPattern(`(?<atLeast>${MINIMUM_AFTER})|${MAXIMUM_AFTER}`);

/** Prices: "sub 100 lei", "între 50 și 100", "max 70", "100 lei pe oră". A price without a comparison is the highest. */
export const matchPrice = (line: Line, at: number): TokenMatch | null =>
  matchRange(line, at) ?? matchLimit(line, at) ?? matchBareAmount(line, at);

function matchRange(line: Line, at: number): TokenMatch | null {
  const before = countWords(line, at, BETWEEN_PATTERN);
  const first = readAmount(line, at + before);
  if (!first) return null;
  const next = at + before + first.length;
  const to = countWords(line, next, TO_PATTERN);
  const second = to > 0 || isHyphenated(line, next) ? readAmount(line, next + to) : null;
  if (!second || (before === 0 && to > 0 && !second.hasUnit)) return null;
  const isMarked = before > 0 || to === 0;
  const [min = 0, max = 0] = [first.lei, second.lei].sort((a, b) => a - b);
  if (!first.hasUnit && !second.hasUnit && !(isMarked && isPlausible(min) && isPlausible(max))) return null;
  return { length: before + first.length + to + second.length, filters: { min, max } };
}

function matchLimit(line: Line, at: number): TokenMatch | null {
  const [sign] = line.tokens[at]?.gap.match(/[<≤>≥]/) ?? [];
  const compared = sign ? readAmount(line, at) : null;
  if (compared)
    return { length: compared.length, filters: { [/[<≤]/.test(sign ?? "") ? "max" : "min"]: compared.lei } };
  for (const { pattern, needsUnit, toFilters } of LIMITS) {
    const before = countWords(line, at, pattern);
    const amount = before > 0 ? readAmount(line, at + before) : null;
    if (!amount) continue;
    if (!amount.hasUnit && (needsUnit(amount.lei) || !isPlausible(amount.lei))) return null;
    return { length: before + amount.length, filters: toFilters(amount.lei) };
  }
  return null;
}

/** "100 lei", "100 lei maxim", "50 lei minim". */
function matchBareAmount(line: Line, at: number): TokenMatch | null {
  const amount = readAmount(line, at);
  if (!amount?.hasUnit) return null;
  const after = matchAt(line, at + amount.length, AFTER_AMOUNT);
  const end = after?.groups.atLeast ? "min" : "max";
  return { length: amount.length + (after?.length ?? 0), filters: { [end]: amount.lei } };
}

const isPlausible = (lei: number): boolean => lei >= WITHOUT_UNIT.min && lei <= WITHOUT_UNIT.max;

const COMPARISON = toPattern(`${MAXIMUM}|${MINIMUM}|${ABOUT}|${BETWEEN}`);
/** Whether words such as "sub" and "at least" begin at `at`. */
export const isComparison = (line: Line, at: number): boolean => countWords(line, at, COMPARISON) > 0;

/** The price of a number without words about prices; null if it may mean something else. */
export function readBarePrice(line: Line, at: number): number | null {
  const { lei = 0 } = readAmount(line, at) ?? {};
  return lei >= BARE.min && lei <= BARE.max && lei % BARE.multiple === 0 ? lei : null;
}

const UNIT = toPattern(`${LEI}|${OTHER_UNIT}|${CURRENCY}|${AN_HOUR}|${MONTH}`);
/** Whether the words from `at` on are what a number before them counts. */
export const isCounted = (line: Line, at: number): boolean => countWords(line, at, UNIT) > 0;

const FOREIGN_AMOUNT = `(?:${CURRENCY} )?\\d{1,7}(?:_\\d\\d?)?(?:\\s${CURRENCY})?`;
const FOREIGN = toPattern(
  `${FOREIGN_AMOUNT}(?:(?: ${TO} |${HYPHEN})${FOREIGN_AMOUNT})?(?: ${AN_HOUR})?(?: ${MAXIMUM_AFTER})?`,
);
const HAS_CURRENCY = new RegExp(`(?<![a-z])${CURRENCY}`);

/** The number of words of a price in another currency than lei: "under $20", "15-20 euro pe ora"; 0 if none. */
export function countForeignPrice(line: Line, at: number): number {
  const before = countWords(line, at, COMPARISON);
  const match = matchAt(line, at + before, FOREIGN);
  return match && HAS_CURRENCY.test(match.text) ? before + match.length : 0;
}
