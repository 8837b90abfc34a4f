import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { enquiries } from "@/db/schema";
import type { Side } from "@/shared/codes";
import { isRequestAnswerSql } from "../answer-status-sql";
import { isBetweenSql, REPLY_PERIOD_MS, type Sides } from "../blocks";
import { addressedTeacherSql, type EnquiryView } from "../queries";
import { firstAnswerStatements } from "./first-answer-statements";
import { firstInvitationTsSql } from "./first-invitation-ts";

/** The time of the next message: always later than the last one, so that simultaneous messages keep their order. */
export const nextTsSql = (ctx: Ctx): SQL => sql`max(${ctx.now}, ${enquiries.lastMessageTs} + 1)`;

/** Columns of an enquiry that becomes unread for the other side than `by`. What that side had not read stays unread. */
function toUnread(ctx: Ctx, by: Side) {
  const ts = nextTsSql(ctx);
  const read = (column: SQLiteColumn) =>
    sql`case when ${column} >= ${enquiries.lastMessageTs} then ${ts} else ${column} end`;
  return {
    lastMessageTs: ts,
    ...(by === "teacher"
      ? { teacherReadTs: read(enquiries.teacherReadTs) }
      : { learnerReadTs: read(enquiries.learnerReadTs) }),
  };
}

/** The statements for a change by one side that waits for no answer: the other side finds the conversation unread. */
export const markUnreadStatements = (
  ctx: Ctx,
  { id, side, isBlocked }: Pick<EnquiryView, "id" | "side" | "isBlocked">,
  guard: SQL,
): Statement[] =>
  isBlocked
    ? []
    : [
        ctx.db
          .update(enquiries)
          .set(toUnread(ctx, side))
          .where(and(eq(enquiries.id, id), guard)),
      ];

/** Updates the enquiry after a message, if `guard` holds. */
export function updateEnquiryStatement(
  ctx: Ctx,
  { id, side, isBlocked, isLearnerMinor }: EnquiryView,
  guard: SQL,
) {
  const ts = nextTsSql(ctx);
  const answered = {
    answeredTs: sql`coalesce(${enquiries.answeredTs}, ${ts})`,
    state: sql`case ${enquiries.state} when 'new' then 'answered' else ${enquiries.state} end`,
  };
  const byTeacher = {
    ...answered,
    reviewMailTs: sql`case when ${enquiries.answeredTs} is null and ${enquiries.state} not in ('lost', 'spam')
        and ${enquiries.reviewInvitedTs} is null and ${enquiries.reviewDeclinedTs} is null
      then ${firstInvitationTsSql(ts, sql`${enquiries.wonTs}`)} else ${enquiries.reviewMailTs} end`,
  };
  const byLearner = {
    // Delivers an enquiry that was sent during a block.
    teacherId: addressedTeacherSql,
    undeliveredTeacherId: null,
    createdTs: sql`iif(${enquiries.teacherId} is null, ${ts}, ${enquiries.createdTs})`,
    countsFromTs: sql`iif(${enquiries.teacherId} is null and ${enquiries.countsFromTs} is not null,
      ${ts} + ${REPLY_PERIOD_MS}, ${enquiries.countsFromTs})`,
    isCounted: sql`${enquiries.isCounted} and ${enquiries.teacherId} is not null`,
    // An answer to a request invites to a review once the learner writes, too.
    reviewMailTs: sql`case when ${isRequestAnswerSql} and ${enquiries.reviewMailTs} is null
        and ${enquiries.state} not in ('lost', 'spam')
        and ${enquiries.reviewInvitedTs} is null and ${enquiries.reviewDeclinedTs} is null
      then ${firstInvitationTsSql(ts, sql`${enquiries.wonTs}`)} else ${enquiries.reviewMailTs} end`,
  };
  const delivered = {
    ...toUnread(ctx, side),
    awaitsAnswer: side === "learner",
    ...(isLearnerMinor ? {} : { parentEmail: null }),
    ...(side === "teacher" ? byTeacher : byLearner),
  };
  // A message that is not delivered changes only what its author sees.
  const undelivered =
    side === "teacher" ? { ...answered, awaitsAnswer: false } : { learnerReadTs: enquiries.learnerReadTs };
  return ctx.db
    .update(enquiries)
    .set(isBlocked ? undelivered : delivered)
    .where(and(eq(enquiries.id, id), guard));
}

/**
 * The statement after which a teacher's answer of at least 20 characters counts in the reply share, if `guard` holds: for
 * all messages of the other side that have none, also in other conversations of the two.
 */
export const countFullAnswerStatement = ({ db, now }: Ctx, sides: Sides, guard: SQL): Statement =>
  db
    .update(enquiries)
    .set({ fullAnswerTs: now })
    .where(and(isBetweenSql(sides), isNotNull(enquiries.teacherId), isNull(enquiries.fullAnswerTs), guard));

/** The same for an answer of the viewing side, if that is the teacher. */
export function fullAnswerStatements(
  ctx: Ctx,
  { side, teacher, learner, guestEmail }: EnquiryView,
  guard: SQL,
): Statement[] {
  const email = learner?.email ?? guestEmail;
  return side === "teacher" && teacher && email
    ? [countFullAnswerStatement(ctx, { teacher: teacher.email, learner: email }, guard)]
    : [];
}

/**
 * What else changes when a side contacts the other one otherwise than by a message, such as with a proposal. `isFull`: it
 * counts in the reply share.
 */
export const recordContactStatements = (
  ctx: Ctx,
  enquiry: EnquiryView,
  guard: SQL,
  { isFull = true } = {},
): Statement[] => [
  updateEnquiryStatement(ctx, enquiry, guard),
  ...(isFull ? fullAnswerStatements(ctx, enquiry, guard) : []),
  ...firstAnswerStatements(ctx, enquiry),
];
