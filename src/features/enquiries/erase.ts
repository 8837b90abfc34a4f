import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { enquiries, messages } from "@/db/schema";
import { eraseMailsAbout } from "@/features/mail";

/**
 * Matches enquiries that the user sent with the account, or as a guest from their verified mailbox. A condition on
 * `enquiries`.
 */
export const learnerIs = (userId: string): SQL => sql`(learner_id = ${userId}
  or guest_email = (select email from users where id = ${userId} and email_verified_ts is not null))`;

/** What no guest confirmed has no teacher yet; of whose it would be it holds the listing. */
const unconfirmedTo = (userId: string): SQL => sql`(guest_email is not null and confirmed_ts is null
  and listing_id in (select id from listings where owner_id = ${userId}))`;

/** Matches enquiries deleted with the user, because no other person took part. A condition on `enquiries`. */
const goesWith = (userId: string): SQL => sql`(
  (teacher_id = ${userId} and learner_id is null and guest_email is null)
  or (${learnerIs(userId)} and teacher_id is null)
  or ${unconfirmedTo(userId)}
)`;

/** A subquery of what the audit log calls the enquiries that go with a person (`auditSubject`). */
export const enquiriesGoneWith = (userId: string): SQL =>
  sql`(select ${auditSubject("enquiry", enquiries.id)} from ${enquiries} where ${goesWith(userId)})`;

/**
 * Takes a person out of their enquiries: name, words, the listing that was theirs, and what mails to the other side say
 * of them. What the other side wrote stays theirs; an enquiry without any side is gone. Stands before whatever erases
 * listings and accounts.
 */
export function eraseEnquiries(ctx: Pick<Ctx, "db">, userId: string): Statement[] {
  const { db } = ctx;
  const theirs = sql`(teacher_id = ${userId} or ${learnerIs(userId)} or ${unconfirmedTo(userId)})`;
  return [
    ...eraseMailsAbout(
      ctx,
      sql`(select ${auditSubject("enquiry", enquiries.id)} from ${enquiries} where ${theirs})`,
    ),
    db.run(sql`delete from ${messages} where enquiry_id in (
      select id from ${enquiries} where ${goesWith(userId)}
    )`),
    db.run(sql`delete from ${messages}
      where author = 'teacher' and enquiry_id in (select id from ${enquiries} where teacher_id = ${userId})`),
    db.run(sql`delete from ${messages}
      where author = 'learner' and enquiry_id in (select id from ${enquiries} where ${learnerIs(userId)})`),
    db.run(sql`delete from ${enquiries} where ${goesWith(userId)}`),
    db.run(sql`update ${enquiries} set listing_id = null
      where listing_id in (select id from listings where owner_id = ${userId})`),
    db.run(
      sql`update ${enquiries} set teacher_id = null, teacher_read_ts = null where teacher_id = ${userId}`,
    ),
    db.run(sql`update ${enquiries}
      set learner_id = null, learner_read_ts = null, guest_name = null, guest_email = null, guest_locale = null
      where ${learnerIs(userId)}`),
  ];
}
