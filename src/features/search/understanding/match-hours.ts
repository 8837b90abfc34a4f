import { DAY_PARTS, type DayPart } from "@/shared/codes";
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
import { NAMED_TIMES } from "./time-words";

/** The hours at which afternoon and evening begin. */
const AFTERNOON = 12;
const EVENING = 17;
/** Before this hour, there are no lessons in the morning. */
const EARLIEST = 8;
/** Other numbers are hours only with "ora", minutes or "pm". */
const USUAL_HOURS = { min: 7, max: 22 };

/** "17", "17:30", "17.30", "5 pm", "17h" */
const toClock = (n: 1 | 2): string =>
  `(?<hour${n}>\\d\\d?)(?:(?<minutes${n}>:[0-5]\\d)|(?<decimals${n}>_[0-5]\\d))?(?:\\s?(?<half${n}>[ap]m)|(?<h${n}>h))?${WORD_END}(?!-a${WORD_END})`;

const FROM = `intre, intre ora, intre orele, de la, de la ora, de la orele, orele, ora, la, between, from,
  in intervalul, intervalul`;
const TO = `si, si ora, la, la ora, pana la, pana la ora, pana in, pana la orele, pana in ora, and, to, until,
  till`;
const RANGE = toPattern(`(?<before>${anyOf(FROM)} )?${toClock(1)}(?: ${anyOf(TO)} |${HYPHEN})${toClock(2)}`);

const AFTER_HOUR = "dupa ora, dupa orele, dupa, de la ora, de la orele, de la, incepand cu ora, after";
const BEFORE_HOUR = `inainte de ora, inainte de, pana la ora, pana in ora, pana la orele, pana la, pana in, pana, before, until,
  till`;
const AT_HOUR = "la ora, ora, orele, la orele, la, pe la, at";
const toHourPattern = (words: string) => toPattern(`(?<before>${anyOf(words)}) ${toClock(1)}`);
/** Patterns of one hour, and the parts of the day that each means. */
const SINGLE_HOURS = [
  { pattern: toHourPattern(AFTER_HOUR), listParts: listPartsAfter },
  { pattern: toHourPattern(BEFORE_HOUR), listParts: listPartsBefore },
  { pattern: toHourPattern(AT_HOUR), listParts: listPartsAt },
  { pattern: toPattern(toClock(1)), listParts: listPartsAt },
];
/** These ask for a price, or for the months and sessions after which something happens, unless a day comes before. */
const NEEDS_DAY = splitPhrases("pana la, pana in, pana, until, till");
const NAMES_HOUR = /(?<![a-z])(?:ora|orele|intervalul)(?![a-z])/;
/** After these, numbers are ages or classes. */
const COUNTED =
  splitPhrases(`copil, copii, copilul, elev, eleva, elevi, clasa, clasele, clase, cls, class, grade, grades, kid, kids, child,
  children, sector, sectorul`);

type MatchedHours = { length: number; parts: DayPart[] };

/** Hours as the parts of the day that they touch. `isAfterTime`: a day or part of it comes before. */
export function matchHours(
  line: Line,
  at: number,
  { isAfterTime }: { isAfterTime: boolean },
): MatchedHours | null {
  const before = line.tokens[at - 1]?.word ?? "";
  if (COUNTED.includes(before) || (!isAfterTime && /^\d+$/.test(before))) return null;
  return matchRange(line, at, isAfterTime) ?? matchSingleHour(line, at, isAfterTime);
}

/** "intre 17 si 19", "de la 18 la 20", "14:00-18:00", after a day "14-18" */
function matchRange(line: Line, at: number, isAfterTime: boolean): MatchedHours | null {
  const match = matchAt(line, at, RANGE);
  const [first, last] = match ? [readClock(match, 1), readClock(match, 2)] : [];
  if (!match || !first || !last || isCounted(line, at + match.length)) return null;
  const isExpected = match.groups.before || isAfterTime || (first.isMarked && last.isMarked);
  if (!NAMES_HOUR.test(match.text) && !(isExpected && first.isLikely && last.isLikely)) return null;
  const partsAfter = listPartsAfter(first.hour);
  const parts = partsAfter.filter((part) => listPartsBefore(last.hour).includes(part));
  return { length: match.length, parts: parts.length > 0 ? parts : partsAfter };
}

/** "după ora 17", "after 5 pm", "la ora 18:30", "17:00", after a day "la 18" */
function matchSingleHour(line: Line, at: number, isAfterTime: boolean): MatchedHours | null {
  for (const { pattern, listParts } of SINGLE_HOURS) {
    const match = matchAt(line, at, pattern);
    const clock = match && readClock(match, 1);
    if (!clock || isCounted(line, at + match.length)) continue;
    const { before } = match.groups;
    const needsDay = !before || NEEDS_DAY.includes(before);
    const isExpected = isAfterTime || (!needsDay && !hasNounAfter(line, at + match.length));
    if (!clock.isMarked && !NAMES_HOUR.test(match.text) && !(clock.isLikely && isExpected)) continue;
    return { length: match.length, parts: listParts(clock.hour) };
  }
  return null;
}

/** An hour from 0 to 23. */
type Clock = {
  hour: number;
  /** Minutes, "h", "am" or "pm" show that it is an hour. */
  isMarked: boolean;
  /** Whether it is an hour where one is expected. */
  isLikely: boolean;
};

/** Reads clock 1 or 2 of a pattern; null for a number that is no hour. */
function readClock({ groups }: PatternMatch, n: 1 | 2): Clock | null {
  const number = Number(groups[`hour${n}`]);
  const half = groups[`half${n}`];
  const hour = to24Hours(number, half);
  if (hour > 23) return null;
  const isMarked = Boolean(half || groups[`h${n}`] || groups[`minutes${n}`]);
  const isUsual = number >= USUAL_HOURS.min && number <= USUAL_HOURS.max;
  return { hour, isMarked, isLikely: isMarked || isUsual || Boolean(groups[`decimals${n}`]) };
}

/** Without "am" or "pm", "ora 5" is in the afternoon: no lesson begins before 8 in the morning. */
function to24Hours(hour: number, half: string | undefined): number {
  const isAfternoon = half ? half === "pm" : hour < EARLIEST;
  return isAfternoon && hour > 0 && hour < AFTERNOON ? hour + 12 : hour;
}

/** Whether a noun may follow that the number would count: "dupa 20 sedinte". */
function hasNounAfter({ tokens }: Line, at: number): boolean {
  const next = tokens[at];
  if (!next || next.word === "online") return false;
  return !NAMED_TIMES.has(next.word) && !/[,;/]/.test(next.gap);
}

function listPartsAfter(hour: number): DayPart[] {
  return hour >= EVENING ? ["e"] : hour >= AFTERNOON ? ["a", "e"] : [...DAY_PARTS];
}
function listPartsBefore(hour: number): DayPart[] {
  return hour <= AFTERNOON ? ["m"] : hour <= EVENING ? ["m", "a"] : [...DAY_PARTS];
}
function listPartsAt(hour: number): DayPart[] {
  return [hour >= EVENING ? "e" : hour >= AFTERNOON ? "a" : "m"];
}
