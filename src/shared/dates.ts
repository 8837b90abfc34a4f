import { TIME_ZONE } from "./i18n/locales";

/** Durations in ms. A calendar day in Bucharest may be an hour longer or shorter. */
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** A stored or sent day: `YYYY-MM-DD`. String order is date order. */
export type Day = string;

/** Created once, because creating a formatter is much slower than using it, and every counted page needs the day. */
const DAY_PARTS = new Intl.DateTimeFormat("en", {
  timeZone: TIME_ZONE,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/** The day in Bucharest at a time (ms). */
export function toDay(ts: number): Day {
  const parts = DAY_PARTS.formatToParts(ts);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}`;
}

/** The time (ms) at which a day begins in Bucharest: 2 hours before UTC in winter, 3 in summer. */
export function startOfDay(day: Day): number {
  const summer = Date.parse(day) - 3 * HOUR_MS;
  return toDay(summer) === day ? summer : summer + HOUR_MS;
}

/** Parses `1990-03-14`, as calls and date inputs send it; null if it is no calendar day. */
export function parseDay(text: string): Day | null {
  const [, year, month, day] = text.trim().match(/^(\d{4})-(\d{2})-(\d{2})$/) ?? [];
  return toValidDay(Number(year), Number(month), Number(day));
}

function toValidDay(year: number, month: number, day: number): Day | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const real = year >= 1900 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real ? date.toISOString().slice(0, 10) : null;
}

/** A range of days, both included. */
export type Period = { from: Day; to: Day };

/** The day `days` later, or earlier if negative. */
export const addDays = (day: Day, days: number): Day =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** The same day of the month `months` later, or the month's last day if it is shorter. */
export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const lastDate = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastDate))).toISOString().slice(0, 10);
}

/** The number of days in a range, both included; 0 if the first is after the last. */
export const countDays = (first: Day, last: Day): number =>
  Math.max(0, Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1);

/** Every day of a range, both included. */
export const listDays = (first: Day, last: Day): Day[] =>
  Array.from({ length: countDays(first, last) }, (_, place) => addDays(first, place));

/** Age in whole years. */
export const computeAge = (born: Day, today: Day): number => {
  const years = Number(today.slice(0, 4)) - Number(born.slice(0, 4));
  return isOfAge(born, years, today) ? years : years - 1;
};

/** Whether a person is at least `years` old on a day; true from the birthday on. */
export function isOfAge(born: Day, years: number, today: Day): boolean {
  const latest = `${String(Number(today.slice(0, 4)) - years).padStart(4, "0")}${today.slice(4)}`;
  return born <= latest;
}

/** Whether a person is under 18 at a time (ms); false without a date of birth. */
export const isMinor = (born: Day | null, now: number): boolean =>
  born !== null && !isOfAge(born, 18, toDay(now));

const CLOCK = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::\d{2}(?:\.\d+)?)?$/;
const MINUTE_MS = 60_000;

/** A time (ms) as value of a `datetime-local` input, in Bucharest time: `2026-11-20T09:30`. */
export function formatLocalTime(ts: number): string {
  const day = toDay(ts);
  return `${day}T${formatClock(ts)}`;
}

const CLOCKS = new Intl.DateTimeFormat("en", {
  timeZone: TIME_ZONE,
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});
const formatClock = (ts: number): string => CLOCKS.format(ts);

/**
 * Parses a `datetime-local` value in Romanian time (ms); null if it is no valid date and time. Of a time that occurs
 * twice it returns the first. A time that daylight saving skips is moved forward by an hour.
 */
export function parseLocalTime(text: string): number | null {
  const [, date = "", hour = "", minute = ""] = text.trim().match(CLOCK) ?? [];
  const day = parseDay(date);
  if (day === null || Number(hour) > 23 || Number(minute) > 59) return null;
  const wanted = `${hour}:${minute}`;
  const estimate = startOfDay(day) + Number(hour) * HOUR_MS + Number(minute) * MINUTE_MS;
  // On the two days of clock changes, the offset differs by one hour after the change.
  for (const ts of [estimate - HOUR_MS, estimate, estimate + HOUR_MS]) {
    if (toDay(ts) === day && formatClock(ts) === wanted) return ts;
  }
  return estimate;
}
