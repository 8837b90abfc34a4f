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

/** "Ana Pop usually replies within 2 hours", for a page with other subjects. */
export function formatTeacherReplyTime(t: Translator, name: string, medianS: number): string {
  const text = formatReplyTime(t, medianS);
  return `${name} ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

/** How many of a teacher's last `of` enquiries were answered within 48 hours: `users.replies`. */
export type Replies = { answered: number; of: number };

/** Whether a teacher answers at least 80 % in time, or is new (null). Others' usual time says little. */
export const isReliable = (replies: Replies | null): boolean =>
  replies === null || replies.answered * 5 >= replies.of * 4;

/** "Answered 18 of the last 20 messages within 2 days". */
export const formatReplies = (t: Translator, { answered, of }: Replies): string =>
  t.count("general.replies", of, { answered });

/** What is known of how a teacher answers, as texts. */
export const listReplyFacts = (
  t: Translator,
  { replyMedianS, replies }: { replyMedianS: number | null; replies: Replies | null },
): string[] => [
  ...(replyMedianS === null ? [] : [formatReplyTime(t, replyMedianS)]),
  ...(replies === null ? [] : [formatReplies(t, replies)]),
];

/** More conversations that wait for an answer are counted as "99+". */
export const MAX_WAITING_COUNT = 99;
