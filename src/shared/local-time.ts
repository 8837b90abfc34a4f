import { dayOf, HOUR_MS, readDay, startOfDay } from "./dates";
import { TIME_ZONE } from "./i18n/locales";

const CLOCK = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::\d{2}(?:\.\d+)?)?$/;
const MINUTE_MS = 60_000;

/** A moment (ms) as a field of the type `datetime-local` holds it, by the clocks of Bucharest: `2026-11-20T09:30`. */
export function writeLocalTime(ts: number): string {
  const day = dayOf(ts);
  return `${day}T${clockOf(ts)}`;
}

const CLOCKS = new Intl.DateTimeFormat("en", {
  timeZone: TIME_ZONE,
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});
const clockOf = (ts: number): string => CLOCKS.format(ts);

/**
 * The moment (ms) that such a field means; null for what is no time of the calendar. Of an hour that clocks show twice
 * it is the first, and one that they leave out is as many minutes after the gap began.
 */
export function readLocalTime(text: string): number | null {
  const [, date = "", hour = "", minute = ""] = text.trim().match(CLOCK) ?? [];
  const day = readDay(date);
  if (day === null || Number(hour) > 23 || Number(minute) > 59) return null;
  const wanted = `${hour}:${minute}`;
  const plain = startOfDay(day) + Number(hour) * HOUR_MS + Number(minute) * MINUTE_MS;
  // On the two days on which the clocks change, the hours after it lie one hour off.
  for (const ts of [plain - HOUR_MS, plain, plain + HOUR_MS]) {
    if (dayOf(ts) === day && clockOf(ts) === wanted) return ts;
  }
  return plain;
}
