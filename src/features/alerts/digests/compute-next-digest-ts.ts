import type { AlertFrequency } from "@/shared/codes";
import { addDays, parseLocalTime, toDay } from "@/shared/dates";

/** When digests are sent, in Bucharest. Weekly ones on Mondays. */
export const DIGEST_TIME = "18:00";

/** The next time (ms) after `now` at which a digest is due: 6 pm in Bucharest, also when clocks change. */
export function computeNextDigestTs(frequency: AlertFrequency, now: number): number {
  for (let day = toDay(now); ; day = addDays(day, 1)) {
    const isMonday = new Date(day).getUTCDay() === 1;
    const ts = frequency === "daily" || isMonday ? parseLocalTime(`${day}T${DIGEST_TIME}`) : null;
    if (ts !== null && ts > now) return ts;
  }
}
