import { DAY_MS, HOUR_MS } from "./dates";
import type { Translator } from "./i18n/translator";

const HOUR_S = HOUR_MS / 1000;
const DAY_S = DAY_MS / 1000;

/** A teacher's usual response time as text: `users.replyMedianS`, in seconds, rounded up to hours or days. */
export function formatReplyTime(t: Translator, medianS: number): string {
  const hours = Math.max(1, Math.ceil(medianS / HOUR_S));
  return hours < 24
    ? t.count("general.replyTime.hours", hours)
    : t.count("general.replyTime.days", Math.ceil(medianS / DAY_S));
}

/** More conversations that wait for an answer are counted as "99+". */
export const MAX_WAITING_COUNT = 99;
