import { sql } from "drizzle-orm";
import { URGENT_REPORT_TERM_MS } from "@/features/moderation";
import { addDays, DAY_MS, startOfDay, toDay } from "@/shared/dates";
import { addWorkingDays } from "@/shared/working-days";
import type { RowSource } from "./row-source";
import { orderTsSql, RANKS } from "./row-source";

/** By when the site promises people to handle something, from the time when it came (ms). */
export type Term = {
  promisedBy(since: number): number;
  /** What came before this time is late at `now`. */
  lateBefore(now: number): number;
};

/** A term of a fixed length (ms). */
const toTerm = (ms: number): Term => ({
  promisedBy: (since) => since + ms,
  lateBefore: (now) => now - ms,
});

/** Reports are read within two days. */
export const REPORT_TERM = toTerm(2 * DAY_MS);

/** Reports of danger or illegal content are read within 24 hours. */
export const URGENT_REPORT_TERM = toTerm(URGENT_REPORT_TERM_MS);

/** Teachers suspended for safety are told that the check ends within a few days. */
export const SAFETY_CHECK_TERM = toTerm(3 * DAY_MS);

/** Messages to the operator are answered by the end of the second working day. */
export const CONTACT_TERM: Term = {
  promisedBy: (since) => startOfDay(addDays(addWorkingDays(toDay(since), 2), 1)),
  lateBefore(now) {
    let day = toDay(now);
    while (CONTACT_TERM.promisedBy(startOfDay(day)) > now) day = addDays(day, -1);
    return startOfDay(addDays(day, 1));
  },
};

/** Before which time came what is late by the end of today. */
const dueTodayBefore = ({ lateBefore }: Term, now: number) => lateBefore(startOfDay(addDays(toDay(now), 1)));

/** A source in two: rows that are late or due today precede others. */
export const splitByTerm = (source: RowSource, term: Term): RowSource[] => [
  {
    ...source,
    rank: RANKS.due,
    isInQueueSql: (now) =>
      sql`${source.isInQueueSql(now)} and ${orderTsSql(source)} < ${dueTodayBefore(term, now)}`,
  },
  {
    ...source,
    isInQueueSql: (now) =>
      sql`${source.isInQueueSql(now)} and ${orderTsSql(source)} >= ${dueTodayBefore(term, now)}`,
  },
];
