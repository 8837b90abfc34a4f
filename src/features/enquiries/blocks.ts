import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import { type BoundSql, boundSql } from "@/db/bound-sql";
import type { Statement } from "@/db/client";
import { noGuard } from "@/db/guard";
import { isStoppedByTeamSql } from "@/db/is-stopped-by-team-sql";
import { enquiries } from "@/db/schema";
import type { Side } from "@/shared/codes";
import { DAY_MS } from "@/shared/dates";
import { ok, type Result, refuse } from "@/shared/errors";
import { isRequestAnswerSql } from "./answer-status-sql";
import { closeAppointmentsStatement } from "./close-appointments";
import type { EnquiryView } from "./queries";

/** The addresses of the two sides: a person with an account may also write as a guest. */
export type Sides = Record<Side, string | SQL>;

/** Matches the enquiries between two persons. Written so that SQLite uses the indexes of learners and guests. */
export const isBetweenSql = ({ teacher, learner }: Sides): SQL => sql`(
  (learner_id = (select id from users where email = ${learner}) or guest_email = ${learner})
  and (select id from users where email = ${teacher}) in (teacher_id, undelivered_teacher_id))`;

/** When `by` blocked `other`, as any enquiry of the two tells; null if that did not happen. */
const blockTsSql = (by: string, other: string): SQL => sql`(
  select max(ts) from (
    select teacher_blocked_ts as ts from enquiries where ${isBetweenSql({ teacher: by, learner: other })}
    union all
    select learner_blocked_ts from enquiries where ${isBetweenSql({ teacher: other, learner: by })}))`;

/** Whether one of two persons, by their addresses, blocked the other in any enquiry of the two. */
export const isBlockedPairSql = (one: SQL, other: SQL): SQL => sql`exists (
  select 1 from enquiries where (teacher_blocked_ts is not null or learner_blocked_ts is not null)
    and (${isBetweenSql({ teacher: one, learner: other })} or ${isBetweenSql({ teacher: other, learner: one })}))`;

export async function isBlockedPair({ db }: Ctx, one: string, other: string): Promise<boolean> {
  const { found } = await db.get<{ found: number }>(
    sql`select ${isBlockedPairSql(sql`${one}`, sql`${other}`)} as found`,
  );
  return found === 1;
}

/** Conversations on whose pages the visitor's blocks end, by the user who is blocked. */
export type BlockedUsers = ReadonlyMap<string, string>;

/** Those of these users whom the visitor's account blocked, as a teacher or as a learner. */
export const findBlockedUsers = (ctx: Ctx, userIds: readonly string[]): Promise<BlockedUsers> =>
  readBlockedUsers(ctx, boundSql`select value from json_each(${JSON.stringify(userIds)})`);

/** The conversation in which the visitor's account blocked the owner of a listing. */
export async function findBlockOfOwner(ctx: Ctx, listingId: string): Promise<string | undefined> {
  const blocked = await readBlockedUsers(
    ctx,
    boundSql`select owner_id from listings where id = ${listingId}`,
  );
  return [...blocked.values()][0];
}

async function readBlockedUsers({ db, user }: Ctx, idsSql: BoundSql): Promise<BlockedUsers> {
  if (!user) return new Map();
  const rows = await db.read<{ userId: string; enquiryId: string }>(
    boundSql`select userId, enquiryId from (${toBlocksSql(user)}) where userId in (${idsSql})`,
  );
  return new Map(rows.map(({ userId, enquiryId }) => [userId, enquiryId]));
}

/** All users whom the visitor's account blocked. */
export async function listBlockedUsers({ db, user }: Ctx): Promise<ReadonlySet<string>> {
  const sql = toBlockedUsersSql({ user });
  const rows = sql ? await db.read<{ userId: string }>(sql) : [];
  return new Set(rows.map(({ userId }) => userId));
}

/** The users whom the visitor's account blocked, to leave them out of a list; null without an account. */
export const toBlockedUsersSql = ({ user }: Pick<Ctx, "user">): BoundSql | null =>
  user && boundSql`select userId from (${toBlocksSql(user)}) where userId is not null`;

/** `userId` is null for a guest. */
const toBlocksSql = ({ id }: { id: string }): BoundSql => boundSql`
  select coalesce(teacher_id, undelivered_teacher_id) as userId, id as enquiryId from enquiries
    where learner_id = ${id} and learner_blocked_ts is not null
  union all
  select learner_id, id from enquiries where teacher_id = ${id} and teacher_blocked_ts is not null`;

/**
 * Condition on `enquiries` without an answer: since it was written, the teacher answered its sender in another of their
 * conversations, with a proposal of a lesson too.
 */
export const isAnsweredElsewhereSql = (): SQL => {
  const teacher = sql`(select email from users where id = enquiries.teacher_id)`;
  const learner = sql`coalesce(enquiries.guest_email, (select email from users where id = enquiries.learner_id))`;
  return sql`(enquiries.full_answer_ts is not null or exists (select 1 from enquiries other
    where ${isBetweenSql({ teacher, learner })} and other.id <> enquiries.id
      and (other.answered_ts >= enquiries.created_ts or exists (select 1 from messages
        where enquiry_id = other.id and author = 'teacher' and messages.created_ts >= enquiries.created_ts))))`;
};

/**
 * Condition on `enquiries`: one of its sides or a parent reported the other in it, or its sender reported the teacher's
 * listing since it was written. It waits for no answer then, and its sender is sent to no other teacher.
 */
export const isReportedSql: SQL = sql`(exists (select 1 from reports where reports.enquiry_id = enquiries.id and not reports.is_automatic)
  or exists (select 1 from reports where reports.listing_id = enquiries.listing_id
    and reports.created_ts >= enquiries.created_ts
    and (reports.reporter_id = enquiries.learner_id or reports.email = enquiries.guest_email)))`;

/** An enquiry counts in the teacher's reply share from this age (ms), if it was answered before or not. */
export const REPLY_PERIOD_MS = 2 * DAY_MS;

/**
 * The columns of a new enquiry that deliver it to its teacher, or store it undelivered if the teacher blocked its
 * learner. The statement itself looks for blocks, so that none is missed that was set after the use case read its
 * rows. Only the first enquiry of a sender counts in the reply share, so that many messages of one person do not
 * change it; one that began with the teacher's answer to a request, which may be erased, is none of the sender's.
 */
export function deliveryColumns({ now }: Ctx, teacher: { userId: string; email: string }, learner: string) {
  const teacherBlockedTs = blockTsSql(teacher.email, learner);
  const isRepeatedSql = sql`exists (select 1 from enquiries
    where not ${isRequestAnswerSql} and ${isBetweenSql({ teacher: teacher.email, learner })})`;
  return {
    teacherId: sql`iif(${teacherBlockedTs} is null, ${teacher.userId}, null)`,
    undeliveredTeacherId: sql`iif(${teacherBlockedTs} is null, null, ${teacher.userId})`,
    teacherBlockedTs,
    learnerBlockedTs: blockTsSql(learner, teacher.email),
    countsFromTs: sql`iif(${isRepeatedSql}, null, ${now + REPLY_PERIOD_MS})`,
  };
}

/** Whether the teacher of an enquiry blocked its learner, in the batch that saves the enquiry. */
export const isUndeliveredSql = (enquiryId: string): SQL =>
  sql`exists (select 1 from ${enquiries} where id = ${enquiryId} and teacher_blocked_ts is not null)`;

/**
 * The statements of `setBlock`, if `guard` holds. With `teamTs`, the time (ms) of a decision, the team blocks or ends the
 * block that it set then: neither side cancels the lessons, and the decision has its own audit event.
 */
export function setBlockStatements(
  ctx: Ctx,
  enquiry: Pick<EnquiryView, "id" | "side">,
  isBlocked: boolean,
  guard: SQL,
  { teamTs = null }: { teamTs?: number | null } = {},
): Statement[] {
  const isOfEnquirySql = sql`from enquiries where enquiries.id = ${enquiry.id}`;
  const teacher = sql`(select email from users
    where users.id = (select coalesce(teacher_id, undelivered_teacher_id) ${isOfEnquirySql}))`;
  const learner = sql`(select coalesce(guest_email, (select email from users where users.id = learner_id)) ${isOfEnquirySql})`;
  // A repeated block keeps its time: what the other side wrote since stays hidden. So does an undo that stops it again.
  const blockTs = teamTs ?? ctx.now;
  const toTs = (column: SQLiteColumn) =>
    isBlocked
      ? sql`min(coalesce(${column}, ${blockTs}), ${blockTs})`
      : teamTs === null
        ? null
        : sql`nullif(${column}, ${teamTs})`;
  const asTeacher = { teacher, learner };
  const asLearner = { teacher: learner, learner: teacher };
  const isTeacher = enquiry.side === "teacher";
  return [
    ctx.db
      .update(enquiries)
      // What the teacher will not read needs no answer.
      .set({
        teacherBlockedTs: toTs(enquiries.teacherBlockedTs),
        ...(isBlocked ? { awaitsAnswer: false } : {}),
      })
      .where(and(isBetweenSql(isTeacher ? asTeacher : asLearner), guard)),
    ctx.db
      .update(enquiries)
      // A teacher whose messages the team stopped cannot answer.
      .set({
        learnerBlockedTs: toTs(enquiries.learnerBlockedTs),
        ...(isBlocked && teamTs !== null ? { awaitsAnswer: false } : {}),
      })
      .where(and(isBetweenSql(isTeacher ? asLearner : asTeacher), guard)),
    ...(teamTs === null
      ? [
          auditEventStatement(
            ctx,
            {
              action: isBlocked ? "enquiry.blocked" : "enquiry.unblocked",
              subject: auditSubject("enquiry", enquiry.id),
              detail: { by: enquiry.side },
            },
            guard,
          ),
        ]
      : []),
    // After a stop of the team only proposals are open that the other side never saw.
    ...(isBlocked || teamTs !== null
      ? [
          closeAppointmentsStatement(
            ctx,
            sql`${isBetweenSql(isTeacher ? asTeacher : asLearner)} and ${guard}`,
            teamTs === null ? "teacher" : null,
          ),
          closeAppointmentsStatement(
            ctx,
            sql`${isBetweenSql(isTeacher ? asLearner : asTeacher)} and ${guard}`,
            teamTs === null ? "learner" : null,
          ),
        ]
      : []),
  ];
}

/**
 * Blocks the other side for the reader of an enquiry, or unblocks it, in all enquiries of the two. A block cancels their
 * lessons. What a blocked person writes is stored, and only that person sees it. Does nothing if the other side is
 * erased. Refuses `forbidden` (`stopped_by_team`) to unblock to a learner under 18 after a decision of the team.
 */
export async function setBlock(ctx: Ctx, enquiry: EnquiryView, isBlocked: boolean): Promise<Result<null>> {
  if (!isBlocked && !enquiry.mayUnblock) return refuse("forbidden", { reason: "stopped_by_team" });
  const { id, side, isLearnerMinor } = enquiry;
  // A decision of the team meanwhile stops the unblock of a learner under 18.
  const guard =
    !isBlocked && side === "learner" && isLearnerMinor
      ? sql`not exists (select 1 from ${enquiries} where ${eq(enquiries.id, id)} and ${isStoppedByTeamSql("learner")})`
      : noGuard;
  if (enquiry.hasBothSides) await ctx.commit(setBlockStatements(ctx, enquiry, isBlocked, guard));
  return ok(null);
}
