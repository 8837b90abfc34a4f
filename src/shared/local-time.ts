import { HOUR_MS, parseDay, startOfDay, toDay } from "./dates";
import { TIME_ZONE } from "./i18n/locales";

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
 * The time (ms) of such a value; null if it is no valid date and time. A time that occurs twice is the first one. A
 * time that daylight saving skips is as many minutes after the gap's start.
 */
export function parseLocalTime(text: string): number | null {
  const [, date = "", hour = "", minute = ""] = text.trim().match(CLOCK) ?? [];
  const day = parseDay(date);
  if (day === null || Number(hour) > 23 || Number(minute) > 59) return null;
  const wanted = `${hour}:${minute}`;
  const plain = startOfDay(day) + Number(hour) * HOUR_MS + Number(minute) * MINUTE_MS;
  // On the two days of clock changes, the offset differs by one hour after the change.
  for (const ts of [plain - HOUR_MS, plain, plain + HOUR_MS]) {
    if (toDay(ts) === day && formatClock(ts) === wanted) return ts;
  }
  return plain;
}
