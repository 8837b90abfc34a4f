import { type Locale, TIME_ZONE } from "./i18n/locales";

/** Stretches of time in ms. A calendar day of Bucharest may be an hour longer or shorter. */
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** A day as it is stored and sent: `YYYY-MM-DD`. Such strings compare as their days do. */
export type Day = string;

/** Made once: making a formatter costs many times what using it does, and every counted page asks for the day. */
const DAY_PARTS = new Intl.DateTimeFormat("en", {
  timeZone: TIME_ZONE,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/** The day in Bucharest of a moment, in ms. */
export function dayOf(ts: number): Day {
  const parts = DAY_PARTS.formatToParts(ts);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}`;
}

/** The moment (ms) at which a day begins in Bucharest: 3 hours before it does in UTC, in winter 2. */
export function startOfDay(day: Day): number {
  const summer = Date.parse(day) - 3 * HOUR_MS;
  return dayOf(summer) === day ? summer : summer + HOUR_MS;
}

/** Reads `1990-03-14`, as calls and date inputs send it; null for no day of the calendar. */
export function readDay(text: string): Day | null {
  const [, year, month, day] = text.trim().match(/^(\d{4})-(\d{2})-(\d{2})$/) ?? [];
  return dayIn(Number(year), Number(month), Number(day));
}

/**
 * Reads what somebody typed where the browser has no date input, as it is written in their language: `3/14/1990` in
 * English, `14.03.1990` in Romanian. The other way round is no day in either, rather than another one.
 */
export function readTypedDay(text: string, locale: Locale): Day | null {
  if (locale === "ro") {
    const [, day, month, year] = text.trim().match(/^(\d{1,2})\.(\d{1,2})\.(\d{4})$/) ?? [];
    return dayIn(Number(year), Number(month), Number(day));
  }
  const [, month, day, year] = text.trim().match(/^(\d{1,2})\/(\d{1,2})\/(\d{4})$/) ?? [];
  return dayIn(Number(year), Number(month), Number(day));
}

function dayIn(year: number, month: number, day: number): Day | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const real = year >= 1900 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real ? date.toISOString().slice(0, 10) : null;
}

/** From one day to another, both included. */
export type Period = { from: Day; to: Day };

/** The day so many days later, or earlier. */
export const addDays = (day: Day, days: number): Day =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** How many days there are from one to another, both included; none where the first is the later one. */
export const dayCount = (first: Day, last: Day): number =>
  Math.max(0, Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1);

/** Every day from one to another, both included. */
export const daysFrom = (first: Day, last: Day): Day[] =>
  Array.from({ length: dayCount(first, last) }, (_, place) => addDays(first, place));

/** In whole years, of somebody born on a day. */
export const ageOn = (born: Day, today: Day): number => {
  const years = Number(today.slice(0, 4)) - Number(born.slice(0, 4));
  return isOfAge(born, years, today) ? years : years - 1;
};

/** Whether somebody born on a day is at least so many years old on another: on the birthday itself they are. */
export function isOfAge(born: Day, years: number, today: Day): boolean {
  const latest = `${String(Number(today.slice(0, 4)) - years).padStart(4, "0")}${today.slice(4)}`;
  return born <= latest;
}
