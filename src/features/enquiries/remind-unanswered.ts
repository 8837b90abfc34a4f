import { and, asc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { enquiries, listings, users } from "@/db/schema";
import { queueMails } from "@/features/mail";
import { DAY_MS } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { learnerName } from "./names";

/** Enquiries older than this get no reminder. */
const TOO_LATE_MS = 14 * DAY_MS;
/** Reminders of one run. The job runs every five minutes, so 144,000 leave in a day; what one run leaves comes next. */
const RUN_LIMIT = 500;
/** Reminders of one batch. */
const BATCH = 50;

const teacher = alias(users, "teacher");
const learner = alias(users, "learner");

/**
 * Reminds teachers once of each enquiry left unanswered and unfiled for a day. Returns the number of enquiries in the
 * reminders.
 */
export async function remindUnanswered(ctx: Ctx): Promise<number> {
  const due = await findDue(ctx);
  for (let n = 0; n < due.length; n += BATCH) await ctx.commit(remind(ctx, due.slice(n, n + BATCH)));
  return due.length;
}

/** The mails, each if its enquiry still waits, then their marks. */
function remind(ctx: Ctx, due: Awaited<ReturnType<typeof findDue>>): Statement[] {
  const mails = due.map((one) => ({
    key: [one.id],
    mail: {
      template: "enquiry_reminder",
      to: one.email,
      locale: one.locale,
      params: { name: one.guestName ?? learnerName(one.learner), title: one.title },
      about: auditSubject("enquiry", one.id),
      actionPath: paths.enquiry(one.id),
    },
  }));
  const ids = sql`(select value from json_each(${JSON.stringify(due.map(({ id }) => id))}))`;
  return [
    queueMails(
      ctx,
      mails,
      sql`exists (select 1 from ${enquiries} where ${enquiries.id} = key ->> 0 and ${waiting()})`,
    ),
    ctx.db
      .update(enquiries)
      .set({ remindedTs: ctx.now })
      .where(and(sql`${enquiries.id} in ${ids}`, waiting())),
  ];
}

/** Spelt out, so that the index of new enquiries serves it: `enquiries_new`. */
const waiting = (): SQL => sql`${enquiries.state} = 'new' and ${enquiries.remindedTs} is null`;

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
        waiting(),
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
    .limit(RUN_LIMIT);
  return rows.map(({ learner: person, ...row }) => ({
    ...row,
    learner: person ?? { firstName: "", lastName: "" },
  }));
}
