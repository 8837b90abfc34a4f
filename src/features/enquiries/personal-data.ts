import { asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { exportRow } from "@/db/export-row";
import { appointments, enquiries, listings, messages, users } from "@/db/schema";
import { eraseMailsAboutStatements } from "@/features/mail";
import { closeReportsAboutLearnerStatement, closeReportsOfDeletedStatement } from "@/features/moderation";
import { erasePushesAboutStatement } from "@/features/notifications";
import type { Side } from "@/shared/codes";
import { toIsoTime, toTimestampJson } from "@/shared/format";
import { eraseAppointmentsStatements } from "./close-appointments";
import { findStateForSide, formatSideName, getOtherSide, hidesAnswer } from "./names";
import { addressedTeacherSql } from "./queries";
import { IS_STILL_COUNTED_SQL } from "./refresh-replies";

/**
 * Matches enquiries that the user sent with the account, or as a guest from their verified mailbox. A condition on
 * `enquiries`.
 */
export const isEnquirySentBySql = (userId: string): SQL => sql`(learner_id = ${userId}
  or guest_email = (select email from users where id = ${userId} and email_verified_ts is not null))`;

/** Matches unconfirmed guest enquiries to the user. They have no teacher yet, but a listing of the user. */
const isUnconfirmedToSql = (userId: string): SQL => sql`(guest_email is not null and confirmed_ts is null
  and listing_id in (select id from listings where owner_id = ${userId}))`;

/** Matches enquiries deleted with the user, because no other person took part. A condition on `enquiries`. */
const isDeletedWithSql = (userId: string): SQL => sql`(
  (teacher_id = ${userId} and learner_id is null and guest_email is null)
  or (undelivered_teacher_id = ${userId} and learner_id is null and guest_email is null)
  or (${isEnquirySentBySql(userId)} and teacher_id is null)
  or ${isUnconfirmedToSql(userId)}
)`;

/** A subquery of the audit subjects of the enquiries that are deleted with the user. */
export const erasedEnquirySubjectsSql = (userId: string): SQL =>
  sql`(select ${auditSubject("enquiry", enquiries.id)} from ${enquiries} where ${isDeletedWithSql(userId)})`;

/**
 * Erases a user from enquiries: name, messages, listing, and the mails about these enquiries. The other side's messages
 * stay; an enquiry without any side is deleted. Must run before listings and accounts are erased.
 */
export function eraseEnquiriesStatements(ctx: Ctx, userId: string): Statement[] {
  const { db } = ctx;
  const involvesUserSql = sql`(teacher_id = ${userId} or ${isEnquirySentBySql(userId)} or ${isUnconfirmedToSql(userId)})`;
  const subjects = sql`(select ${auditSubject("enquiry", enquiries.id)} from ${enquiries} where ${involvesUserSql})`;
  return [
    ...eraseMailsAboutStatements(ctx, subjects),
    erasePushesAboutStatement(ctx, subjects),
    closeReportsAboutLearnerStatement(ctx, isEnquirySentBySql(userId)),
    closeReportsOfDeletedStatement(ctx, sql`(select id from ${enquiries} where ${isDeletedWithSql(userId)})`),
    db.run(sql`delete from ${messages} where enquiry_id in (
      select id from ${enquiries} where ${isDeletedWithSql(userId)}
    )`),
    db.run(sql`delete from ${messages}
      where author = 'teacher' and enquiry_id in (select id from ${enquiries} where teacher_id = ${userId})`),
    db.run(sql`delete from ${messages}
      where author = 'learner' and enquiry_id in (select id from ${enquiries} where ${isEnquirySentBySql(userId)})`),
    ...eraseAppointmentsStatements(ctx, involvesUserSql, isDeletedWithSql(userId)),
    db.run(sql`delete from ${enquiries} where ${isDeletedWithSql(userId)}`),
    db.run(sql`update ${enquiries} set listing_id = null
      where listing_id in (select id from listings where owner_id = ${userId})`),
    db.run(
      sql`update ${enquiries} set teacher_id = null, teacher_read_ts = null, teacher_blocked_ts = null where teacher_id = ${userId}`,
    ),
    db.run(sql`update ${enquiries} set undelivered_teacher_id = null, teacher_blocked_ts = null
      where undelivered_teacher_id = ${userId}`),
    db.run(sql`update ${enquiries}
      set learner_id = null, learner_read_ts = null, guest_name = null, guest_email = null, guest_locale = null,
        learner_blocked_ts = null, learner_who = null, learner_grade = null, parent_email = null, parent_stop_key = null,
        is_counted = ${IS_STILL_COUNTED_SQL}
      where ${isEnquirySentBySql(userId)}`),
  ];
}

/** Columns that are exported in another form, or are no data of a side. */
const NOT_EXPORTED = [
  "teacherId",
  "learnerId",
  "undeliveredTeacherId",
  "teacherBlockedTs",
  "learnerBlockedTs",
  "guestName",
  "guestEmail",
  "guestLocale",
  "teacherReadTs",
  "learnerReadTs",
  "hasGuestReview",
  "isCounted",
  "parentStopKey",
] as const;

/** The same of their lessons: the answers are exported as the user's own. */
const NO_APPOINTMENT_DATA = [
  "enquiryId",
  "isUndelivered",
  "noticeTs",
  "eventNumber",
  "earlierCount",
  "teacherTookPlace",
  "learnerTookPlace",
] as const;

/** Columns that are the data of one side only: reminders of the teacher, mails about a review of the learner. */
const DATA_OF = {
  teacher: ["reminded_ts", "awaits_answer", "won_ts", "full_answer_ts", "counts_from_ts"],
  learner: [
    "review_invited_ts",
    "review_reminded_ts",
    "review_declined_ts",
    "review_mail_ts",
    "parent_email",
    "offered_ts",
  ],
};

const teacher = alias(users, "teacher");
const learner = alias(users, "learner");

/**
 * A user's conversations as JSON for the data export, as the user sees them: whole threads with the other side's
 * visible name, also those that the user wrote as a guest.
 */
export async function exportEnquiries(ctx: Ctx, userId: string) {
  const involvesUserSql = sql`(teacher_id = ${userId} or ${isEnquirySentBySql(userId)})`;
  const isOfUser = ctx.db.select({ id: enquiries.id }).from(enquiries).where(involvesUserSql);
  const [rows, allMessages, allAppointments] = await Promise.all([
    ctx.db
      .select({
        enquiry: enquiries,
        title: listings.title,
        teacher: { firstName: teacher.firstName, lastName: teacher.lastName },
        learner: { firstName: learner.firstName, lastName: learner.lastName },
      })
      .from(enquiries)
      .leftJoin(listings, eq(listings.id, enquiries.listingId))
      .leftJoin(teacher, eq(teacher.id, addressedTeacherSql))
      .leftJoin(learner, eq(learner.id, enquiries.learnerId))
      .where(involvesUserSql)
      .orderBy(asc(enquiries.createdTs), asc(enquiries.id)),
    ctx.db
      .select()
      .from(messages)
      .where(inArray(messages.enquiryId, isOfUser))
      .orderBy(asc(messages.createdTs), asc(messages.id)),
    ctx.db
      .select()
      .from(appointments)
      .where(inArray(appointments.enquiryId, isOfUser))
      .orderBy(asc(appointments.createdTs), asc(appointments.id)),
  ]);
  const threads = Map.groupBy(allMessages, ({ enquiryId }) => enquiryId);
  const lessons = Map.groupBy(allAppointments, ({ enquiryId }) => enquiryId);
  const toAuthor = (author: Side | null, side: Side) => author && (author === side ? "you" : "other");
  return rows.map(({ enquiry, title, ...people }) => {
    const side = enquiry.teacherId === userId ? "teacher" : "learner";
    const { guestName, guestEmail, guestLocale } = enquiry;
    const asGuest = side === "learner" && guestEmail !== null;
    const isHidden = hidesAnswer(side, enquiry);
    const unconfirmed = guestEmail !== null && enquiry.confirmedTs === null;
    const otherSide =
      side === "teacher"
        ? (guestName ?? formatSideName(ctx.t, "learner", people.learner))
        : formatSideName(ctx.t, "teacher", people.teacher);
    return {
      ...exportRow(enquiries, enquiry, NOT_EXPORTED),
      side,
      // An unconfirmed enquiry has not reached a teacher.
      with: unconfirmed ? null : otherSide,
      guest: asGuest ? { name: guestName, email: guestEmail, locale: guestLocale } : null,
      listing_title: title,
      state: isHidden ? null : findStateForSide(side, enquiry.state),
      ...(isHidden ? { answered_ts: null } : {}),
      // Who blocked the user is the other side's data.
      blocked_ts: toTimestampJson(side === "teacher" ? enquiry.teacherBlockedTs : enquiry.learnerBlockedTs),
      read_ts: toTimestampJson(side === "teacher" ? enquiry.teacherReadTs : enquiry.learnerReadTs),
      ...Object.fromEntries(DATA_OF[getOtherSide(side)].map((name) => [name, null])),
      messages: (threads.get(enquiry.id) ?? []).flatMap((message) =>
        message.author === side || !message.isUndelivered
          ? {
              _id: message.id,
              author: toAuthor(message.author, side),
              text: message.text,
              created_ts: toTimestampJson(message.createdTs),
            }
          : [],
      ),
      appointments: (lessons.get(enquiry.id) ?? []).flatMap((lesson) =>
        lesson.proposedBy === side || !lesson.isUndelivered
          ? {
              ...exportRow(appointments, lesson, NO_APPOINTMENT_DATA),
              proposed_by: toAuthor(lesson.proposedBy, side),
              cancelled_by: toAuthor(lesson.cancelledBy, side),
              times: lesson.times.map(toIsoTime),
              time: lesson.time && toIsoTime(lesson.time),
              took_place: side === "teacher" ? lesson.teacherTookPlace : lesson.learnerTookPlace,
            }
          : [],
      ),
    };
  });
}
