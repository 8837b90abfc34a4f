import { DAY_PARTS, DAYS, type DayPart, SLOTS, type Slot, type WeekDay } from "@/shared/codes";
import { toDay } from "@/shared/dates";
import { isCounted } from "./match-price";
import {
  after,
  anyOf,
  HYPHEN,
  isHyphenated,
  type Line,
  matchAt,
  type PatternMatch,
  splitPhrases,
  toPattern,
  WORD_END,
} from "./patterns";

/** Times of a week: the given parts of the given days. None of either means all. */
export type TimeGroup = { days: WeekDay[]; parts: DayPart[] };

// Phrases in both languages, normalized, separated by commas.

const DAY_PHRASES: Record<WeekDay, string> = {
  1: "luni, lunea, monday, mondays",
  2: "marti, martea, tuesday, tuesdays",
  3: "miercuri, miercurea, wednesday, wednesdays",
  4: "joi, joia, thursday, thursdays",
  5: "vineri, vinerea, friday, fridays",
  6: "sambata, sambetele, simbata, saturday, saturdays",
  7: "duminica, duminicile, sunday, sundays",
};
const WEEKEND = `weekend, weekendul, weekenduri, weekends, week end, weekend ul, sfarsit de saptamana,
  sfarsitul saptamanii, sfarsituri de saptamana`;
const WORKDAYS = `in timpul saptamanii, timpul saptamanii, in cursul saptamanii, cursul saptamanii, peste saptamana,
  zilele saptamanii, zile lucratoare, zilele lucratoare, weekday, weekdays, during the week, midweek`;
const PART_PHRASES: readonly (readonly [parts: readonly DayPart[], phrases: string])[] = [
  [
    ["m"],
    `dimineata, dimineti, diminetile, inainte de pranz, inainte de masa, morning, mornings, before noon`,
  ],
  [
    ["a"],
    `dupa amiaza, dupa amiezi, dupa amiezile, dupaamiaza, dupamiaza, dupa masa, dupa mesele, dupamasa, pranz, la pranz,
    afternoon, afternoons, noon, lunchtime`,
  ],
  [
    ["e"],
    `seara, seri, serile, serii, dupa serviciu, dupa munca, dupa program, evening, evenings, after work, in the evening`,
  ],
  [["a", "e"], "dupa scoala, dupa ore, dupa cursuri, after school, after classes"],
];

type Times = { days?: readonly WeekDay[]; parts?: readonly DayPart[] };
type Atom = Times & { length: number };

const toTimes = (phrases: string, times: Times) =>
  splitPhrases(phrases).map((phrase) => [phrase, times] as const);

const TIMES: ReadonlyMap<string, Times> = new Map([
  ...DAYS.flatMap((day) => toTimes(DAY_PHRASES[day], { days: [day] })),
  ...toTimes(WEEKEND, { days: ["6", "7"] }),
  ...toTimes(WORKDAYS, { days: ["1", "2", "3", "4", "5"] }),
  ...PART_PHRASES.flatMap(([parts, phrases]) => toTimes(phrases, { parts })),
]);
/** Words for days by their number of days from today. */
const RELATIVE_DAYS = ["azi, astazi, today, diseara, deseara, tonight", "maine, tomorrow", "poimaine"].map(
  splitPhrases,
);
/** Of these, the words for an evening. */
const THIS_EVENING = ["diseara", "deseara", "tonight"];
/** "3 luni" are months. */
const COUNT = `(?:\\d+|${anyOf("o, doua, trei, patru, cinci, sase, cateva, ultimele, urmatoarele, multe, cate, peste")})`;
const ATOM = toPattern(`(?!${after(COUNT)}luni)${anyOf([...TIMES.keys(), ...RELATIVE_DAYS.flat()].join())}`);
/** Between times: "dimineata in weekend", "luni pana vineri". */
const CONNECTION = toPattern(
  `(?<or>${anyOf("sau, ori, or, si, and")})|(?<to>${anyOf("pana, pana la, to, through, till, until")})|${anyOf("in, de, la, pe, on, the, in the, at")}`,
);

/** Times: "azi", "sâmbătă dimineața", "luni-vineri", "după ora 17", "seara". `now` in ms. */
export function matchTime(
  line: Line,
  at: number,
  now: number,
): { length: number; groups: TimeGroup[] } | null {
  const first = readAtom(line, at, now);
  if (!first) return null;
  const groups: TimeGroup[] = [{ days: [...(first.days ?? [])], parts: [...(first.parts ?? [])] }];
  let end = at + first.length;
  for (;;) {
    const hour = readHour(line, end, true);
    if (hour) {
      addAtom(groups, hour, { isRange: false, isOr: false });
      end += hour.length;
      continue;
    }
    const connection = matchAt(line, end, CONNECTION);
    const from = end + (connection?.length ?? 0);
    const next = readAtom(line, from, now);
    if (!next) return { length: end - at, groups };
    const gap = line.tokens[end]?.gap ?? "";
    const { or, to } = connection?.groups ?? {};
    addAtom(groups, next, {
      isRange: Boolean(to) || isHyphenated(line, end),
      isOr: Boolean(or) || /[,/]/.test(gap),
    });
    end = from + next.length;
  }
}

/** Adds what follows to the last group, or begins another: "luni seara și sâmbătă dimineața" are two. */
function addAtom(
  groups: TimeGroup[],
  { days = [], parts = [] }: Atom,
  { isRange, isOr }: { isRange: boolean; isOr: boolean },
): void {
  const group = groups.at(-1);
  const [from, to] = [group?.days.at(-1), days[0]];
  if (group && isRange && from && to && days.length === 1 && group.parts.length === 0) {
    // "Vineri-luni" goes on past Sunday.
    const [start, end] = [DAYS.indexOf(from), DAYS.indexOf(to)];
    const count = (end - start + DAYS.length) % DAYS.length;
    for (let n = 1; n <= count; n++) group.days.push(DAYS[(start + n) % DAYS.length] ?? to);
    return;
  }
  const addsDays =
    days.length > 0 && group && (group.parts.length === 0 || (group.days.length === 0 && !isOr));
  const addsParts =
    days.length === 0 && group && (!isOr || group.parts.length > 0 || group.days.length === 0);
  if (addsDays || addsParts) {
    group.days.push(...days);
    group.parts.push(...parts);
  } else {
    groups.push({ days: [...days], parts: [...parts] });
  }
}

function readAtom(line: Line, at: number, now: number): Atom | null {
  const match = matchAt(line, at, ATOM);
  if (!match) return readHour(line, at, false);
  const phrase = match.text.replace(/[^a-z]+/g, " ");
  const times = TIMES.get(phrase);
  if (times) return { ...times, length: match.length };
  const days = [
    weekdayAfter(
      now,
      RELATIVE_DAYS.findIndex((words) => words.includes(phrase)),
    ),
  ];
  return { length: match.length, days, parts: THIS_EVENING.includes(phrase) ? ["e"] : [] };
}

/** The weekday in Bucharest, a number of days after a time. */
function weekdayAfter(now: number, days: number): WeekDay {
  const weekday = new Date(toDay(now)).getUTCDay();
  return DAYS[(weekday + 6 + days) % DAYS.length] ?? "1";
}

/** The hours at which afternoon and evening begin. */
const AFTERNOON = 12;
const EVENING = 17;
/** Before this hour, there are no lessons in the morning. */
const EARLIEST = 8;
/** Hours that need no "ora" next to them. */
const PLAIN_HOURS = { min: 7, max: 22 };

/** "17", "17:30", "17.30", "5 pm", "17h" */
const toClock = (n: 1 | 2): string =>
  `(?<hour${n}>\\d\\d?)(?:(?<minutes${n}>:[0-5]\\d)|(?<decimals${n}>_[0-5]\\d))?(?:\\s?(?<half${n}>[ap]m)|(?<h${n}>h))?${WORD_END}(?!-a${WORD_END})`;
const AFTER_HOUR = "dupa ora, dupa orele, dupa, de la ora, de la orele, de la, incepand cu ora, after";
const BEFORE_HOUR = `inainte de ora, inainte de, pana la ora, pana in ora, pana la orele, pana la, pana in, pana, before, until,
  till`;
const AT_HOUR = "la ora, ora, orele, la orele, la, pe la, at";
const BETWEEN_HOURS = `intre, intre ora, intre orele, de la, de la ora, de la orele, orele, ora, la, between, from,
  in intervalul, intervalul`;
const TO_HOUR = `si, si ora, la, la ora, pana la, pana la ora, pana in, pana la orele, pana in ora, and, to, until,
  till`;
const HOURS = toPattern(
  `(?<before>${anyOf(BETWEEN_HOURS)} )?${toClock(1)}(?: ${anyOf(TO_HOUR)} |${HYPHEN})${toClock(2)}`,
);
const toHour = (words: string) => toPattern(`(?<before>${words}) ${toClock(1)}`);
const HOUR_PATTERNS = [
  [toHour(anyOf(AFTER_HOUR)), partsAfter],
  [toHour(anyOf(BEFORE_HOUR)), partsBefore],
  [toHour(anyOf(AT_HOUR)), partAt],
  [toPattern(toClock(1)), partAt],
] as const;
/** These ask for a price, or for the months and sessions after which something happens, unless a day comes before. */
const NEEDS_DAY = splitPhrases("pana la, pana in, pana, until, till");
const NAMES_HOUR = /(?<![a-z])(?:ora|orele|intervalul)(?![a-z])/;
/** After these, numbers are ages or classes. */
const COUNTED =
  splitPhrases(`copil, copii, copilul, elev, eleva, elevi, clasa, clasele, clase, cls, class, grade, grades, kid, kids, child,
  children, sector, sectorul`);

type Clock = { hour: number; isMarked: boolean; isPlain: boolean };

/** `isMarked`: minutes, "am" or "pm" show that it is an hour. Null if it is none. */
function readClock({ groups }: PatternMatch, n: 1 | 2): Clock | null {
  const number = Number(groups[`hour${n}`]);
  const half = groups[`half${n}`];
  const hour = to24Hours(number, half);
  const isMarked = Boolean(half || groups[`h${n}`] || groups[`minutes${n}`]);
  const isUsual = number >= PLAIN_HOURS.min && number <= PLAIN_HOURS.max;
  return hour > 23
    ? null
    : { hour, isMarked, isPlain: isMarked || isUsual || Boolean(groups[`decimals${n}`]) };
}

/** Hours as the parts of the day that they touch. `isAfterTime`: a day or part of it comes before. */
function readHour(line: Line, at: number, isAfterTime: boolean): Atom | null {
  const before = line.tokens[at - 1]?.word ?? "";
  if (COUNTED.includes(before) || (!isAfterTime && /^\d+$/.test(before))) return null;
  return readHours(line, at, isAfterTime) ?? readOneHour(line, at, isAfterTime);
}

/** "intre 17 si 19", "de la 18 la 20", "14:00-18:00", after a day "14-18" */
function readHours(line: Line, at: number, isAfterTime: boolean): Atom | null {
  const match = matchAt(line, at, HOURS);
  const [first, last] = match ? [readClock(match, 1), readClock(match, 2)] : [];
  if (!match || !first || !last || isCounted(line, at + match.length)) return null;
  const isContext = match.groups.before || isAfterTime || (first.isMarked && last.isMarked);
  if (!NAMES_HOUR.test(match.text) && !(isContext && first.isPlain && last.isPlain)) return null;
  const parts = partsAfter(first.hour).filter((part) => partsBefore(last.hour).includes(part));
  return { length: match.length, parts: parts.length > 0 ? parts : partsAfter(first.hour) };
}

/** "după ora 17", "after 5 pm", "la ora 18:30", "17:00", after a day "la 18" */
function readOneHour(line: Line, at: number, isAfterTime: boolean): Atom | null {
  for (const [pattern, list] of HOUR_PATTERNS) {
    const match = matchAt(line, at, pattern);
    const clock = match && readClock(match, 1);
    if (!clock || isCounted(line, at + match.length)) continue;
    const { before } = match.groups;
    const needsDay = !before || NEEDS_DAY.includes(before);
    const isClear = isAfterTime || (!needsDay && isLast(line, at + match.length));
    if (!clock.isMarked && !NAMES_HOUR.test(match.text) && !(clock.isPlain && isClear)) continue;
    return { length: match.length, parts: list(clock.hour) };
  }
  return null;
}

/** Without "am" or "pm", "ora 5" is in the afternoon: no lesson begins before 8 in the morning. */
function to24Hours(hour: number, half: string | undefined): number {
  const isAfternoon = half ? half === "pm" : hour < EARLIEST;
  return isAfternoon && hour > 0 && hour < AFTERNOON ? hour + 12 : hour;
}

/** Whether no noun follows that the number would count: "dupa 20 sedinte". */
const isLast = ({ tokens }: Line, at: number): boolean => {
  const { word, gap } = tokens[at] ?? { word: "online", gap: "" };
  return /[,;/]/.test(gap) || TIMES.has(word) || word === "online";
};

function partsAfter(hour: number): DayPart[] {
  return hour >= EVENING ? ["e"] : hour >= AFTERNOON ? ["a", "e"] : [...DAY_PARTS];
}
function partsBefore(hour: number): DayPart[] {
  return hour <= AFTERNOON ? ["m"] : hour <= EVENING ? ["m", "a"] : [...DAY_PARTS];
}
function partAt(hour: number): DayPart[] {
  return [hour >= EVENING ? "e" : hour >= AFTERNOON ? "a" : "m"];
}

/** The slots of groups. Days in one phrase and parts in another belong together. */
export function toSlots(matches: readonly { groups: readonly TimeGroup[] }[]): Slot[] {
  const [first, second, ...more] = matches;
  const groups = matches.flatMap((match) => match.groups);
  const [a, b, ...others] = groups;
  if (first && second && more.length === 0 && a && b && others.length === 0 && isSplit(a, b)) {
    return listSlots([{ days: [...a.days, ...b.days], parts: [...a.parts, ...b.parts] }]);
  }
  return listSlots(groups);
}

const isSplit = (a: TimeGroup, b: TimeGroup): boolean =>
  (a.days.length === 0 && b.parts.length === 0) || (a.parts.length === 0 && b.days.length === 0);

const listSlots = (groups: readonly TimeGroup[]): Slot[] =>
  SLOTS.filter((slot) =>
    groups.some(
      ({ days, parts }) =>
        (days.length === 0 || days.some((day) => slot.startsWith(day))) &&
        (parts.length === 0 || parts.some((part) => slot.endsWith(part))),
    ),
  );
