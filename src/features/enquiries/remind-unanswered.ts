import { and, asc, desc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { hasRows } from "@/db/returned-rows";
import { enquiries, listings, mailOutbox, users } from "@/db/schema";
import { queueMailsStatement } from "@/features/mail";
import { DAY_MS } from "@/shared/dates";
import { ok, type Result, refuse } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { formatLearnerName } from "./names";
import { isReportedSql } from "./offers/find-offer";
import { canReadAnswerSql } from "./refresh-replies";

/** Enquiries older than this get no reminder. */
const TOO_LATE_MS = 14 * DAY_MS;
/** Admins remind again after this time. */
const REMINDER_PAUSE_MS = DAY_MS;
/** Reminders in one run. The job runs every five minutes, so up to 144,000 a day. */
const MAX_PER_RUN = 500;
/** Reminders in one batch. */
const BATCH_SIZE = 50;

const teacher = alias(users, "teacher");
const learner = alias(users, "learner");

/**
 * Reminds teachers once of each enquiry left unanswered and open for a day, unless they said that it needs no answer.
 * Returns the number of enquiries in the reminders.
 */
export async function remindUnanswered(ctx: Ctx): Promise<number> {
  const isDueSql = sql`${isUnremindedSql} and ${enquiries.createdTs} <= ${ctx.now - DAY_MS}
    and ${enquiries.createdTs} > ${ctx.now - TOO_LATE_MS}`;
  const due = await findDue(ctx, isDueSql);
  for (let n = 0; n < due.length; n += BATCH_SIZE)
    await ctx.commit(reminderStatements(ctx, due.slice(n, n + BATCH_SIZE), isUnremindedSql));
  return due.length;
}

/**
 * Reminds the teacher of an unanswered enquiry again, for an admin. Refuses `conflict` (`wrong_state`) if it was answered,
 * the teacher or the sender can't use it any more, or the last reminder is less than a day old.
 */
export async function remindTeacher(ctx: Ctx, id: string): Promise<Result<null>> {
  requireAdmin(ctx);
  const isRemindableSql = sql`${isUnansweredSql}
    and (${enquiries.remindedTs} is null or ${enquiries.remindedTs} <= ${ctx.now - REMINDER_PAUSE_MS})`;
  const due = await findDue(ctx, sql`${enquiries.id} = ${id} and ${isRemindableSql}`);
  if (due.length === 0) return refuse("conflict", { reason: "wrong_state" });
  const [event] = await ctx.commit([
    auditEventStatement(
      ctx,
      { action: "enquiry.teacher_reminded", subject: auditSubject("enquiry", id) },
      sql`exists (select 1 from ${enquiries} where ${enquiries.id} = ${id} and ${isRemindableSql})`,
    ),
    ...reminderStatements(ctx, due, isRemindableSql),
  ]);
  return hasRows(event) ? ok(null) : refuse("conflict", { reason: "wrong_state" });
}

/** Statements that mail the teachers of unanswered enquiries and mark these as reminded. */
function reminderStatements(
  ctx: Ctx,
  due: Awaited<ReturnType<typeof findDue>>,
  isRemindableSql: SQL,
): Statement[] {
  const mails = due.map((enquiry) => ({
    key: [enquiry.id],
    mail: {
      template: "enquiry_reminder" as const,
      to: enquiry.email,
      locale: enquiry.locale,
      params: { name: enquiry.guestName ?? formatLearnerName(enquiry.learner), title: enquiry.title },
      about: auditSubject("enquiry", enquiry.id),
      condition: ["enquiry_reminder", enquiry.id] as const,
      actionPath: paths.enquiry(enquiry.id),
    },
  }));
  const ids = sql`(select value from json_each(${JSON.stringify(due.map(({ id }) => id))}))`;
  return [
    queueMailsStatement(
      ctx,
      mails,
      sql`exists (select 1 from ${enquiries} where ${enquiries.id} = key ->> 0 and ${isRemindableSql})`,
    ),
    ctx.db
      .update(enquiries)
      .set({ remindedTs: ctx.now })
      .where(and(sql`${enquiries.id} in ${ids}`, isRemindableSql)),
  ];
}

/** Condition on `enquiries`: the teacher did not answer or close it, and its sender did not report the teacher. */
const isUnansweredSql: SQL = sql`${enquiries.state} = 'new' and ${enquiries.awaitsAnswer} and not ${isReportedSql}`;

/** Delivery condition of a reminder. The sender must still exist to read the answer. */
export const isReminderDueSql = (_now: number, condition: SQL): SQL => sql`exists (
  select 1 from ${enquiries} where id = ${condition} ->> 1 and ${isUnansweredSql} and ${canReadAnswerSql})`;

/** Written so that SQLite can use the index `enquiries_to_remind`. */
const isUnremindedSql: SQL = sql`${enquiries.remindedTs} is null and ${isUnansweredSql}`;

async function findDue(ctx: Ctx, condition: SQL) {
  const rows = await ctx.db
    .select({
      id: enquiries.id,
      title: listings.title,
      guestName: enquiries.guestName,
      email: teacher.email,
      locale: teacher.locale,
      learner: { firstName: learner.firstName, lastName: learner.lastName },
    })
    .from(enquiries)
    .innerJoin(listings, eq(listings.id, enquiries.listingId))
    .innerJoin(teacher, eq(teacher.id, enquiries.teacherId))
    .leftJoin(learner, eq(learner.id, enquiries.learnerId))
    .where(
      and(
        condition,
        isNull(teacher.disabledTs),
        // The sender must still exist to read the answer.
        or(
          sql`${enquiries.guestEmail} is not null`,
          sql`${learner.id} is not null and ${learner.disabledTs} is null`,
        ),
      ),
    )
    .orderBy(asc(enquiries.createdTs))
    .limit(MAX_PER_RUN);
  return rows.map(({ learner: person, ...row }) => ({
    ...row,
    learner: person ?? { firstName: "", lastName: "" },
  }));
}

const MAX_MAILS = 5;

/** Both sides of an enquiry and the mails about it to its teacher, for admins; never its messages. Null for an unknown id. */
export async function findUnansweredEnquiry(ctx: Ctx, id: string) {
  requireAdmin(ctx);
  const [row] = await ctx.db
    .select({
      guestName: enquiries.guestName,
      remindedTs: enquiries.remindedTs,
      isUnanswered: sql<number>`${isUnansweredSql}`,
      teacher: {
        id: teacher.id,
        email: teacher.email,
        firstName: teacher.firstName,
        lastName: teacher.lastName,
      },
      learner: { id: learner.id, firstName: learner.firstName, lastName: learner.lastName },
    })
    .from(enquiries)
    .leftJoin(teacher, eq(teacher.id, enquiries.teacherId))
    .leftJoin(learner, eq(learner.id, enquiries.learnerId))
    .where(eq(enquiries.id, id));
  if (!row) return null;
  const mails = await ctx.db
    .select({
      id: mailOutbox.id,
      subject: mailOutbox.subject,
      state: mailOutbox.state,
      createdTs: mailOutbox.createdTs,
    })
    .from(mailOutbox)
    .where(
      and(
        eq(mailOutbox.about, auditSubject("enquiry", id)),
        eq(mailOutbox.recipient, row.teacher?.email ?? ""),
      ),
    )
    .orderBy(desc(mailOutbox.createdTs))
    .limit(MAX_MAILS);
  const nextReminderTs = row.remindedTs === null ? 0 : row.remindedTs + REMINDER_PAUSE_MS;
  return { ...row, mails, canRemind: row.isUnanswered === 1 && nextReminderTs <= ctx.now };
}

export type UnansweredEnquiry = NonNullable<Awaited<ReturnType<typeof findUnansweredEnquiry>>>;
