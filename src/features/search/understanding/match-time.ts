import { DAYS, type DayPart, SLOTS, type Slot, type WeekDay } from "@/shared/codes";
import { toDay } from "@/shared/dates";
import { matchHours } from "./match-hours";
import { after, anyOf, isHyphenated, type Line, matchAt, toPattern } from "./patterns";
import { NAMED_TIMES, RELATIVE_DAYS, THIS_EVENING } from "./time-words";

/**
 * Times of a week: the given parts of the given days; an empty list means all. "Weekend" is days 6 and 7 without parts,
 * "seara" part e without days, and "luni seara" has both. Several groups are alternatives: "luni seara și sâmbătă
 * dimineața" are two.
 */
export type TimeGroup = { days: WeekDay[]; parts: DayPart[] };

/** A phrase that names days or parts of the day, and its number of words. */
type TimePhrase = TimeGroup & { length: number };

/** "3 luni" are months. */
const COUNT = `(?:\\d+|${anyOf("o, doua, trei, patru, cinci, sase, cateva, ultimele, urmatoarele, multe, cate, peste")})`;
const TIME = toPattern(
  `(?!${after(COUNT)}luni)${anyOf([...NAMED_TIMES.keys(), ...RELATIVE_DAYS.flat()].join())}`,
);
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
  const first = readTime(line, at, now);
  if (!first) return null;
  const groups: TimeGroup[] = [{ days: first.days, parts: first.parts }];
  let end = at + first.length;
  for (let next = readNextTime(line, end, now); next; next = readNextTime(line, end, now)) {
    addTime(groups, next);
    end += next.length;
  }
  return { length: end - at, groups };
}

/** A day, a part of the day or hours. */
function readTime(line: Line, at: number, now: number): TimePhrase | null {
  const match = matchAt(line, at, TIME);
  if (!match) return readHours(line, at, { isAfterTime: false });
  const { length } = match;
  const phrase = match.text.replace(/[^a-z]+/g, " ");
  const named = NAMED_TIMES.get(phrase);
  if (named) return { length, days: [...(named.days ?? [])], parts: [...(named.parts ?? [])] };
  const daysFromNow = RELATIVE_DAYS.findIndex((words) => words.includes(phrase));
  return {
    length,
    days: [getWeekday(now, daysFromNow)],
    parts: THIS_EVENING.includes(phrase) ? ["e"] : [],
  };
}

function readHours(line: Line, at: number, context: { isAfterTime: boolean }): TimePhrase | null {
  const hours = matchHours(line, at, context);
  return hours && { ...hours, days: [] };
}

/** The weekday in Bucharest, a number of days after a time. */
function getWeekday(now: number, daysLater: number): WeekDay {
  const weekday = new Date(toDay(now)).getUTCDay();
  return DAYS[(weekday + 6 + daysLater) % DAYS.length] ?? "1";
}

/** A time after another one: the end of a range of days ("luni-vineri"), one of several ("luni sau joi"), or neither. */
type NextTime = TimePhrase & { isRangeEnd: boolean; isListed: boolean };

function readNextTime(line: Line, at: number, now: number): NextTime | null {
  const hours = readHours(line, at, { isAfterTime: true });
  if (hours) return { ...hours, isRangeEnd: false, isListed: false };
  const connection = matchAt(line, at, CONNECTION);
  const skipped = connection?.length ?? 0;
  const time = readTime(line, at + skipped, now);
  if (!time) return null;
  const gap = line.tokens[at]?.gap ?? "";
  return {
    ...time,
    length: skipped + time.length,
    isRangeEnd: Boolean(connection?.groups.to) || isHyphenated(line, at),
    isListed: Boolean(connection?.groups.or) || /[,/]/.test(gap),
  };
}

/** Adds a time to the last group, or begins another. */
function addTime(groups: TimeGroup[], { days, parts, isRangeEnd, isListed }: NextTime): void {
  const last = groups.at(-1);
  const [from, to] = [last?.days.at(-1), days[0]];
  if (last && from && to && isRangeEnd && days.length === 1 && last.parts.length === 0) {
    last.days.push(...listDaysBetween(from, to));
  } else if (last && belongsTo(last, days.length > 0, isListed)) {
    last.days.push(...days);
    last.parts.push(...parts);
  } else {
    groups.push({ days, parts });
  }
}

/** The days after `from` up to `to`. "Vineri-luni" goes on past Sunday. */
function listDaysBetween(from: WeekDay, to: WeekDay): WeekDay[] {
  const start = DAYS.indexOf(from) + 1;
  const count = (DAYS.indexOf(to) - DAYS.indexOf(from) + DAYS.length) % DAYS.length;
  return Array.from({ length: count }, (_, n) => DAYS[(start + n) % DAYS.length] ?? to);
}

/**
 * Whether a time belongs to the group before it. Days do in "luni, joi" and "seara luni", not in "luni seara și joi". Parts
 * do in "luni seara" and "dimineața sau seara", not in "luni sau seara".
 */
function belongsTo({ days, parts }: TimeGroup, namesDays: boolean, isListed: boolean): boolean {
  return namesDays
    ? parts.length === 0 || (days.length === 0 && !isListed)
    : parts.length > 0 || days.length === 0 || !isListed;
}

/**
 * The slots of all times of a text: for each phrase, the groups of `matchTime`. Days in one phrase and parts in another
 * belong together.
 */
export function toSlots(phrases: readonly (readonly TimeGroup[])[]): Slot[] {
  const groups = phrases.flat();
  const [a, b] = groups;
  const areTogether = phrases.length === 2 && groups.length === 2 && a && b && isSplit(a, b);
  return listSlots(
    areTogether ? [{ days: [...a.days, ...b.days], parts: [...a.parts, ...b.parts] }] : groups,
  );
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
