import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { noGuard } from "@/db/guard";
import { hasOpenDangerBetweenSql } from "@/db/has-open-danger-sql";
import { runInBatches } from "@/db/run-in-batches";
import { enquiries } from "@/db/schema";
import { refreshCardsStatement } from "@/features/listings";
import { isAnsweredElsewhereSql, isReportedSql } from "./blocks";

/** Fewer enquiries are not representative. */
const MIN_ENQUIRIES = 5;
/** Older enquiries are out of date. */
const MAX_ENQUIRIES = 20;
/** Statements of one batch stay below a second. With a run every five minutes, up to 288,000 enquiries a day. */
const BATCHES = { size: 100, maxBatches: 10 };

/**
 * Condition on `enquiries`: there is no answer in any conversation of the two, and the teacher neither closed it nor blocked
 * its sender.
 */
export const isNeverAnsweredSql: SQL = sql`(${enquiries.state} = 'new' and ${enquiries.teacherBlockedTs} is null
  and not ${isAnsweredElsewhereSql()})`;

/** The same, and nobody reported it nor, with an open danger, another one of the two: it waits for an answer. */
export const isUnansweredSql: SQL = sql`(${isNeverAnsweredSql} and not ${isReportedSql}
  and not ${hasOpenDangerBetweenSql(enquiries.teacherId, enquiries.learnerId, enquiries.guestEmail)})`;

/**
 * Whether the sender of a row of `enquiries` can read an answer: neither erased nor closed. Otherwise a rival could write
 * from many accounts and delete them.
 */
export const canReadAnswerSql: SQL = sql`(guest_email is not null or exists (
  select 1 from users sender where sender.id = learner_id and sender.disabled_ts is null))`;

/**
 * Computes the reply shares of teachers again, and their cards, at `now` (ms). `teacherIds` is a list or a subquery. An
 * answer within 48 hours comes before its enquiry counts, and a later one changes nothing, so only the job
 * `refresh-replies`, a changed state `spam`, and senders who come and go (`recountSentStatement`) change a share.
 */
export const refreshRepliesStatements = (
  { db, now }: Pick<Ctx, "db" | "now">,
  teacherIds: SQL,
): Statement[] => [
  db.run(sql`update users set replies = (
      select iif(count(*) >= ${MIN_ENQUIRIES},
        json_object('answered', coalesce(sum(is_answered), 0), 'of', count(*)), null)
      from (select coalesce(full_answer_ts <= counts_from_ts, false) as is_answered
        from ${enquiries}
        where teacher_id = users.id and counts_from_ts < ${now} and state <> 'spam'
          and (full_answer_ts is not null or ${canReadAnswerSql})
        order by counts_from_ts desc, id desc limit ${MAX_ENQUIRIES}))
    where id in ${teacherIds}`),
  refreshCardsStatement({ db }, sql`listings.owner_id in ${teacherIds}`),
];

/** The value of `is_counted` of an enquiry whose sender comes or goes: without an answer, the share is computed again. */
export const IS_STILL_COUNTED_SQL: SQL = sql`is_counted and full_answer_ts is not null`;

/**
 * The statement after which the job computes the shares of all teachers again to whom a user wrote without an answer, if
 * `guard` holds: the account was disabled or enabled.
 */
export const recountSentStatement = ({ db }: Ctx, userId: string, guard: SQL = noGuard): Statement =>
  db.run(
    sql`update ${enquiries} set is_counted = ${IS_STILL_COUNTED_SQL} where learner_id = ${userId} and ${guard}`,
  );

/**
 * Computes the reply shares of teachers with enquiries that reached them 48 hours ago. Those without an answer are left to
 * `pauseSilentTeachers`. Returns the number of enquiries.
 */
export const refreshReplies = (ctx: Ctx): Promise<number> =>
  runInBatches(BATCHES, async (size) => {
    const { db, now } = ctx;
    const due = await db.all<{ id: string; teacherId: string | null; isUnanswered: number }>(sql`
      select id, teacher_id as "teacherId", ${isUnansweredSql} as "isUnanswered" from ${enquiries} indexed by enquiries_to_count
      where counts_from_ts < ${now} and is_counted = 0 order by counts_from_ts limit ${size}`);
    if (due.length === 0) return 0;
    const toList = (values: unknown[]) => sql`(select value from json_each(${JSON.stringify(values)}))`;
    await ctx.commit([
      ...refreshRepliesStatements(ctx, toList([...new Set(due.map(({ teacherId }) => teacherId))])),
      db.run(sql`update users set answer_check_ts = ${now}
        where id in ${toList(due.filter(({ isUnanswered }) => isUnanswered).map(({ teacherId }) => teacherId))}`),
      db.run(sql`update ${enquiries} set is_counted = 1 where id in ${toList(due.map(({ id }) => id))}`),
    ]);
    return due.length;
  });
