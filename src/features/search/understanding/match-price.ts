import { HIGHEST_LEI } from "@/shared/schemas/search";
import { readNumberWords } from "./read-number-words";
import {
  countPhraseTokens,
  isHyphenated,
  type Phrases,
  type Token,
  type TokenMatch,
  toPhrases,
} from "./tokens";

// Phrases of prices in both languages, normalized, separated by commas.

export const MAXIMUM =
  toPhrases(`sub, max, max de, maxim, maxim de, de maxim, maximum, cel mult, de cel mult, pana la, pana in,
  pana, nu peste, not over, nu mai mult de, mai putin de, mai ieftin de, mai ieftina de, mai ieftin decat, buget, buget de, bugetul,
  buget maxim, budget, budget of, under, below, less than, up to, at most, no more than, not more than, cheaper than,
  pret sub, pret maxim, pret max, pret pana la`);
export const MINIMUM =
  toPhrases(`peste, minim, minim de, minimum, min, cel putin, mai mult de, mai mare de, de la,
  incepand de la, incepand cu, over, above, more than, nu sub, not under, at least, from, starting from, starting at, pret minim`);
export const ABOUT = toPhrases(
  `in jur de, in jurul a, circa, cca, aproximativ, aprox, cam, vreo, around, about, approximately`,
);
export const BETWEEN = toPhrases("intre, between, de la, from, pret intre");
/** Between the ends of a range. */
export const TO = toPhrases("si, and, la, pana la, pana in, to, until, sau");
export const MAXIMUM_AFTER = toPhrases(
  "max, maxim, maximum, cel mult, sau mai putin, or less, at most, tops",
);
const MINIMUM_AFTER = toPhrases("minim, minimum, cel putin, sau mai mult, or more, at least");
/** These also begin other phrases than prices, so they need a unit. */
const NEEDS_UNIT = toPhrases("de la, from, min");
/** These also come before hours and ages, which are smaller numbers than prices. */
const UNTIL = toPhrases("pana, pana in");

const FOR = toPhrases("pe, per, pentru, la, for");
export const MINUTES = toPhrases("min, minute, de minute, minutes");
const LEI = toPhrases("lei, leu, ron, de lei, de ron");
export const AN_HOUR =
  toPhrases(`pe ora, la ora, ora, h, pe h, pe sedinta, sedinta, pe lectie, lectia, lectie, an hour, per hour,
  hour, hourly, hr, a lesson, per lesson, lesson`);
/** Other currencies: no price in them becomes lei. */
export const CURRENCIES =
  toPhrases(`euro, eur, de euro, usd, dolari, dolar, de dolari, dollars, dollar, bucks, lire, lire sterline, de lire, gbp,
  pounds, pound, quid, chf, franci, de franci, forinti, de forinti, huf, mdl, lei moldovenesti`);
/** What else numbers count: "sub 12 ani", "sub 50 de km". */
const OTHER_UNITS =
  toPhrases(`ani, an, de ani, ore, de ore, min, minute, de minute, minutes, hours, zile, de zile, days,
  luni, de luni, months, saptamani, weeks, elev, eleva, elevi, de elevi, copil, copii, de copii, persoana,
  persoane, de persoane, student, students, kid, kids, person, people, child, children, years, year,
  km, de km, kilometri, m, puncte, sedinte, de sedinte, lectii,  de lectii, lessons, ori, de ori, years old, clase`);
const MONTHS =
  toPhrases(`ianuarie, februarie, martie, aprilie, mai, iunie, iulie, august, septembrie, octombrie, noiembrie,
  decembrie, january, february, march, april, may, june, july, september, october, november, december`);
const LAST_DAY_OF_MONTH = 31;
const OTHER_SIGNS = /[€$£%+]/;

/** Without a unit, smaller numbers are rather ages or classes, and larger ones years. */
const WITHOUT_UNIT = { min: 20, max: 1_000 };
/** Prices that need neither a unit nor a comparison: "mate 100". Smaller numbers are hours, ages or classes. */
const BARE = { min: 30, max: 500, multiple: 5 };
/** "About 100 lei" is up to a fifth less or more. */
const ABOUT_SHARE = 0.2;
const ROUNDED_TO = 5;

type Amount = { lei: number; length: number; hasUnit: boolean };

/** Prices: "sub 100 lei", "între 50 și 100", "max 70", "100 lei pe oră". A price without a comparison is the highest. */
export function matchPrice(tokens: readonly Token[], at: number): TokenMatch | null {
  return matchRange(tokens, at) ?? matchLimit(tokens, at) ?? matchBareAmount(tokens, at);
}

function matchRange(tokens: readonly Token[], at: number): TokenMatch | null {
  const before = countPhraseTokens(tokens, at, BETWEEN);
  const first = readAmount(tokens, at + before);
  if (!first) return null;
  const next = at + before + first.length;
  const to = countPhraseTokens(tokens, next, TO);
  const hyphenated = to === 0 && isHyphenated(tokens[next]);
  if (to === 0 && !hyphenated) return null;
  const second = readAmount(tokens, next + to);
  if (!second) return null;
  const isMarked = first.hasUnit || second.hasUnit || before > 0;
  const isPlausible = [first, second].every(({ lei }) => isPlausibleWithoutUnit(lei));
  if (before === 0 && to > 0 && !second.hasUnit) return null;
  if (!(first.hasUnit || second.hasUnit) && !(isPlausible && (isMarked || hyphenated))) return null;
  const [min, max] = [first.lei, second.lei].sort((a, b) => a - b);
  return { length: before + first.length + to + second.length, filters: { min: min ?? 0, max: max ?? 0 } };
}

function matchLimit(tokens: readonly Token[], at: number): TokenMatch | null {
  if (/[<≤>≥]=?\s*$/.test(tokens[at]?.gap ?? "")) {
    const amount = readAmount(tokens, at);
    const isMaximum = /[<≤]/.test(tokens[at]?.gap ?? "");
    return amount && { length: amount.length, filters: { [isMaximum ? "max" : "min"]: amount.lei } };
  }
  for (const [phrases, toFilters] of LIMITS) {
    const before = isMinutes(tokens, at) ? 0 : countPhraseTokens(tokens, at, phrases);
    const amount = before > 0 ? readAmount(tokens, at + before) : null;
    if (!amount) continue;
    const isUntil = countPhraseTokens(tokens, at, UNTIL) === before;
    const needsUnit =
      phrases === ABOUT ||
      countPhraseTokens(tokens, at, NEEDS_UNIT) === before ||
      (isUntil && amount.lei < BARE.min);
    if (!amount.hasUnit && (needsUnit || !isPlausibleWithoutUnit(amount.lei))) continue;
    return { length: before + amount.length, filters: toFilters(amount.lei) };
  }
  return null;
}

/** "60 min" */
const isMinutes = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.word === "min" && /^\d+$/.test(tokens[at - 1]?.word ?? "");

const roundDown = (lei: number) => Math.floor(lei / ROUNDED_TO) * ROUNDED_TO;
const roundUp = (lei: number) => Math.ceil(lei / ROUNDED_TO) * ROUNDED_TO;

const LIMITS: readonly (readonly [Phrases, (lei: number) => TokenMatch["filters"]])[] = [
  [MAXIMUM, (max) => ({ max })],
  [MINIMUM, (min) => ({ min })],
  [
    ABOUT,
    (lei) => ({
      min: roundDown(lei * (1 - ABOUT_SHARE)),
      max: Math.min(roundUp(lei * (1 + ABOUT_SHARE)), HIGHEST_LEI),
    }),
  ],
];

/** "100 lei", "100 lei maxim", "50 lei minim". */
function matchBareAmount(tokens: readonly Token[], at: number): TokenMatch | null {
  const amount = readAmount(tokens, at);
  if (!amount?.hasUnit) return null;
  const next = at + amount.length;
  const minimum = countPhraseTokens(tokens, next, MINIMUM_AFTER);
  if (minimum > 0) return { length: amount.length + minimum, filters: { min: amount.lei } };
  const maximum = countPhraseTokens(tokens, next, MAXIMUM_AFTER);
  return { length: amount.length + maximum, filters: { max: amount.lei } };
}

/** Whether words such as "sub" and "at least" begin at `at`. */
export const isComparison = (tokens: readonly Token[], at: number): boolean =>
  [MAXIMUM, MINIMUM, ABOUT, BETWEEN].some((phrases) => countPhraseTokens(tokens, at, phrases) > 0);

/** The price of a number without words about prices; null if it may mean something else. */
export function readBarePrice(tokens: readonly Token[], at: number): number | null {
  const amount = /^\d{2,3}$/.test(tokens[at]?.word ?? "") ? readAmount(tokens, at) : null;
  const lei = amount?.lei ?? 0;
  return lei >= BARE.min && lei <= BARE.max && lei % BARE.multiple === 0 ? lei : null;
}

/** "O sută de lei", "sub o sută": small numbers need a unit. */
function readNumberAmount(tokens: readonly Token[], at: number): Amount | null {
  const number = readNumberWords(tokens, at);
  if (!number) return null;
  const next = at + number.length;
  const unit = countPhraseTokens(tokens, next, LEI);
  const hour = countPhraseTokens(tokens, next + unit, AN_HOUR);
  if (countsOther(tokens, next, unit)) return null;
  const isHourly = unit > 0 || hour > 1;
  return { lei: number.value, length: number.length + unit + (isHourly ? hour : 0), hasUnit: isHourly };
}

/** A number with its unit; null if it counts something else than lei. */
function readAmount(tokens: readonly Token[], at: number): Amount | null {
  const token = tokens[at];
  const [, digits = "", glued] = token?.word.match(/^(\d{1,7}(?:[.,]\d{1,3})*)(lei|ron)?$/) ?? [];
  if (!digits) return readNumberAmount(tokens, at);
  if (OTHER_SIGNS.test(token?.gap ?? "") || isNegative(tokens, at)) return null;
  const next = at + 1;
  if (/^\s*[€$£%]/.test(token?.after ?? "")) return null;
  const lei = Math.min(parseNumber(digits), HIGHEST_LEI);
  const unit = glued ? 0 : countPhraseTokens(tokens, next, LEI);
  const hour = countPhraseTokens(tokens, next + unit, AN_HOUR);
  const hasUnit = Boolean(glued) || unit > 0;
  if ((!glued && countsOther(tokens, next, unit)) || (!hasUnit && isDate(tokens, at))) return null;
  // "2 ore" is a time; "80 pe ora" is a price.
  const isHourly = hour > 1 || (hour === 1 && tokens[next]?.gap.trim() === "/");
  if (lei === 0) return null;
  const minutes = hasUnit && hour === 0 ? readMinutes(tokens, next + unit) : null;
  if (minutes)
    return { lei: Math.round((lei * 60) / minutes.count), length: 1 + unit + minutes.length, hasUnit };
  if (hasUnit) return { lei, length: 1 + unit + hour, hasUnit };
  return isHourly ? { lei, length: 1 + hour, hasUnit: true } : { lei, length: 1, hasUnit };
}

/** Whether another unit follows a number than its `unit` words of lei: "2 ore", "20 lei moldovenesti". */
const countsOther = (tokens: readonly Token[], at: number, unit: number): boolean =>
  [OTHER_UNITS, CURRENCIES].some((phrases) => countPhraseTokens(tokens, at, phrases) > unit);

/** "Sub -5 lei" */
const isNegative = (tokens: readonly Token[], at: number): boolean =>
  /\s-$/.test(tokens[at]?.gap ?? "") &&
  [MAXIMUM, MINIMUM].some((phrases) => phrases.has(tokens[at - 1]?.word ?? ""));

/** The duration that a price is for: "80 lei/90 min". */
function readMinutes(tokens: readonly Token[], at: number): { count: number; length: number } | null {
  const isSlash = tokens[at]?.gap.trim() === "/";
  const before = isSlash ? 0 : countPhraseTokens(tokens, at, FOR);
  const count = /^\d{2,3}$/.test(tokens[at + before]?.word ?? "") ? Number(tokens[at + before]?.word) : 0;
  const unit = countPhraseTokens(tokens, at + before + 1, MINUTES);
  return count > 0 && unit > 0 && (isSlash || before > 0) ? { count, length: before + 1 + unit } : null;
}

/** Whether a number is the day of a date: "13 septembrie". */
export const isDate = (tokens: readonly Token[], at: number): boolean =>
  /^\d{1,2}$/.test(tokens[at]?.word ?? "") &&
  Number(tokens[at]?.word) <= LAST_DAY_OF_MONTH &&
  countPhraseTokens(tokens, at + 1, MONTHS) > 0;

/** Whether the words from `at` on are what a number before them counts, or its sign. */
export const isUnit = (tokens: readonly Token[], at: number): boolean =>
  [LEI, OTHER_UNITS, CURRENCIES, AN_HOUR, MONTHS].some(
    (phrases) => countPhraseTokens(tokens, at, phrases) > 0,
  ) || OTHER_SIGNS.test(tokens[at - 1]?.after ?? "");

/** "1.200" and "1,200" are thousands; "99,50" and "99.50" are lei with bani. */
const parseNumber = (digits: string): number =>
  Number(/[.,]\d{3}$/.test(digits) ? digits.replace(/[.,]/g, "") : digits.replace(",", "."));

const isPlausibleWithoutUnit = (lei: number): boolean => lei >= WITHOUT_UNIT.min && lei <= WITHOUT_UNIT.max;
