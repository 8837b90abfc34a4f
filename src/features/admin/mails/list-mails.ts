import { and, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { isSetAsideSql } from "@/db/is-set-aside-sql";
import { paginateByTime } from "@/db/paginate-by-time";
import { contactMessages, enquiries, mailOutbox, teacherInformation, users } from "@/db/schema";
import { hasContentSql, isFailedOrLateMailSql } from "@/features/mail";
import { explainMail } from "@/features/users";

const PAGE = 20;
/** The teachers of the conversations. */
const teachers = alias(users, "teachers");

/**
 * All mail to the address `to`, or without it mail that failed or is late; the newest first. `after` is the `next` of
 * the previous page; an invalid value means the first page. An index bounds the mails that are read.
 */
export async function listMails(ctx: Ctx, { to, after }: { to: string; after?: string | undefined }) {
  requireAdmin(ctx);
  const { id, recipient, subject, createdTs } = mailOutbox;
  const { attempts, nextAttemptTs, state, sentTs, lastError, linkExpiresTs, about } = mailOutbox;
  const page = paginateByTime({ ts: createdTs, id, size: PAGE }, { after });
  const found = await ctx.db
    .select({
      id,
      recipient,
      subject,
      createdTs,
      attempts,
      nextAttemptTs,
      state,
      sentTs,
      lastError,
      linkExpiresTs,
      about,
      user: { id: users.id, firstName: users.firstName, lastName: users.lastName },
      phone: teacherInformation.phoneNumber,
      /** The name of a recipient without an account, as given with what the mail is about; null if it is unknown. */
      name: sql<
        string | null
      >`coalesce(iif(${enquiries.guestEmail} = ${recipient}, ${enquiries.guestName}, null),
        (select name from ${contactMessages} where ${about} = 'contact:' || ${contactMessages.id}
          and ${contactMessages.email} = ${recipient}))`,
      /** The teacher of the conversation that the mail is about, and its listing. */
      teacher: { id: teachers.id, firstName: teachers.firstName, lastName: teachers.lastName },
      listingId: enquiries.listingId,
      isReported: sql`exists (select 1 from reports where reports.enquiry_id = ${enquiries.id})`.mapWith(
        Boolean,
      ),
      hasContent: sql`${hasContentSql}`.mapWith(Boolean),
      isSetAside: isSetAsideSql(
        ctx.now,
        "mail_undelivered",
        sql`mail_outbox.id`,
        sql`mail_outbox.next_attempt_ts`,
      ),
    })
    .from(mailOutbox)
    .leftJoin(users, eq(users.email, recipient))
    .leftJoin(teacherInformation, eq(teacherInformation.userId, users.id))
    .leftJoin(enquiries, sql`${about} glob 'enquiry:*' and ${enquiries.id} = substr(${about}, 9)`)
    .leftJoin(teachers, eq(teachers.id, enquiries.teacherId))
    .where(and(to ? eq(recipient, to) : isFailedOrLateMailSql(ctx.now), page.within))
    .orderBy(...page.orderBy)
    .limit(page.limit);
  const { rows, next } = page.toPage(found, (mail) => ({ ts: mail.createdTs, id: mail.id }));
  return {
    mails: rows.map((mail) => {
      const { status, ...explained } = explainMail(mail, ctx.now);
      return { ...mail, ...explained, status: status === "waiting" && !to ? ("late" as const) : status };
    }),
    next,
  };
}

export type ListedMails = Awaited<ReturnType<typeof listMails>>;
