import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { enquiries, listings, mailOutbox, teacherInformation, users } from "@/db/schema";
import { queueMailsStatement } from "@/features/mail";
import { DAY_MS } from "@/shared/dates";
import { ok, type Result, refuse } from "@/shared/errors";
import type { Locale } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { formatLearnerName } from "./names";
import { canReadAnswerSql, isUnansweredSql } from "./refresh-replies";

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
 * Reminds teachers once of each enquiry left unanswered and open for a day. Returns the number of enquiries in the
 * reminders.
 */
export async function remindUnanswered(ctx: Ctx): Promise<number> {
  const isDueSql = sql`${isUnremindedSql} and ${enquiries.createdTs} <= ${ctx.now - DAY_MS}
    and ${enquiries.createdTs} > ${ctx.now - TOO_LATE_MS}`;
  // Without the name, SQLite takes the index `enquiries_new` and reads those reminded or answered before, too.
  const due = await findDue(ctx, isDueSql, sql`${enquiries} indexed by enquiries_to_remind`);
  for (let n = 0; n < due.length; n += BATCH_SIZE)
    await ctx.commit(reminderStatements(ctx, due.slice(n, n + BATCH_SIZE), isUnremindedSql));
  return due.length;
}

/**
 * Prepares another reminder to the teacher of an unanswered enquiry, by an admin. `guard` is a condition of the batch's
 * claim, after which `statements` follow. Refuses `conflict` (`wrong_state`) if it was answered, the teacher or the sender
 * can't use it any more, or the last reminder is less than a day old.
 */
export async function prepareReminder(
  ctx: Ctx,
  id: string,
): Promise<Result<{ guard: SQL; statements(guard: SQL): Statement[] }>> {
  requireAdmin(ctx);
  const isRemindableSql = sql`${isUnansweredSql}
    and (${enquiries.remindedTs} is null or ${enquiries.remindedTs} <= ${ctx.now - REMINDER_PAUSE_MS})`;
  const due = await findDue(ctx, sql`${enquiries.id} = ${id} and ${isRemindableSql}`, sql`${enquiries}`);
  if (due.length === 0) return refuse("conflict", { reason: "wrong_state" });
  return ok({
    guard: sql`exists (select 1 from ${enquiries} where ${enquiries.id} = ${id} and ${isRemindableSql})`,
    statements: (guard) => [
      auditEventStatement(
        ctx,
        { action: "enquiry.teacher_reminded", subject: auditSubject("enquiry", id) },
        guard,
      ),
      ...reminderStatements(ctx, due, sql`${guard} and ${isRemindableSql}`),
    ],
  });
}

/** Statements that mail the teachers of unanswered enquiries and mark these as reminded. */
function reminderStatements(ctx: Ctx, due: readonly DueEnquiry[], isRemindableSql: SQL): Statement[] {
  const mails = due.map((enquiry) => ({
    key: [enquiry.id],
    mail: {
      template: "enquiry_reminder" as const,
      to: enquiry.email,
      locale: enquiry.locale,
      params: { name: enquiry.guestName ?? formatLearnerName(enquiry), title: enquiry.title },
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

/** Delivery condition of a reminder. The sender must still exist to read the answer. */
export const isReminderDueSql = (_now: number, condition: SQL): SQL => sql`exists (
  select 1 from ${enquiries} where id = ${condition} ->> 1 and ${isUnansweredSql} and ${canReadAnswerSql})`;

/**
 * Written so that SQLite can use the index `enquiries_to_remind`. It has none that was answered in another conversation:
 * those stay `new`, and each run would read them until they are too old.
 */
const isUnremindedSql: SQL = sql`${enquiries.remindedTs} is null and ${enquiries.fullAnswerTs} is null and ${isUnansweredSql}`;

type DueEnquiry = {
  id: string;
  title: string;
  guestName: string | null;
  email: string;
  locale: Locale;
  firstName: string;
  lastName: string;
};

/** `source` may name the index that finds the enquiries of `condition`. */
const findDue = (ctx: Ctx, condition: SQL, source: SQL): Promise<DueEnquiry[]> =>
  // The sender must still exist to read the answer.
  ctx.db.all<DueEnquiry>(sql`
    select ${enquiries.id} as id, ${listings.title} as title, ${enquiries.guestName} as guestName,
      teacher.email as email, teacher.locale as locale,
      coalesce(learner.first_name, '') as firstName, coalesce(learner.last_name, '') as lastName
    from ${source} join ${listings} on ${listings.id} = ${enquiries.listingId}
    join users teacher on teacher.id = ${enquiries.teacherId} and teacher.disabled_ts is null
    left join users learner on learner.id = ${enquiries.learnerId}
    where ${condition}
      and (${enquiries.guestEmail} is not null or (learner.id is not null and learner.disabled_ts is null))
    order by ${enquiries.createdTs} limit ${MAX_PER_RUN}`);

const MAX_MAILS = 5;

/**
 * Both sides of an enquiry and the mails about it to its teacher, for admins; never its messages. Null for an unknown
 * id.
 */
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
      phone: teacherInformation.phoneNumber,
      learner: { id: learner.id, firstName: learner.firstName, lastName: learner.lastName },
    })
    .from(enquiries)
    .leftJoin(teacher, eq(teacher.id, enquiries.teacherId))
    .leftJoin(teacherInformation, eq(teacherInformation.userId, enquiries.teacherId))
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
  const pauseEndTs = (row.remindedTs ?? -REMINDER_PAUSE_MS) + REMINDER_PAUSE_MS;
  const isPaused = pauseEndTs > ctx.now;
  return {
    ...row,
    mails,
    canRemind: row.isUnanswered === 1 && !isPaused,
    /** When (ms) the pause after the last reminder ends; null if no reminder waits for that. */
    nextReminderTs: row.isUnanswered === 1 && isPaused ? pauseEndTs : null,
  };
}

export type UnansweredEnquiry = NonNullable<Awaited<ReturnType<typeof findUnansweredEnquiry>>>;
