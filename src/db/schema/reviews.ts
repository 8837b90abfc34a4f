import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  type Level,
  REPORT_OUTCOMES,
  REVIEW_AUTHOR_ROLES,
  REVIEW_HOLD_RULES,
  REVIEW_LESSONS,
  REVIEW_REASONS,
  REVIEW_STATES,
  SIGHTING_KINDS,
  type Subject,
  VERIFICATION_KINDS,
  VERIFICATION_REASONS,
  VERIFICATION_STATES,
} from "@/shared/codes";
import { LOCALES } from "@/shared/i18n/locales";
import { enquiries } from "./enquiries";
import { listings } from "./listings";
import { users } from "./users";

/** Reviews of teachers. After a change of published ones, `refreshRatingsStatements` counts the teacher's again. */
export const reviews = sqliteTable(
  "reviews",
  {
    id: text().primaryKey(),
    /** Null once the enquiry was erased. */
    enquiryId: text("enquiry_id").references(() => enquiries.id, { onDelete: "set null" }),
    teacherId: text("teacher_id")
      .notNull()
      .references(() => users.id),
    /** Null once the listing was erased. */
    listingId: text("listing_id").references(() => listings.id, { onDelete: "set null" }),
    /** The author: an account, or a guest by the keyed hash of the e-mail address. Exactly one of the two. */
    learnerId: text("learner_id").references(() => users.id),
    guestKey: text("guest_key"),
    subject: text().$type<Subject>().notNull(),
    level: text().$type<Level>(),
    /** 1 to 5. */
    rating: integer().notNull(),
    text: text().notNull(),
    /**
     * While an admin may have to decide about an edited review: its text before the edits, which was public or which an
     * admin decided about. Null after a decision about the review, and after an edit without open reports or objections.
     */
    earlierText: text("earlier_text"),
    /** Language of the page on which it was written. */
    locale: text({ enum: LOCALES }).notNull(),
    lessons: text({ enum: REVIEW_LESSONS }).notNull(),
    /** The displayed name, such as "Maria P."; null to display the role instead. */
    authorName: text("author_name"),
    authorRole: text("author_role", { enum: REVIEW_AUTHOR_ROLES }).notNull(),
    state: text({ enum: REVIEW_STATES }).notNull(),
    /** Why it was held; null if no rule applied. */
    holdRule: text("hold_rule", { enum: REVIEW_HOLD_RULES }),
    createdTs: integer("created_ts").notNull(),
    editedTs: integer("edited_ts"),
    /** When it was first published: its position in lists. */
    publishedTs: integer("published_ts"),
    /** The last decision of an admin, with its reason if it was rejected or removed. */
    decidedTs: integer("decided_ts"),
    decidedBy: text("decided_by").references(() => users.id),
    reason: text({ enum: REVIEW_REASONS }),
    reasonText: text("reason_text").notNull().default(""),
    /** The author's objection to a rejection or removal. At most one. */
    objectionTs: integer("objection_ts"),
    objectionText: text("objection_text").notNull().default(""),
    /** When an admin answered the objection. */
    objectionDecidedTs: integer("objection_decided_ts"),
    /** The teacher's public answer; the text is "" without one. */
    replyText: text("reply_text").notNull().default(""),
    replyCreatedTs: integer("reply_created_ts"),
    replyEditedTs: integer("reply_edited_ts"),
    /** Increases with every write. */
    version: integer().notNull().default(1),
  },
  (table) => [
    // One live review per author and teacher.
    uniqueIndex("reviews_learner")
      .on(table.learnerId, table.teacherId)
      .where(sql`learner_id is not null and state <> 'withdrawn'`),
    uniqueIndex("reviews_guest")
      .on(table.guestKey, table.teacherId)
      .where(sql`guest_key is not null and state <> 'withdrawn'`),
    // For the reviews of a guest, also withdrawn ones.
    index("reviews_guest_key").on(table.guestKey).where(sql`guest_key is not null`),
    index("reviews_author").on(table.learnerId, table.createdTs).where(sql`learner_id is not null`),
    index("reviews_enquiry").on(table.enquiryId),
    index("reviews_listing").on(table.listingId),
    // For the reviews of a teacher, newest first: those about a subject, and all; and for their distribution.
    index("reviews_subject")
      .on(table.teacherId, table.subject, table.publishedTs, table.id)
      .where(sql`state = 'published'`),
    index("reviews_published")
      .on(table.teacherId, table.publishedTs, table.id)
      .where(sql`state = 'published'`),
    // For the rule on several reviews of a teacher within a day, and for the teacher's own list.
    index("reviews_teacher").on(table.teacherId, table.createdTs),
    // For admins, by state and last text.
    index("reviews_state").on(table.state, sql`coalesce(edited_ts, created_ts)`),
    index("reviews_objections")
      .on(table.objectionTs)
      .where(sql`objection_ts is not null and objection_decided_ts is null`),
    index("reviews_decided_by").on(table.decidedBy).where(sql`decided_by is not null`),
  ],
);

/** Reports of reviews. Open until an admin upholds or dismisses them. */
export const reviewReports = sqliteTable(
  "review_reports",
  {
    id: text().primaryKey(),
    reviewId: text("review_id")
      .notNull()
      .references(() => reviews.id),
    /** Null for a visitor without an account and for an erased user. */
    reporterId: text("reporter_id").references(() => users.id),
    reason: text({ enum: REVIEW_REASONS }).notNull(),
    text: text().notNull().default(""),
    createdTs: integer("created_ts").notNull(),
    outcome: text({ enum: REPORT_OUTCOMES }),
    decidedTs: integer("decided_ts"),
    decidedBy: text("decided_by").references(() => users.id),
    /** The admin's explanation to the reporter. */
    decisionText: text("decision_text").notNull().default(""),
    /** The teacher's objection to a dismissal. At most one. */
    objectionTs: integer("objection_ts"),
    objectionText: text("objection_text").notNull().default(""),
    objectionDecidedTs: integer("objection_decided_ts"),
  },
  (table) => [
    index("review_reports_review").on(table.reviewId, table.createdTs),
    index("review_reports_open").on(table.createdTs).where(sql`outcome is null`),
    index("review_reports_objections")
      .on(table.objectionTs)
      .where(sql`objection_ts is not null and objection_decided_ts is null`),
    index("review_reports_reporter").on(table.reporterId).where(sql`reporter_id is not null`),
    index("review_reports_decided_by").on(table.decidedBy).where(sql`decided_by is not null`),
  ],
);

/** One row with the number and the sum of all published ratings, for the site's mean (`refreshRatingsStatements`). */
export const siteRating = sqliteTable("site_rating", {
  id: integer().primaryKey(),
  reviewCount: integer("review_count").notNull(),
  ratingSum: integer("rating_sum").notNull(),
});

/**
 * Browsers and networks that a teacher used in the last 30 days, as keyed hashes: a review from one of them is held.
 * Deleted 30 days after the last use.
 */
export const teacherSightings = sqliteTable(
  "teacher_sightings",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    kind: text({ enum: SIGHTING_KINDS }).notNull(),
    /** Keyed hash of the device cookie or of the network. */
    key: text().notNull(),
    lastTs: integer("last_ts").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.kind, table.key] }),
    // For the deletion of old rows.
    index("teacher_sightings_last").on(table.lastTs),
  ],
);

/** Documents that a teacher had checked. The files are deleted after the decision; what was seen stays. */
export const verifications = sqliteTable(
  "verifications",
  {
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    kind: text({ enum: VERIFICATION_KINDS }).notNull(),
    /** The study, qualification or language that the document proves. */
    proves: text().notNull().default(""),
    state: text({ enum: VERIFICATION_STATES }).notNull(),
    /** Object names below private/verifications/{user id}/, `{name}.{id}.{ext}`, in order. Empty after the decision. */
    files: text({ mode: "json" }).$type<string[]>().notNull(),
    /** The files that each admin opened, by the admin's id. Empty after the decision. */
    openedFiles: text("opened_files", { mode: "json" })
      .$type<Record<string, string[]>>()
      .notNull()
      .default({}),
    /** Who issued the document, and its date (`YYYY-MM-DD`), as the admin read them. */
    issuer: text().notNull().default(""),
    documentDate: text("document_date"),
    /** The teacher's full name that the admin compared with the document. The badge counts under this name only. */
    checkedName: text("checked_name"),
    reason: text({ enum: VERIFICATION_REASONS }),
    reasonText: text("reason_text").notNull().default(""),
    createdTs: integer("created_ts").notNull(),
    decidedTs: integer("decided_ts"),
    decidedBy: text("decided_by").references(() => users.id),
    /** When the badge ends; null for one without an end. */
    endsTs: integer("ends_ts"),
    /** When the teacher was reminded of the end. */
    remindedTs: integer("reminded_ts"),
    version: integer().notNull().default(1),
  },
  (table) => [
    index("verifications_user").on(table.userId, table.createdTs),
    // One open request per kind.
    uniqueIndex("verifications_open").on(table.userId, table.kind).where(sql`state = 'pending'`),
    index("verifications_queue").on(table.state, table.createdTs),
    // For the reminders.
    index("verifications_ending")
      .on(table.endsTs)
      .where(sql`state = 'approved' and ends_ts is not null and reminded_ts is null`),
    index("verifications_decided_by").on(table.decidedBy).where(sql`decided_by is not null`),
  ],
);
