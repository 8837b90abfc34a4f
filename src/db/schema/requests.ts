import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  type County,
  LEARNERS,
  type Level,
  REQUEST_CLOSE_REASONS,
  REQUEST_HOLD_RULES,
  REQUEST_REASONS,
  REQUEST_STATES,
  type Slot,
  type Subject,
} from "@/shared/codes";
import { LOCALES } from "@/shared/i18n/locales";
import { users } from "./users";

/** What learners look for. Teachers who fit answer with an enquiry that has the request's id. */
export const requests = sqliteTable(
  "requests",
  {
    id: text().primaryKey(),
    /** The author, whom teachers see only after they answered. */
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    subject: text().$type<Subject>().notNull(),
    level: text().$type<Level>().notNull(),
    /** Null for lessons online only. */
    county: text().$type<County>(),
    online: integer({ mode: "boolean" }).notNull(),
    /** Times at which lessons are possible, in the order of SLOTS; empty for any time. */
    availability: text({ mode: "json" }).$type<Slot[]>().notNull(),
    /** The most that the author pays, in bani an hour; null if they did not say. */
    maxPrice: integer("max_price"),
    learnerWho: text("learner_who", { enum: LEARNERS }).notNull(),
    learnerGrade: integer("learner_grade"),
    /** May be empty. */
    text: text().notNull(),
    /** Language of the page on which it was written. */
    locale: text({ enum: LOCALES }).notNull(),
    state: text({ enum: REQUEST_STATES }).notNull(),
    /** Why it waited for an admin; null if it opened at once. */
    holdRule: text("hold_rule", { enum: REQUEST_HOLD_RULES }),
    /** Why an admin rejected it, with the explanation. */
    reason: text({ enum: REQUEST_REASONS }),
    reasonText: text("reason_text").notNull().default(""),
    /** The admin who decided; null for an erased one. */
    decidedBy: text("decided_by").references(() => users.id),
    createdTs: integer("created_ts").notNull(),
    openedTs: integer("opened_ts"),
    /** When it was closed or rejected. */
    closedTs: integer("closed_ts"),
    closeReason: text("close_reason", { enum: REQUEST_CLOSE_REASONS }),
    /** Counted by the batch of each answer. */
    answerCount: integer("answer_count").notNull().default(0),
    /**
     * The teachers of listings up to this position (`search_entries.position`) were notified; null before it is open,
     * once all were, and when it is closed.
     */
    notifiedPosition: integer("notified_position"),
    /** Increases with each change of its state. A decision applies to the version that the admin read. */
    version: integer().notNull().default(1),
  },
  (table) => [
    // For the author's own, newest first.
    index("requests_user").on(table.userId, table.createdTs),
    // One for each subject, and the number of those that count towards the author's limit.
    uniqueIndex("requests_live").on(table.userId, table.subject).where(sql`state in ('pending', 'open')`),
    // For the lists of teachers: in a county, and online.
    index("requests_in_county").on(table.subject, table.county, table.openedTs).where(sql`state = 'open'`),
    index("requests_online").on(table.subject, table.openedTs).where(sql`state = 'open' and online`),
    // For lists of admins.
    index("requests_state").on(table.state, table.createdTs),
    // For the end of open requests.
    index("requests_open").on(table.openedTs).where(sql`state = 'open'`),
    // For the follow-up list.
    index("requests_unanswered").on(table.openedTs).where(sql`state = 'open' and answer_count = 0`),
    index("requests_to_notify").on(table.openedTs).where(sql`notified_position is not null`),
    // For the erasure of old ones.
    index("requests_closed").on(table.closedTs).where(sql`closed_ts is not null`),
    // For the rule that holds a text that was sent many times.
    index("requests_text").on(table.text, table.createdTs).where(sql`text <> ''`),
    index("requests_decided_by").on(table.decidedBy).where(sql`decided_by is not null`),
  ],
);

/** Listings that visitors see since a moment ago, or in another place: their teachers are told of the open requests. */
export const requestQueue = sqliteTable("request_queue", {
  /** `listings.num` */
  listingNum: integer("listing_num").primaryKey(),
});

/** Which teachers were told of which requests, at most once of each. */
export const requestNotices = sqliteTable(
  "request_notices",
  {
    requestId: text("request_id")
      .notNull()
      .references(() => requests.id),
    teacherId: text("teacher_id")
      .notNull()
      .references(() => users.id),
    createdTs: integer("created_ts").notNull(),
    /** The time (ms) of the daily mail that has it; null before. */
    digestTs: integer("digest_ts"),
  },
  (table) => [
    primaryKey({ columns: [table.requestId, table.teacherId] }),
    // For the number of a day.
    index("request_notices_teacher").on(table.teacherId, table.createdTs),
    // For the daily mails that are due.
    index("request_notices_due").on(table.createdTs).where(sql`digest_ts is null`),
    // For the sweep.
    index("request_notices_created").on(table.createdTs),
  ],
);
