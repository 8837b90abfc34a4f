import { countDays, HOUR_MS, toDay } from "@/shared/dates";
import { formatDate, formatDateTime, formatTimeAgo, toIsoTime } from "@/shared/format";
import type { Locale } from "@/shared/i18n/locales";
import { usePage } from "./page-context";

const MINUTE_MS = 60_000;
/** Days after which the date says more. */
const MAX_DAYS = 7;

/** A past time as seen at `now` (both ms): "5 minutes ago", "yesterday", and from a week on the day. */
export function describeTimeAgo(ts: number, now: number, locale: Locale): string {
  const age = Math.max(0, now - ts);
  if (age < MINUTE_MS) return formatTimeAgo(0, "second", locale);
  if (age < HOUR_MS) return formatTimeAgo(Math.floor(age / MINUTE_MS), "minute", locale);
  const days = countDays(toDay(ts), toDay(now)) - 1;
  if (days < 1) return formatTimeAgo(Math.floor(age / HOUR_MS), "hour", locale);
  return days < MAX_DAYS ? formatTimeAgo(days, "day", locale) : formatDate(ts, locale);
}

/** A time as `describeTimeAgo` writes it, with the exact time in the attributes. */
export function RelativeTime({ ts, now }: { ts: number; now: number }) {
  const { locale } = usePage();
  return (
    <time dateTime={toIsoTime(ts)} title={formatDateTime(ts, locale)}>
      {describeTimeAgo(ts, now, locale)}
    </time>
  );
}
