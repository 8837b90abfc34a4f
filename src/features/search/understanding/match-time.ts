import { DAY_PARTS, DAYS, type DayPart, SLOTS, type Slot, type WeekDay } from "@/shared/codes";
import { toDay } from "@/shared/dates";
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
    group.days.push(...DAYS.filter((day) => day > from && day <= to));
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
  if (!FIRST_WORDS.has(tokens[at]?.word ?? "")) return readHour(tokens, at);
  for (let length = Math.min(4, tokens.length - at); length > 0; length--) {
    const phrase = joinWords(tokens, at, length);
    const atom = ATOMS.get(phrase);
    if (atom && !(phrase === "luni" && isCount(tokens[at - 1]))) return { ...atom, length };
    const relative = RELATIVE.get(phrase);
    if (relative) return { length, days: [weekdayAfter(now, relative.days)], parts: relative.parts ?? [] };
  }
  return readHour(tokens, at);
}

const isCount = (token: Token | undefined): boolean =>
  token !== undefined && (/^\d+$/.test(token.word) || COUNTS.has(token.word));

/** The weekday in Bucharest, a number of days after a time. */
function weekdayAfter(now: number, days: number): WeekDay {
  const weekday = new Date(toDay(now)).getUTCDay();
  return DAYS[(weekday + 6 + days) % DAYS.length] ?? "1";
}

const AFTER_HOUR = toPhrases(`dupa ora, dupa orele, dupa, de la ora, de la orele, incepand cu ora, after`);
const BEFORE_HOUR = toPhrases("inainte de ora, inainte de, pana la ora, pana in ora, pana la orele, before");
const AT_HOUR = toPhrases("la ora, ora, orele, la orele, at");
/** The hours at which afternoon and evening begin. */
const AFTERNOON = 12;
const EVENING = 17;
/** Before this hour, there are no lessons in the morning. */
const EARLIEST = 8;

/** "după ora 17", "after 5 pm", "la ora 18:30": the parts of the day that it touches. */
function readHour(tokens: readonly Token[], at: number): Atom | null {
  for (const [phrases, list] of [
    [AFTER_HOUR, partsAfter],
    [BEFORE_HOUR, partsBefore],
    [AT_HOUR, partAt],
  ] as const) {
    const before = countPhraseTokens(tokens, at, phrases);
    const [, digits, suffix] = (before > 0 && tokens[at + before]?.word.match(/^(\d{1,2})(am|pm)?$/)) || [];
    if (!digits) continue;
    let end = at + before + 1;
    if (/^[:.]$/.test(tokens[end]?.gap ?? "") && /^\d{2}$/.test(tokens[end]?.word ?? "")) end++;
    const next = tokens[end]?.word ?? "";
    const half = suffix ?? (/^(am|pm)$/.test(next) ? next : undefined);
    if (half && !suffix) end++;
    const hour = to24Hours(Number(digits), half);
    const namesHour = /\b(ora|orele)\b/.test(joinWords(tokens, at, before));
    if (
      hour > 23 ||
      (!half && !namesHour && !(phrases !== AT_HOUR && hour >= AFTERNOON && isLast(tokens, end)))
    ) {
      continue;
    }
    return { length: end - at, parts: list(hour) };
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
