import { formatDate, formatDateTime, toIsoTime } from "@/shared/format";
import { usePage } from "./page-context";

/** A time (ms since the epoch) as a day in Bucharest, or with `clock` to the minute. */
export function Time({ ts, clock }: { ts: number; clock?: boolean }) {
  const { locale } = usePage();
  return <time dateTime={toIsoTime(ts)}>{clock ? formatDateTime(ts, locale) : formatDate(ts, locale)}</time>;
}
