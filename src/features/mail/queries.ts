import { and, eq, gt, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { mailOutbox } from "@/db/schema";
import { MAIL_PRIORITY } from "./mail-priorities";

/** Age (ms) at which a waiting mail counts as late: it has failed several times by then. */
const LATE_MS = 10 * 60_000;

/**
 * A mail for admins to check, because it failed for good or is late at `now` (ms). A fresh waiting mail is neither, nor
 * one of many digests that was not tried yet.
 */
export const isFailedOrLateMailSql = (now: number): SQL | undefined =>
  or(eq(mailOutbox.state, "dead"), isLateMailSql(now));

export const isLateMailSql = (now: number): SQL | undefined =>
  and(
    eq(mailOutbox.state, "waiting"),
    lte(mailOutbox.createdTs, now - LATE_MS),
    or(isNull(mailOutbox.payload), gt(mailOutbox.attempts, 0)),
  );

/** Mails of each priority that `oldestMailSql` reads: those that are due first, or were. */
const OLDEST_AMONG = 1_000;

/**
 * Since when (ms) the oldest due mail waits, or null: a subquery. Bulk mail that was not tried yet does not count,
 * because much of it is due at once and it leaves last.
 */
export const oldestMailSql = (now: number): SQL => {
  const firstDueSql = (condition: SQL) => sql`select * from (
    select attempts, priority, created_ts, next_attempt_ts from mail_outbox
    where state = 'waiting' and ${condition} order by next_attempt_ts limit ${OLDEST_AMONG})`;
  const { urgent, normal } = MAIL_PRIORITY;
  return sql`(
    select min(iif(attempts = 0, next_attempt_ts, created_ts)) from (
      ${firstDueSql(sql`priority < 2 and priority = ${urgent}`)}
      union all ${firstDueSql(sql`priority < 2 and priority = ${normal}`)}
      union all ${firstDueSql(sql`true`)}
    ) where attempts > 0 or (priority < 2 and next_attempt_ts <= ${now})
  )`;
};
