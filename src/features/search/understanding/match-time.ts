import { DAY_PARTS, DAYS, type DayPart, SLOTS, type Slot, type WeekDay } from "@/shared/codes";
import { toDay } from "@/shared/dates";
import { isUnit } from "./match-price";
import {
  countPhraseTokens,
  isHyphenated,
  joinWords,
  splitPhrases,
  type Token,
  toPhrases,
  toWordSet,
} from "./tokens";

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

type Atom = { length: number; days?: readonly WeekDay[]; parts?: readonly DayPart[] };

const toAtoms = (phrases: string, atom: Omit<Atom, "length">) =>
  splitPhrases(phrases).map((phrase) => [phrase, atom] as const);

const ATOMS: ReadonlyMap<string, Omit<Atom, "length">> = new Map([
  ...DAYS.flatMap((day) => toAtoms(DAY_PHRASES[day], { days: [day] })),
  ...toAtoms(WEEKEND, { days: ["6", "7"] }),
  ...toAtoms(WORKDAYS, { days: ["1", "2", "3", "4", "5"] }),
  ...PART_PHRASES.flatMap(([parts, phrases]) => toAtoms(phrases, { parts })),
]);

/** Days from today on, and parts of them. */
const RELATIVE: ReadonlyMap<string, { days: number; parts?: readonly DayPart[] }> = new Map([
  ["azi", { days: 0 }],
  ["astazi", { days: 0 }],
  ["today", { days: 0 }],
  ["diseara", { days: 0, parts: ["e"] }],
  ["deseara", { days: 0, parts: ["e"] }],
  ["tonight", { days: 0, parts: ["e"] }],
  ["maine", { days: 1 }],
  ["tomorrow", { days: 1 }],
  ["poimaine", { days: 2 }],
]);

const OR = toPhrases("sau, ori, or, si, and");
const TO = toPhrases("pana, pana la, to, through, till, until");
/** Between a day and a part of it: "dimineata in weekend". */
const PREPOSITIONS = toPhrases("in, de, la, pe, on, the, in the, at");
/** "3 luni" are months. */
const COUNTS = toWordSet("o doua trei patru cinci sase cateva ultimele urmatoarele multe cate peste");

/** Times: "azi", "sâmbătă dimineața", "luni-vineri", "după ora 17", "seara". `now` in ms. */
export function matchTime(
  tokens: readonly Token[],
  at: number,
  now: number,
): { length: number; groups: TimeGroup[] } | null {
  const first = readAtom(tokens, at, now);
  if (!first) return null;
  const groups: TimeGroup[] = [{ days: [...(first.days ?? [])], parts: [...(first.parts ?? [])] }];
  let end = at + first.length;
  for (;;) {
    const hour = readHour(tokens, end, true);
    if (hour) {
      addAtom(groups, hour, { isRange: false, isOr: false });
      end += hour.length;
      continue;
    }
    const or = countPhraseTokens(tokens, end, OR);
    const to = or === 0 ? countPhraseTokens(tokens, end, TO) : 0;
    const other = or + to === 0 ? countPhraseTokens(tokens, end, PREPOSITIONS) : 0;
    const next = readAtom(tokens, end + or + to + other, now);
    if (!next) return { length: end - at, groups };
    const isRange = to > 0 || isHyphenated(tokens[end]);
    addAtom(groups, next, { isRange, isOr: or > 0 || /[,/]/.test(tokens[end]?.gap ?? "") });
    end += or + to + other + next.length;
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

const FIRST_WORDS: ReadonlySet<string> = new Set(
  [...ATOMS.keys(), ...RELATIVE.keys()].map((phrase) => phrase.replace(/ .*/, "")),
);

function readAtom(tokens: readonly Token[], at: number, now: number): Atom | null {
  if (!FIRST_WORDS.has(tokens[at]?.word ?? "")) return readHour(tokens, at, false);
  for (let length = Math.min(4, tokens.length - at); length > 0; length--) {
    const phrase = joinWords(tokens, at, length);
    const atom = ATOMS.get(phrase);
    if (atom && !(phrase === "luni" && isCount(tokens[at - 1]))) return { ...atom, length };
    const relative = RELATIVE.get(phrase);
    if (relative) return { length, days: [weekdayAfter(now, relative.days)], parts: relative.parts ?? [] };
  }
  return readHour(tokens, at, false);
}

const isCount = (token: Token | undefined): boolean =>
  token !== undefined && (/^\d+$/.test(token.word) || COUNTS.has(token.word));

/** The weekday in Bucharest, a number of days after a time. */
function weekdayAfter(now: number, days: number): WeekDay {
  const weekday = new Date(toDay(now)).getUTCDay();
  return DAYS[(weekday + 6 + days) % DAYS.length] ?? "1";
}

const AFTER_HOUR = toPhrases(
  `dupa ora, dupa orele, dupa, de la ora, de la orele, de la, incepand cu ora, after`,
);
const BEFORE_HOUR =
  toPhrases(`inainte de ora, inainte de, pana la ora, pana in ora, pana la orele, pana la, pana in, pana,
  before, until, till`);
const AT_HOUR = toPhrases("la ora, ora, orele, la orele, la, pe la, at");
const BETWEEN_HOURS =
  toPhrases(`intre, intre ora, intre orele, de la, de la ora, de la orele, orele, ora, la, between, from,
  in intervalul, intervalul`);
const TO_HOUR =
  toPhrases(`si, si ora, la, la ora, pana la, pana la ora, pana in, pana la orele, pana in ora, and, to,
  until, till`);
/** These ask for a price, or for the months and sessions after which something happens, unless a day comes before. */
const NEEDS_DAY = toPhrases("pana la, pana in, pana, until, till");
/** After these, numbers are ages or classes. */
const COUNTED =
  toWordSet(`copil copii copilul elev eleva elevi clasa clasele clase cls class grade grades kid kids child
  children sector sectorul`);
/** The hours at which afternoon and evening begin. */
const AFTERNOON = 12;
const EVENING = 17;
/** Before this hour, there are no lessons in the morning. */
const EARLIEST = 8;
/** Hours that need no "ora" next to them. */
const PLAIN_HOURS = { min: 7, max: 22 };

/** `isMarked`: minutes, "am" or "pm" show that it is an hour. */
type Clock = { hour: number; length: number; isMarked: boolean; isPlain: boolean };

/** "17", "17:30", "17.30", "5 pm"; null if the number counts something. */
function readClock(tokens: readonly Token[], at: number): Clock | null {
  const [, digits, minutes, suffix] = tokens[at]?.word.match(/^(\d{1,2})(?:\.([0-5]\d))?(am|pm|h)?$/) ?? [];
  if (!digits) return null;
  let end = at + 1;
  const hasMinutes = tokens[end]?.gap === ":" && /^[0-5]\d$/.test(tokens[end]?.word ?? "");
  if (hasMinutes) end++;
  const next = tokens[end]?.word ?? "";
  const half = suffix === "h" ? undefined : (suffix ?? (/^(am|pm)$/.test(next) ? next : undefined));
  if (half && !suffix) end++;
  const hour = to24Hours(Number(digits), half);
  const isMarked = Boolean(half || suffix || hasMinutes);
  const isEnding = isHyphenated(tokens[end]) && tokens[end]?.word === "a";
  if (hour > 23 || isEnding || isUnit(tokens, end)) return null;
  const number = Number(digits);
  const isPlain = isMarked || Boolean(minutes) || (number >= PLAIN_HOURS.min && number <= PLAIN_HOURS.max);
  return { hour, length: end - at, isMarked, isPlain };
}

const namesHour = (tokens: readonly Token[], at: number, length: number): boolean =>
  /\b(ora|orele|intervalul)\b/.test(joinWords(tokens, at, length));

/** Hours as the parts of the day that they touch. `isAfterTime`: a day or part of it comes before. */
function readHour(tokens: readonly Token[], at: number, isAfterTime: boolean): Atom | null {
  const before = tokens[at - 1]?.word ?? "";
  if (COUNTED.has(before) || (!isAfterTime && /^\d+$/.test(before))) return null;
  return readHours(tokens, at, isAfterTime) ?? readOneHour(tokens, at, isAfterTime);
}

/** "intre 17 si 19", "de la 18 la 20", "14:00-18:00", after a day "14-18" */
function readHours(tokens: readonly Token[], at: number, isAfterTime: boolean): Atom | null {
  const before = countPhraseTokens(tokens, at, BETWEEN_HOURS);
  const first = readClock(tokens, at + before);
  if (!first) return null;
  const next = at + before + first.length;
  const to = countPhraseTokens(tokens, next, TO_HOUR);
  const last = to > 0 || isHyphenated(tokens[next]) ? readClock(tokens, next + to) : null;
  if (!last) return null;
  const isNamed = namesHour(tokens, at, before) || namesHour(tokens, next, to);
  const isContext = before > 0 || isAfterTime || (first.isMarked && last.isMarked);
  if (!isNamed && !(isContext && first.isPlain && last.isPlain)) return null;
  const parts = partsAfter(first.hour).filter((part) => partsBefore(last.hour).includes(part));
  return {
    length: before + first.length + to + last.length,
    parts: parts.length > 0 ? parts : partsAfter(first.hour),
  };
}

/** "după ora 17", "after 5 pm", "la ora 18:30", "17:00", after a day "la 18" */
function readOneHour(tokens: readonly Token[], at: number, isAfterTime: boolean): Atom | null {
  for (const [phrases, list] of [
    [AFTER_HOUR, partsAfter],
    [BEFORE_HOUR, partsBefore],
    [AT_HOUR, partAt],
  ] as const) {
    const before = countPhraseTokens(tokens, at, phrases);
    const isBare = before === 0 && phrases === AT_HOUR;
    const clock = before > 0 || isBare ? readClock(tokens, at + before) : null;
    if (!clock) continue;
    const end = at + before + clock.length;
    const needsDay = isBare || countPhraseTokens(tokens, at, NEEDS_DAY) === before;
    const isClear = isAfterTime || (!needsDay && isLast(tokens, end));
    if (!clock.isMarked && !namesHour(tokens, at, before) && !(clock.isPlain && isClear)) continue;
    return { length: end - at, parts: list(clock.hour) };
  }
  return null;
}

/** Without "am" or "pm", "ora 5" is in the afternoon: no lesson begins before 8 in the morning. */
function to24Hours(hour: number, half: string | undefined): number {
  const isAfternoon = half ? half === "pm" : hour < EARLIEST;
  return isAfternoon && hour > 0 && hour < AFTERNOON ? hour + 12 : hour;
}

/** Whether no noun follows that the number would count: "dupa 20 sedinte". */
const isLast = (tokens: readonly Token[], at: number): boolean =>
  tokens[at] === undefined ||
  /[,;/]/.test(tokens[at].gap) ||
  ATOMS.has(tokens[at].word) ||
  tokens[at].word === "online";

const partsAfter = (hour: number): DayPart[] =>
  hour >= EVENING ? ["e"] : hour >= AFTERNOON ? ["a", "e"] : [...DAY_PARTS];
const partsBefore = (hour: number): DayPart[] =>
  hour <= AFTERNOON ? ["m"] : hour <= EVENING ? ["m", "a"] : [...DAY_PARTS];
const partAt = (hour: number): DayPart[] => [hour >= EVENING ? "e" : hour >= AFTERNOON ? "a" : "m"];

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
