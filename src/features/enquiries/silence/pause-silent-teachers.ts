import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject, hasAuditEventSql } from "@/db/audit";
import type { Statement } from "@/db/client";
import { previousChanged } from "@/db/guard";
import { enquiries, listings, users } from "@/db/schema";
import { changeOwnersListingsStatements, hasListingStateSql, isConcernedSql } from "@/features/listings";
import { queueMailStatement } from "@/features/mail";
import { queuePushStatement } from "@/features/notifications";
import { DAY_MS } from "@/shared/dates";
import type { Locale } from "@/shared/i18n/locales";
import { localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { REPLY_PERIOD_MS } from "../blocks";
import { canReadAnswerSql, isNeverAnsweredSql, isUnansweredSql } from "../refresh-replies";
import { createListingsToken } from "./listings-link";

/** Unanswered messages in a series after which the teacher is asked, and after which the listings are paused. */
const ASK_AT = 3;
const PAUSE_AT = 5;
/** How old (ms) each of the messages is that pause the listings. */
const PAUSE_AGE_MS = 7 * DAY_MS;
/** Teachers of one run, each with a batch. With a run every five minutes, up to 5,760 a day. */
const MAX_PER_RUN = 20;

/** Enquiries that a teacher got before the last pause began to count until this time (ms). */
const PAUSE_COUNTS_SQL = sql`coalesce(users.answer_paused_ts + ${REPLY_PERIOD_MS}, 0)`;

/**
 * When the oldest unanswered enquiries of a row of `users` began to count (`counts_from_ts`): those since the last that
 * the teacher answered or closed, and since the last pause. As in the reply share, one of each sender counts and spam
 * does not. One that was reported does not count either, nor does it end the series.
 */
const unansweredTimesSql = (now: number): SQL => sql`
  select counts_from_ts from ${enquiries} where teacher_id = users.id and counts_from_ts < ${now} and ${isUnansweredSql}
    and ${canReadAnswerSql}
    and counts_from_ts > coalesce((
      select counts_from_ts from ${enquiries} where teacher_id = users.id and counts_from_ts > ${PAUSE_COUNTS_SQL}
        and state <> 'spam' and not ${isNeverAnsweredSql} order by counts_from_ts desc limit 1), ${PAUSE_COUNTS_SQL})
  order by counts_from_ts limit ${PAUSE_AT}`;

/** Guard on a row of `users`: at least `count` enquiries are unanswered, and all began to count until `ts` (ms). */
const hasUnansweredSql = (now: number, count: number, ts: number): SQL =>
  sql`(select count(*) from (${unansweredTimesSql(now)}) where counts_from_ts <= ${ts}) >= ${count}`;

/** Delivery condition of the question to answer or to pause: at least `ASK_AT` are still unanswered. */
export const isQuestionDueSql = (now: number, condition: SQL): SQL => sql`exists (
  select 1 from ${users} where id = ${condition} ->> 1 and disabled_ts is null
    and ${hasPublishedSql(now)} and ${hasUnansweredSql(now, ASK_AT, now)})`;

/** Whether visitors see a listing of a row of `users`. */
const hasPublishedSql = (now: number): SQL => sql`exists (select 1 from ${listings}
  where ${listings.ownerId} = users.id and ${hasListingStateSql("published", now)})`;

type DueTeacher = {
  id: string;
  email: string;
  locale: Locale;
  firstName: string;
  checkTs: number;
  askedTs: number | null;
  /** JSON. */
  unanswered: string;
  hasPublished: number;
};

/**
 * Asks teachers with a series of three unanswered messages to answer or to pause, and pauses the listings of those with
 * five that are older than seven days. Each is done once a series: its batch requires the `answer_check_ts` and
 * `answer_asked_ts` that were read, and changes them. `refreshReplies` sets `answer_check_ts` for an enquiry that got no
 * answer in time. Returns the number of teachers that were due.
 */
export async function pauseSilentTeachers(ctx: Ctx): Promise<number> {
  const { db, now } = ctx;
  const due = await db.all<DueTeacher>(sql`
    select id, email, locale, first_name as firstName, answer_check_ts as checkTs, answer_asked_ts as askedTs,
      (select json_group_array(counts_from_ts) from (${unansweredTimesSql(now)})) as unanswered,
      disabled_ts is null and ${hasPublishedSql(now)} as hasPublished
    from ${users} indexed by users_answer_check where answer_check_ts <= ${now}
    order by answer_check_ts limit ${MAX_PER_RUN}`);
  for (const teacher of due) await ctx.commit(checkStatements(ctx, teacher));
  return due.length;
}

function checkStatements(ctx: Ctx, teacher: DueTeacher): Statement[] {
  const { now } = ctx;
  const unanswered = JSON.parse(teacher.unanswered) as number[];
  const last = unanswered[PAUSE_AT - 1];
  const pauseTs = last === undefined ? null : last - REPLY_PERIOD_MS + PAUSE_AGE_MS;
  const isStillDueSql = and(eq(users.id, teacher.id), eq(users.answerCheckTs, teacher.checkTs)) as SQL;
  const canPause = teacher.hasPublished === 1;
  const isPauseDue = pauseTs !== null && pauseTs <= now;
  const settle = ctx.db
    .update(users)
    .set({ answerCheckTs: isPauseDue ? null : pauseTs })
    .where(isStillDueSql);
  if (canPause && isPauseDue) return [...pauseStatements(ctx, teacher, isStillDueSql), settle];
  const [first = 0] = unanswered;
  // In this series, the teacher was asked after its first enquiry began to count.
  const isAsked = teacher.askedTs !== null && teacher.askedTs >= first;
  if (canPause && unanswered.length >= ASK_AT && !isAsked)
    return [...askStatements(ctx, teacher, isStillDueSql), settle];
  return [settle];
}

function askStatements(
  ctx: Ctx,
  { id, email, locale, firstName, askedTs }: DueTeacher,
  isDueSql: SQL,
): Statement[] {
  const { now } = ctx;
  const t = ctx.translator(locale);
  const condition = ["answer_or_pause", id] as const;
  const pausePath = paths.changeListings("pause", {
    token: createListingsToken(ctx, { action: "pause", id, email, ts: now }),
  });
  return [
    ctx.db
      .update(users)
      .set({ answerAskedTs: now })
      .where(sql`${isDueSql} and ${users.answerAskedTs} is ${askedTs}
        and ${hasUnansweredSql(now, ASK_AT, now)}`),
    queueMailStatement(
      ctx,
      {
        template: "answer_or_pause",
        to: email,
        locale,
        params: { name: firstName },
        tables: [
          {
            title: t("mail.answer_or_pause.later"),
            rows: [
              {
                term: t("mail.answer_or_pause.pause"),
                details: ctx.config.SITE_URL + localizePath(locale, pausePath),
                link: true,
              },
            ],
          },
        ],
        about: auditSubject("user", id),
        condition,
        actionPath: paths.inbox({ box: "waiting" }),
      },
      previousChanged,
    ),
    queuePushStatement(
      ctx,
      {
        cause: `answer-or-pause:${id}`,
        about: auditSubject("user", id),
        condition,
        userId: id,
        kind: "enquiries",
        title: t("notifications.messages.unanswered.title"),
        body: t("notifications.messages.unanswered.body"),
        locale,
        path: paths.inbox({ box: "waiting" }),
      },
      previousChanged,
    ),
  ];
}

function pauseStatements(ctx: Ctx, { id, email, locale, firstName }: DueTeacher, isDueSql: SQL): Statement[] {
  const { now } = ctx;
  const event = ctx.newId();
  const isPausedSql = hasAuditEventSql(event);
  const isOldSql = hasUnansweredSql(now, PAUSE_AT, now - PAUSE_AGE_MS + REPLY_PERIOD_MS);
  return [
    auditEventStatement(
      ctx,
      {
        id: event,
        action: "user.listings_paused",
        subject: auditSubject("user", id),
        detail: { by: "unanswered" },
      },
      sql`exists (select 1 from ${users} where ${isDueSql} and ${isOldSql})
        and exists (select 1 from ${listings} where ${isConcernedSql(ctx, id, "pause")})`,
    ),
    ...changeOwnersListingsStatements(ctx, id, { change: "pause", by: "unanswered" }, isPausedSql),
    queueMailStatement(
      ctx,
      {
        template: "listings_paused",
        to: email,
        locale,
        params: { name: firstName },
        about: auditSubject("user", id),
        actionPath: paths.changeListings("resume", {
          token: createListingsToken(ctx, { action: "resume", id, email, ts: now }),
        }),
      },
      isPausedSql,
    ),
    ctx.db
      .update(users)
      .set({ answerPausedTs: now, answerAskedTs: null })
      .where(and(eq(users.id, id), isPausedSql)),
  ];
}
