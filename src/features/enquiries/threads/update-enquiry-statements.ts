import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { enquiries } from "@/db/schema";
import type { Side } from "@/shared/codes";
import { addressedTeacherSql, type EnquiryView } from "../queries";
import { firstInvitationTsSql } from "./first-invitation-ts";
import { firstAnswerStatements } from "./reply-median";

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

/** Updates the enquiry after a message, if `guard` holds. `isFull`: its text counts in the reply share. */
export function updateEnquiryStatement(
  ctx: Ctx,
  { id, side, isBlocked, isLearnerMinor }: EnquiryView,
  isFull: boolean,
  guard: SQL,
) {
  const ts = nextTsSql(ctx);
  const answered = {
    answeredTs: sql`coalesce(${enquiries.answeredTs}, ${ts})`,
    fullAnswerTs: isFull ? sql`coalesce(${enquiries.fullAnswerTs}, ${ts})` : enquiries.fullAnswerTs,
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
    // An answer to a request, which may be erased, invites to a review once the learner writes, too.
    reviewMailTs: sql`case when ${enquiries.answeredTs} = ${enquiries.createdTs} and ${enquiries.reviewMailTs} is null
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

/** What else changes when a side contacts the other one otherwise than by a message, such as with a proposal. */
export const recordContactStatements = (ctx: Ctx, enquiry: EnquiryView, guard: SQL): Statement[] => [
  updateEnquiryStatement(ctx, enquiry, true, guard),
  ...firstAnswerStatements(ctx, enquiry),
];
