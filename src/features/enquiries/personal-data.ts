import { asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { enquiries, listings, messages, users } from "@/db/schema";
import { eraseMailsAbout } from "@/features/mail";
import { serializeTimestamp } from "@/shared/format";
import { shownState, sideName } from "./names";

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

const teacher = alias(users, "teacher");
const learner = alias(users, "learner");

/**
 * The conversations that a person takes part in, as JSON for their export: whole threads, as they themselves see them,
 * the other side by the name that may be shown; what they wrote as a guest from their mailbox as well.
 */
export async function exportEnquiries(ctx: Ctx, userId: string) {
  const theirs = sql`(teacher_id = ${userId} or ${learnerIs(userId)})`;
  const [rows, words] = await Promise.all([
    ctx.db
      .select({
        enquiry: enquiries,
        title: listings.title,
        teacher: { firstName: teacher.firstName, lastName: teacher.lastName },
        learner: { firstName: learner.firstName, lastName: learner.lastName },
      })
      .from(enquiries)
      .leftJoin(listings, eq(listings.id, enquiries.listingId))
      .leftJoin(teacher, eq(teacher.id, enquiries.teacherId))
      .leftJoin(learner, eq(learner.id, enquiries.learnerId))
      .where(theirs)
      .orderBy(asc(enquiries.createdTs), asc(enquiries.id)),
    ctx.db
      .select()
      .from(messages)
      .where(inArray(messages.enquiryId, ctx.db.select({ id: enquiries.id }).from(enquiries).where(theirs)))
      .orderBy(asc(messages.createdTs), asc(messages.id)),
  ]);
  const time = (ts: number | null) => (ts === null ? null : serializeTimestamp(ts));
  const threads = Map.groupBy(words, ({ enquiryId }) => enquiryId);
  return rows.map(({ enquiry, title, ...people }) => {
    const side = enquiry.teacherId === userId ? "teacher" : "learner";
    const { guestName, guestEmail, guestLocale } = enquiry;
    const asGuest = side === "learner" && guestEmail !== null;
    const unconfirmed = guestEmail !== null && enquiry.confirmedTs === null;
    const other =
      side === "teacher"
        ? (guestName ?? sideName(ctx.t, "learner", people.learner))
        : sideName(ctx.t, "teacher", people.teacher);
    return {
      _id: enquiry.id,
      side,
      // An unconfirmed enquiry has not reached a teacher.
      with: unconfirmed ? null : other,
      guest: asGuest ? { name: guestName, email: guestEmail, locale: guestLocale } : null,
      listing_id: enquiry.listingId,
      listing_title: title,
      state: shownState(side, enquiry.state),
      created_ts: serializeTimestamp(enquiry.createdTs),
      confirmed_ts: time(enquiry.confirmedTs),
      // Reminders to the teacher are the teacher's data only.
      reminded_ts: side === "teacher" ? time(enquiry.remindedTs) : null,
      answered_ts: time(enquiry.answeredTs),
      last_message_ts: serializeTimestamp(enquiry.lastMessageTs),
      read_ts: time(side === "teacher" ? enquiry.teacherReadTs : enquiry.learnerReadTs),
      messages: (threads.get(enquiry.id) ?? []).map((message) => ({
        _id: message.id,
        author: message.author === side ? "you" : "other",
        text: message.text,
        created_ts: serializeTimestamp(message.createdTs),
      })),
    };
  });
}
