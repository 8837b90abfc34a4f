import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { enquiries, messages } from "@/db/schema";
import { eraseMailsAbout } from "@/features/mail";

/**
 * Takes a person out of their enquiries: name, words, the listing that was theirs, and what mails to the other side say
 * of them. What the other side wrote stays theirs; an enquiry without any side is gone. Stands before whatever erases
 * listings and accounts.
 */
export function eraseEnquiriesOf(ctx: Pick<Ctx, "db">, userId: string): Statement[] {
  const { db } = ctx;
  const theirs = sql`(teacher_id = ${userId} or learner_id = ${userId})`;
  return [
    ...eraseMailsAbout(
      ctx,
      sql`(select ${auditSubject("enquiry", enquiries.id)} from ${enquiries} where ${theirs})`,
    ),
    db.run(sql`delete from ${messages} where enquiry_id in (
      select id from ${enquiries}
      where (teacher_id = ${userId} and learner_id is null) or (learner_id = ${userId} and teacher_id is null)
    )`),
    db.run(sql`delete from ${messages}
      where author = 'teacher' and enquiry_id in (select id from ${enquiries} where teacher_id = ${userId})`),
    db.run(sql`delete from ${messages}
      where author = 'learner' and enquiry_id in (select id from ${enquiries} where learner_id = ${userId})`),
    db.run(sql`delete from ${enquiries}
      where (teacher_id = ${userId} and learner_id is null) or (learner_id = ${userId} and teacher_id is null)`),
    db.run(sql`update ${enquiries} set listing_id = null
      where listing_id in (select id from listings where owner_id = ${userId})`),
    db.run(
      sql`update ${enquiries} set teacher_id = null, teacher_read_ts = null where teacher_id = ${userId}`,
    ),
    db.run(
      sql`update ${enquiries} set learner_id = null, learner_read_ts = null where learner_id = ${userId}`,
    ),
  ];
}
