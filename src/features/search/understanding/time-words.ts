import { DAYS, type DayPart, type WeekDay } from "@/shared/codes";
import { splitPhrases } from "./patterns";

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
/** Any of several parts may be meant. */
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

/** The days or parts of the day that a phrase names. */
type NamedTime = { days?: readonly WeekDay[]; parts?: readonly DayPart[] };

const toEntries = (phrases: string, time: NamedTime) =>
  splitPhrases(phrases).map((phrase) => [phrase, time] as const);

/** What each phrase names, whatever day it is today. */
export const NAMED_TIMES: ReadonlyMap<string, NamedTime> = new Map([
  ...DAYS.flatMap((day) => toEntries(DAY_PHRASES[day], { days: [day] })),
  ...toEntries(WEEKEND, { days: ["6", "7"] }),
  ...toEntries(WORKDAYS, { days: ["1", "2", "3", "4", "5"] }),
  ...PART_PHRASES.flatMap(([parts, phrases]) => toEntries(phrases, { parts })),
]);

/** Words for days by their number of days from today. */
export const RELATIVE_DAYS = [
  "azi, astazi, today, diseara, deseara, tonight",
  "maine, tomorrow",
  "poimaine",
].map(splitPhrases);
/** The words among these for an evening. */
export const THIS_EVENING = ["diseara", "deseara", "tonight"];
