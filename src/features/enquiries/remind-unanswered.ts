import { and, asc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { enquiries, listings, users } from "@/db/schema";
import { queueMailsStatement } from "@/features/mail";
import { DAY_MS } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { formatLearnerName } from "./names";

/** Enquiries older than this get no reminder. */
const TOO_LATE_MS = 14 * DAY_MS;
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
  const due = await findDue(ctx);
  for (let n = 0; n < due.length; n += BATCH_SIZE)
    await ctx.commit(reminderStatements(ctx, due.slice(n, n + BATCH_SIZE)));
  return due.length;
}

/** Statements that mail the teachers of unanswered enquiries and mark these as reminded. */
function reminderStatements(ctx: Ctx, due: Awaited<ReturnType<typeof findDue>>): Statement[] {
  const mails = due.map((enquiry) => ({
    key: [enquiry.id],
    mail: {
      template: "enquiry_reminder" as const,
      to: enquiry.email,
      locale: enquiry.locale,
      params: { name: enquiry.guestName ?? formatLearnerName(enquiry.learner), title: enquiry.title },
      about: auditSubject("enquiry", enquiry.id),
      actionPath: paths.enquiry(enquiry.id),
    },
  }));
  const ids = sql`(select value from json_each(${JSON.stringify(due.map(({ id }) => id))}))`;
  return [
    queueMailsStatement(
      ctx,
      mails,
      sql`exists (select 1 from ${enquiries} where ${enquiries.id} = key ->> 0 and ${isUnansweredSql()})`,
    ),
    ctx.db
      .update(enquiries)
      .set({ remindedTs: ctx.now })
      .where(and(sql`${enquiries.id} in ${ids}`, isUnansweredSql())),
  ];
}

/** Written so that SQLite can use the index `enquiries_to_remind`. */
const isUnansweredSql = (): SQL =>
  sql`${enquiries.state} = 'new' and ${enquiries.remindedTs} is null and ${enquiries.awaitsAnswer}`;

async function findDue(ctx: Ctx) {
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
        isUnansweredSql(),
        sql`${enquiries.createdTs} <= ${ctx.now - DAY_MS}`,
        sql`${enquiries.createdTs} > ${ctx.now - TOO_LATE_MS}`,
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
