import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import { noGuard } from "@/db/guard";
import { enquiries } from "@/db/schema";
import type { EnquiryView } from "./queries";

/** When each side of an enquiry blocked the other; the columns of an enquiry. */
export type Blocks = { teacherBlockedTs: number | null; learnerBlockedTs: number | null };
export const NO_BLOCKS: Blocks = { teacherBlockedTs: null, learnerBlockedTs: null };

/** The addresses of the two sides: a person with an account may also write as a guest. */
type Sides = { teacher: string; learner: string };

/** Matches the enquiries between two persons. Written so that SQLite uses the indexes of learners and guests. */
const isBetweenSql = ({ teacher, learner }: Sides): SQL => sql`(
  (learner_id = (select id from users where email = ${learner}) or guest_email = ${learner})
  and (select id from users where email = ${teacher}) in (teacher_id, undelivered_teacher_id))`;

const swap = ({ teacher, learner }: Sides): Sides => ({ teacher: learner, learner: teacher });

/** The blocks between two persons, by any of their enquiries, for a new one. */
export const findBlocks = ({ db }: Pick<Ctx, "db">, sides: Sides): Promise<Blocks> =>
  db.get<Blocks>(sql`select max(byTeacher) as teacherBlockedTs, max(byLearner) as learnerBlockedTs from (
    select teacher_blocked_ts as byTeacher, learner_blocked_ts as byLearner from ${enquiries}
      where ${isBetweenSql(sides)}
    union all select learner_blocked_ts, teacher_blocked_ts from ${enquiries} where ${isBetweenSql(swap(sides))})`);

/**
 * Blocks the other side for the reader of an enquiry, or unblocks it, in all enquiries of the two. What a blocked person
 * writes is stored, and only that person sees it. Does nothing if the other side is erased.
 */
export async function setBlock(ctx: Ctx, enquiry: EnquiryView, isBlocked: boolean): Promise<void> {
  const teacher = enquiry.teacher?.email;
  const learner = enquiry.learner?.email ?? enquiry.guestEmail;
  if (!teacher || !learner) return;
  const ts = isBlocked ? ctx.now : null;
  const sides = { teacher, learner };
  const isTeacher = enquiry.side === "teacher";
  await ctx.commit([
    ctx.db
      .update(enquiries)
      // What the teacher will not read needs no answer.
      .set({ teacherBlockedTs: ts, ...(isBlocked ? { awaitsAnswer: false } : {}) })
      .where(isBetweenSql(isTeacher ? sides : swap(sides))),
    ctx.db
      .update(enquiries)
      .set({ learnerBlockedTs: ts })
      .where(isBetweenSql(isTeacher ? swap(sides) : sides)),
    auditEventStatement(
      ctx,
      {
        action: isBlocked ? "enquiry.blocked" : "enquiry.unblocked",
        subject: auditSubject("enquiry", enquiry.id),
        detail: { by: enquiry.side },
      },
      noGuard,
    ),
  ]);
}
