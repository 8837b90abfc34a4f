import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { enquiries, mailOutbox, messages } from "@/db/schema";
import { eraseMailsAbout } from "@/features/mail";
import { paths } from "@/shared/paths";

/** The mails that quote one side to the other. */
const QUOTING = ["enquiry_new", "enquiry_answered", "enquiry_message"];

/**
 * Takes a person out of their enquiries: name, words, the listing that was theirs, and what mails to the other side say
 * of them. What the other side wrote stays theirs; an enquiry without any side is gone. Stands before whatever erases
 * listings and accounts.
 */
export function eraseEnquiriesOf(ctx: Pick<Ctx, "db">, userId: string): Statement[] {
  const { db } = ctx;
  const theirs = sql`(teacher_id = ${userId} or learner_id = ${userId})`;
  const path = paths.enquiry("");
  return [
    ...eraseMailsAbout(ctx, {
      templates: QUOTING,
      recipients: othersAddresses(userId),
      among: sql`exists (
        select 1 from ${enquiries} where ${theirs} and instr(${mailOutbox.text}, ${path} || ${enquiries.id}) > 0
      )`,
    }),
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

const othersAddresses = (userId: string): SQL => sql`(
  select email from users where id in (
    select teacher_id from ${enquiries} where learner_id = ${userId}
    union select learner_id from ${enquiries} where teacher_id = ${userId}
  ))`;
