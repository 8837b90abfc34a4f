import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import {
  type County,
  DISABLERS,
  type Language,
  type NotificationKind,
  ROLES,
  TOKEN_PURPOSES,
} from "@/shared/codes";
import { LOCALES } from "@/shared/i18n/locales";
import type { Replies } from "@/shared/reply-time";
import type { Billing } from "@/shared/schemas/billing";

/** Times in ms since the epoch. A state is stored as its time: disabled means `disabled_ts is not null`. */
export const users = sqliteTable(
  "users",
  {
    id: text().primaryKey(),
    /** In lower case. */
    email: text().notNull().unique(),
    emailVerifiedTs: integer("email_verified_ts"),
    /** `$argon2id$v=19$m=…,t=…,p=1$salt$hash`; null until a set-password link was followed. */
    passwordHash: text("password_hash"),
    role: text({ enum: ROLES }).notNull().default("u"),
    firstName: text("first_name").notNull().default(""),
    lastName: text("last_name").notNull().default(""),
    /** `YYYY-MM-DD` */
    birthDate: text("birth_date"),
    signupTs: integer("signup_ts").notNull(),
    disabledTs: integer("disabled_ts"),
    /**
     * Who disabled the account: its user, who can reactivate it by a mailed link, or an admin. Null while it is
     * enabled.
     */
    disabledBy: text("disabled_by", { enum: DISABLERS }),
    canCreateAdmin: integer("can_create_admin", { mode: "boolean" }).notNull().default(false),
    /** The picture's file extension, or null. */
    profilePicture: text("profile_picture"),
    /** When the picture was stored: the version in its URL, whose path stays the same. */
    pictureTs: integer("picture_ts"),
    locale: text({ enum: LOCALES }).notNull().default("en"),
    /** The kinds of notifications that the user turned off, by mail and as push messages. */
    mailOff: text("mail_off", { mode: "json" }).$type<NotificationKind[]>().notNull().default([]),
    pushOff: text("push_off", { mode: "json" }).$type<NotificationKind[]>().notNull().default([]),
    /** The billing details of the last order, or as changed since; null before the first. */
    billing: text({ mode: "json" }).$type<Billing>(),
    /** Counts the addresses of the user's calendar feed: only that of the last one works. Null without a feed. */
    calendarFeed: integer("calendar_feed"),
    /** The day (`YYYY-MM-DD`) of the last mail with the admin's tasks; null if the admin does not want them. */
    taskDigestDay: text("task_digest_day"),
    /**
     * Median response time (s) of the last answered enquiries; null until five were answered. The batch of an answer
     * computes it (`updateReplyMedianStatement`).
     */
    replyMedianS: integer("reply_median_s"),
    /**
     * How many of the teacher's last enquiries were answered within 48 hours, of at most 20; null below 5. The job
     * `refresh-replies` and the batch of a changed state compute it (`refreshRepliesStatements`).
     */
    replies: text({ mode: "json" }).$type<Replies>(),
    /** When the job `pause-silent-teachers` looks next whether the teacher answers; null if that is not needed. */
    answerCheckTs: integer("answer_check_ts"),
    /** Whether a request of the user was opened that is erased by now: further ones are not the first. */
    hadRequestOpened: integer("had_request_opened", { mode: "boolean" }).notNull().default(false),
    /** When the teacher was last asked to answer or to pause; null since the listings were paused. */
    answerAskedTs: integer("answer_asked_ts"),
    /** When the listings were last paused because enquiries were not answered. */
    answerPausedTs: integer("answer_paused_ts"),
    /**
     * The number of the teacher's published reviews, the sum of their ratings, and how many have one to five stars.
     * `refreshRatingsStatements` computes them.
     */
    reviewCount: integer("review_count").notNull().default(0),
    ratingSum: integer("rating_sum").notNull().default(0),
    starCounts: text("star_counts", { mode: "json" }).$type<number[]>().notNull().default([0, 0, 0, 0, 0]),
    /**
     * When the last of the teacher's badges ends, without and with certificates of integrity only; null without one
     * (`refreshBadgesStatement`). A badge without an end has the largest safe integer.
     */
    checkedUntilTs: integer("checked_until_ts"),
    integrityUntilTs: integer("integrity_until_ts"),
  },
  (table) => [
    // For the admins' list, newest first, of all or of one role.
    index("users_signup").on(table.signupTs),
    index("users_role").on(table.role, table.signupTs),
    index("users_disabled").on(table.signupTs).where(sql`disabled_ts is not null`),
    // For the job that looks whether teachers answer.
    index("users_answer_check").on(table.answerCheckTs).where(sql`answer_check_ts is not null`),
    // For the search index, which has to follow when a badge ends.
    index("users_checked").on(table.checkedUntilTs).where(sql`checked_until_ts is not null`),
    index("users_integrity").on(table.integrityUntilTs).where(sql`integrity_until_ts is not null`),
  ],
);

export const teacherInformation = sqliteTable(
  "teacher_information",
  {
    userId: text("user_id")
      .primaryKey()
      .references(() => users.id),
    /** E.164 */
    phoneNumber: text("phone_number"),
    /** Whether those who see the number may write to it on WhatsApp. */
    whatsapp: integer({ mode: "boolean" }).notNull().default(false),
    /** A public text about the teacher, of several lines. */
    about: text().notNull().default(""),
    county: text().$type<County>(),
    neighbourhood: text().notNull().default(""),
    qualifications: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    job: text().notNull().default(""),
    employer: text().notNull().default(""),
    highSchool: text("high_school").notNull().default(""),
    bachelors: text().notNull().default(""),
    masters: text().notNull().default(""),
    doctorate: text().notNull().default(""),
    /** Whole years. */
    experienceJob: integer("experience_job").notNull().default(0),
    experienceTeaching: integer("experience_teaching").notNull().default(0),
    /** Languages of the lessons, in the order of LANGUAGES; at least one. */
    languages: text({ mode: "json" }).$type<Language[]>().notNull().default(["ro"]),
  },
  (table) => [
    // For the follow-up list.
    index("teacher_information_incomplete").on(table.userId).where(sql`county is null`),
  ],
);

/** A refresh token that was exchanged for the next one at `ts` (ms). */
export type SpentToken = { hash: string; ts: number };

export const sessions = sqliteTable(
  "sessions",
  {
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** SHA-256 of the refresh token, base64url. The session's id is derived from the constant half of the token. */
    tokenHash: text("token_hash").notNull().unique(),
    /** Earlier refresh tokens whose grace period may not be over. */
    spentTokens: text("spent_tokens", { mode: "json" }).$type<SpentToken[]>().notNull().default([]),
    createdTs: integer("created_ts").notNull(),
    lastSeenTs: integer("last_seen_ts").notNull(),
    idleExpiresTs: integer("idle_expires_ts").notNull(),
    absoluteExpiresTs: integer("absolute_expires_ts").notNull(),
    remember: integer({ mode: "boolean" }).notNull(),
    userAgent: text("user_agent").notNull().default(""),
    country: text().notNull().default(""),
    /** Keyed hash of the device cookie of the browser that signed in; null without the cookie. */
    deviceKey: text("device_key"),
  },
  (table) => [
    index("sessions_user").on(table.userId),
    index("sessions_idle_end").on(table.idleExpiresTs),
    index("sessions_absolute_end").on(table.absoluteExpiresTs),
  ],
);

/** Tokens of mailed links, valid once. */
export const oneTimeTokens = sqliteTable(
  "one_time_tokens",
  {
    tokenHash: text("token_hash").primaryKey(),
    purpose: text({ enum: TOKEN_PURPOSES }).notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** The new address for `change_email`; null for other purposes. */
    email: text(),
    createdTs: integer("created_ts").notNull(),
    expiresTs: integer("expires_ts").notNull(),
    usedTs: integer("used_ts"),
  },
  (table) => [
    index("one_time_tokens_user").on(table.userId, table.purpose),
    index("one_time_tokens_end").on(table.expiresTs),
  ],
);

/** Two-step sign-in (RFC 6238) of the accounts that have it. */
export const twoStep = sqliteTable("two_step", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id),
  /** The key of the codes, encrypted. */
  key: text().notNull(),
  enabledTs: integer("enabled_ts").notNull(),
  /** Time steps whose code was used, while their code is still valid. */
  usedSteps: text("used_steps", { mode: "json" }).$type<number[]>().notNull(),
  /** Keyed hashes of the recovery codes that were not used. */
  recoveryHashes: text("recovery_hashes", { mode: "json" }).$type<string[]>().notNull(),
});

/** Browsers that have signed in to an account. A sign-in from another one sends a mail. */
export const knownDevices = sqliteTable(
  "known_devices",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** Browser, system and country, as in "Firefox, Windows, RO". */
    device: text().notNull(),
    firstTs: integer("first_ts").notNull(),
    lastTs: integer("last_ts").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.device] })],
);
