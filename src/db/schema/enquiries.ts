import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { APPOINTMENT_STATES, ENQUIRY_STATES, LEARNERS, SIDES } from "@/shared/codes";
import { LOCALES } from "@/shared/i18n/locales";
import { listings } from "./listings";
import { requests } from "./requests";
import { users } from "./users";

export const enquiries = sqliteTable(
  "enquiries",
  {
    id: text().primaryKey(),
    /** Null once the listing was erased with its owner; the learner keeps the conversation. */
    listingId: text("listing_id").references(() => listings.id),
    /**
     * Each side is null once that user is erased; an enquiry without both sides is erased. A guest's enquiry has no
     * teacher before it is confirmed, so no query of a teacher finds it.
     */
    teacherId: text("teacher_id").references(() => users.id),
    learnerId: text("learner_id").references(() => users.id),
    /**
     * The teacher who had blocked the sender, so no query of that teacher finds the enquiry. The sender's first message
     * after the block moves it to `teacher_id`.
     */
    undeliveredTeacherId: text("undelivered_teacher_id").references(() => users.id),
    /** When that side blocked the other one, in all conversations of the two (`setBlock`); null if it does not. */
    teacherBlockedTs: integer("teacher_blocked_ts"),
    learnerBlockedTs: integer("learner_blocked_ts"),
    /**
     * The learner's request that the teacher answered with it: its first message is the teacher's. Null for others, and
     * once the request is erased.
     */
    requestId: text("request_id").references(() => requests.id),
    /** The sender without an account: name, e-mail address and language of mails; null for a learner. */
    guestName: text("guest_name"),
    guestEmail: text("guest_email"),
    guestLocale: text("guest_locale", { enum: LOCALES }),
    /** Who the lessons are for, and of a child the grade; null if the sender did not say. */
    learnerWho: text("learner_who", { enum: LEARNERS }),
    learnerGrade: integer("learner_grade"),
    /**
     * The address of a parent who gets copies, given by a learner under 18. Once the parent stops them, it is null and its
     * keyed hash remains, so that the learner cannot start them again.
     */
    parentEmail: text("parent_email"),
    parentStopKey: text("parent_stop_key"),
    /** When a guest followed the mailed link; the teacher sees the enquiry only from then on. Null for a learner. */
    confirmedTs: integer("confirmed_ts"),
    /** When the sender was offered other teachers, or it was too late or not needed. */
    offeredTs: integer("offered_ts"),
    /** When the teacher was reminded to answer. */
    remindedTs: integer("reminded_ts"),
    state: text({ enum: ENQUIRY_STATES }).notNull(),
    /** When it reached the teacher; until a guest confirms it, when it was written. */
    createdTs: integer("created_ts").notNull(),
    /** When the teacher first answered. */
    answeredTs: integer("answered_ts"),
    /**
     * When the teacher, since then, first wrote at least 20 characters to the sender, in any conversation of the two: such
     * an answer counts in the reply share.
     */
    fullAnswerTs: integer("full_answer_ts"),
    /**
     * When it begins to count in the teacher's reply share, 48 hours after it reached the teacher. Null if it never counts,
     * because the sender had written to the teacher before.
     */
    countsFromTs: integer("counts_from_ts"),
    /** Whether the reply share was computed after that time (`refreshReplies`). */
    isCounted: integer("is_counted", { mode: "boolean" }).notNull().default(false),
    /** When the newest message was written or the lesson changed; the batch of that sets it. */
    lastMessageTs: integer("last_message_ts").notNull(),
    /** When the teacher marked it as won. */
    wonTs: integer("won_ts"),
    /** When the learner was invited to write a review, reminded of it, or asked not to be. */
    reviewInvitedTs: integer("review_invited_ts"),
    reviewRemindedTs: integer("review_reminded_ts"),
    reviewDeclinedTs: integer("review_declined_ts"),
    /** When the next mail that asks for a review is due; null if none is. */
    reviewMailTs: integer("review_mail_ts"),
    /**
     * Whether a review that its guest wrote is stored and not withdrawn; the guest's data is kept as long
     * (`refreshGuestReviewFlagsStatement`).
     */
    hasGuestReview: integer("has_guest_review", { mode: "boolean" }).notNull().default(false),
    teacherReadTs: integer("teacher_read_ts"),
    learnerReadTs: integer("learner_read_ts"),
    /**
     * Whether the newest message is the learner's, and the teacher neither filed the conversation since then nor said
     * that it needs no answer.
     */
    awaitsAnswer: integer("awaits_answer", { mode: "boolean" }).notNull().default(true),
    /** The latest end (ms) of all lessons that were proposed in it; null without any. The batch of a proposal sets it. */
    lessonTs: integer("lesson_ts"),
  },
  (table) => [
    index("enquiries_teacher").on(table.teacherId, table.lastMessageTs),
    index("enquiries_learner").on(table.learnerId, table.lastMessageTs),
    // For erasing a teacher.
    index("enquiries_undelivered")
      .on(table.undeliveredTeacherId)
      .where(sql`undelivered_teacher_id is not null`),
    // For the list of blocked persons.
    index("enquiries_blocked_by_teacher").on(table.teacherId).where(sql`teacher_blocked_ts is not null`),
    index("enquiries_blocked_by_learner").on(table.learnerId).where(sql`learner_blocked_ts is not null`),
    // One answer of each teacher to a request.
    uniqueIndex("enquiries_request").on(table.requestId, table.teacherId).where(sql`request_id is not null`),
    // For the texts of a teacher's answers.
    index("enquiries_teacher_answers")
      .on(table.teacherId, table.createdTs)
      .where(sql`request_id is not null`),
    index("enquiries_listing").on(table.listingId, table.learnerId),
    index("enquiries_guest").on(table.guestEmail).where(sql`guest_email is not null`),
    // For the erasure of guest data.
    index("enquiries_guest_last")
      .on(table.lastMessageTs)
      .where(sql`guest_email is not null and confirmed_ts is not null and has_guest_review = 0`),
    // For the follow-up list.
    index("enquiries_new").on(table.createdTs).where(sql`state = 'new'`),
    // For the reminder about unanswered enquiries.
    index("enquiries_to_remind")
      .on(table.createdTs)
      .where(sql`state = 'new' and reminded_ts is null and full_answer_ts is null`),
    // For the offer of other teachers.
    index("enquiries_to_offer")
      .on(table.createdTs)
      .where(
        sql`state = 'new' and offered_ts is null and (learner_id is not null or confirmed_ts is not null)`,
      ),
    // For the sweep of unconfirmed enquiries.
    index("enquiries_unconfirmed")
      .on(table.createdTs)
      .where(sql`guest_email is not null and confirmed_ts is null`),
    // For the invitations to write a review.
    index("enquiries_review_mail").on(table.reviewMailTs).where(sql`review_mail_ts is not null`),
    // For the median reply time of a teacher, computed from the newest answers.
    index("enquiries_answered").on(table.teacherId, table.answeredTs).where(sql`answered_ts is not null`),
    // For the reply share of a teacher, and for the job that computes it.
    index("enquiries_share")
      .on(table.teacherId, table.countsFromTs, table.id)
      .where(sql`counts_from_ts is not null`),
    index("enquiries_to_count")
      .on(table.countsFromTs)
      .where(sql`counts_from_ts is not null and is_counted = 0`),
    // For the count on every page of a signed-in user (`countUnreadConversations` of auth/sessions): each contains only
    // the rows that it counts.
    index("enquiries_open_teacher")
      .on(table.teacherId)
      .where(
        sql`state <> 'spam' and (last_message_ts > coalesce(teacher_read_ts, 0)
          or (awaits_answer and coalesce(learner_id, guest_email) is not null))`,
      ),
    index("enquiries_unread_learner")
      .on(table.learnerId)
      .where(sql`last_message_ts > coalesce(learner_read_ts, 0)`),
    // For a user's calendar.
    index("enquiries_teacher_lessons").on(table.teacherId, table.lessonTs).where(sql`lesson_ts is not null`),
    index("enquiries_learner_lessons").on(table.learnerId, table.lessonTs).where(sql`lesson_ts is not null`),
  ],
);

/** First lessons that the two sides of an enquiry agree on. */
export const appointments = sqliteTable(
  "appointments",
  {
    id: text().primaryKey(),
    enquiryId: text("enquiry_id")
      .notNull()
      .references(() => enquiries.id),
    proposedBy: text("proposed_by", { enum: SIDES }).notNull(),
    /** The next proposal turns an accepted lesson that is over into `past`; until then `getAppointmentState` says so. */
    state: text({ enum: APPOINTMENT_STATES }).notNull(),
    /** The proposed starts (ms), one to three, in order. */
    times: text({ mode: "json" }).$type<number[]>().notNull(),
    /** The accepted start (ms); stays when the lesson is cancelled. */
    time: integer(),
    minutes: integer().notNull(),
    /** `ONLINE`, or where; empty once one of the sides was erased. */
    place: text().notNull(),
    /** Who cancelled it; null if it was not, or by an erasure. */
    cancelledBy: text("cancelled_by", { enum: SIDES }),
    /** Why it was cancelled or withdrawn; else empty. */
    reason: text().notNull().default(""),
    /** Why the proposal would move the accepted lesson, whatever became of it; empty for others. */
    moveReason: text("move_reason").notNull().default(""),
    /** What each side answered when it was over: whether the lesson took place. */
    teacherTookPlace: integer("teacher_took_place", { mode: "boolean" }),
    learnerTookPlace: integer("learner_took_place", { mode: "boolean" }),
    /** Whether the other side had blocked its author, who alone sees it. */
    isUndelivered: integer("is_undelivered", { mode: "boolean" }).notNull().default(false),
    createdTs: integer("created_ts").notNull(),
    updatedTs: integer("updated_ts").notNull(),
    /**
     * For its event in calendars (RFC 5545): the lessons of the conversation that were over when it was accepted, one
     * event each, and all earlier appointments, each of which the next one replaces in the event.
     */
    eventNumber: integer("event_number").notNull().default(0),
    earlierCount: integer("earlier_count").notNull().default(0),
    /**
     * When the next notice of `sendAppointmentNotices` is due: the reminder until the lesson begins, the question after
     * it ends, or news that it was cancelled. Null if none is.
     */
    noticeTs: integer("notice_ts"),
  },
  (table) => [
    index("appointments_enquiry").on(table.enquiryId, table.createdTs),
    // One proposal at a time. The batch that accepts it ends the lesson before it.
    uniqueIndex("appointments_proposed").on(table.enquiryId).where(sql`state = 'proposed'`),
    index("appointments_notice").on(table.noticeTs).where(sql`notice_ts is not null`),
  ],
);

export const messages = sqliteTable(
  "messages",
  {
    id: text().primaryKey(),
    enquiryId: text("enquiry_id")
      .notNull()
      .references(() => enquiries.id),
    author: text({ enum: SIDES }).notNull(),
    text: text().notNull(),
    createdTs: integer("created_ts").notNull(),
    /** Whether the other side had blocked its author, who alone sees it. */
    isUndelivered: integer("is_undelivered", { mode: "boolean" }).notNull().default(false),
  },
  (table) => [index("messages_enquiry").on(table.enquiryId, table.createdTs)],
);
