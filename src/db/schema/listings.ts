import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import {
  CHANGE_RULES,
  type County,
  DECISION_ORIGINS,
  type Format,
  type Level,
  LISTING_RESTRICTIONS,
  LISTING_STATES,
  type Location,
  type ModerationReason,
  OBJECTION_OUTCOMES,
  type SessionMinutes,
  type Slot,
  type StateReason,
  SUSPENDABLE_STATES,
  type Subject,
  TEXT_RULES,
  TRIALS,
} from "@/shared/codes";
import { LOCALES } from "@/shared/i18n/locales";
import { users } from "./users";

export const listings = sqliteTable(
  "listings",
  {
    /** The row's number in the search tables. Not public. */
    num: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    ownerId: text("owner_id")
      .notNull()
      .references(() => users.id),
    title: text().notNull().default(""),
    description: text().notNull().default(""),
    /** The language of title and description (`detectTextLanguage`), written with them; null if it is not known. */
    textLanguage: text("text_language", { enum: LOCALES }),
    subject: text().$type<Subject>().notNull(),
    levels: text({ mode: "json" }).$type<Level[]>().notNull().default([]),
    locations: text({ mode: "json" }).$type<Location[]>().notNull().default([]),
    online: integer({ mode: "boolean" }).notNull().default(false),
    /** Null only in a draft. */
    county: text().$type<County>(),
    neighbourhood: text().notNull().default(""),
    /** The exact point; pages show it rounded to about 500 m. */
    latitude: real(),
    longitude: real(),
    /** Bani for one session; null only in a draft. */
    price: integer(),
    sessionMinutes: integer("session_minutes").$type<SessionMinutes>().notNull().default(60),
    /** Times at which lessons are possible, in the order of SLOTS; empty if the teacher does not say. */
    availability: text({ mode: "json" }).$type<Slot[]>().notNull().default([]),
    formats: text({ mode: "json" }).$type<Format[]>().notNull().default(["individual"]),
    trial: text({ enum: TRIALS }).notNull().default("none"),
    /** Whether the teacher issues an invoice or receipt. */
    receipt: integer({ mode: "boolean" }).notNull().default(false),
    /** Whether a parent may be present at lessons. */
    parentPresent: integer("parent_present", { mode: "boolean" }).notNull().default(false),
    /** Bani per hour, rounded to the ban; computed from `price` and `session_minutes` on each write. */
    pricePerHour: integer("price_per_hour"),
    state: text({ enum: LISTING_STATES }).notNull(),
    /**
     * Why it was rejected, suspended or paused by the site, the main reason first; `state_note` is the admin's
     * explanation.
     */
    stateReasons: text("state_reasons", { mode: "json" }).$type<StateReason[]>(),
    stateNote: text("state_note").notNull().default(""),
    /** The rule that held the text when it was submitted; null if none did, and after an approval. */
    holdRule: text("hold_rule", { enum: TEXT_RULES }),
    /** The state before a suspension, which `reinstateListing` restores; null otherwise. */
    suspendedFrom: text("suspended_from", { enum: SUSPENDABLE_STATES }),
    /** The state before an admin removed it, which `reinstateListing` restores; null otherwise. */
    removedFrom: text("removed_from", { enum: LISTING_STATES }),
    createdTs: integer("created_ts").notNull(),
    updatedTs: integer("updated_ts").notNull(),
    submittedTs: integer("submitted_ts"),
    publishedTs: integer("published_ts"),
    renewedTs: integer("renewed_ts"),
    expiresTs: integer("expires_ts"),
    deletedTs: integer("deleted_ts"),
    /** Days before the expiry of the last reminder (14, 3, 0); null without a reminder in this period. */
    expiryNotice: integer("expiry_notice"),
    /** When the content was erased, thirty days after deletion. The row stays, because its URL answers 410. */
    erasedTs: integer("erased_ts"),
    /** Increases with every write. An edit sends the version that it saw. */
    version: integer().notNull().default(1),
  },
  (table) => [
    index("listings_owner").on(table.ownerId, table.state),
    // For adding up statistics: thousands of listings a second, whose rows would be read from all over the table.
    index("listings_id_owner").on(table.id, table.ownerId),
    index("listings_queue").on(table.state, table.submittedTs),
    // For an admin's list of one state, and of expired listings.
    index("listings_changed").on(table.state, table.updatedTs),
    index("listings_expired").on(table.expiresTs).where(sql`state = 'published'`),
    // For due reminders and for purging deleted listings.
    index("listings_reminders").on(table.expiryNotice, table.expiresTs).where(sql`state = 'published'`),
    index("listings_deleted").on(table.deletedTs).where(sql`state = 'deleted' and erased_ts is null`),
  ],
);

/**
 * Revisions: new text of published listings, pending review or rejected. Each change of a revision increases the
 * listing's `version`. Approved, replaced and discarded revisions are deleted.
 */
export const listingRevisions = sqliteTable(
  "listing_revisions",
  {
    listingId: text("listing_id")
      .primaryKey()
      .references(() => listings.id),
    title: text().notNull(),
    description: text().notNull(),
    submittedTs: integer("submitted_ts").notNull(),
    /** The rule that held it. */
    holdRule: text("hold_rule", { enum: CHANGE_RULES }),
    /** Why it was rejected; `state_note` is the admin's explanation. Null while it is pending. */
    stateReasons: text("state_reasons", { mode: "json" }).$type<ModerationReason[]>(),
    stateNote: text("state_note").notNull().default(""),
  },
  (table) => [index("listing_revisions_queue").on(table.submittedTs).where(sql`state_reasons is null`)],
);

/**
 * Decisions of admins that restrict a listing, each with its statement of reasons (Regulation (EU) 2022/2065, art. 17).
 * An undo deletes its row.
 */
export const listingDecisions = sqliteTable(
  "listing_decisions",
  {
    id: text().primaryKey(),
    /** Null for the listing of an erased account: the row stays for the summary, without texts. */
    listingId: text("listing_id").references(() => listings.id),
    restriction: text({ enum: LISTING_RESTRICTIONS }).notNull(),
    /** The main reason first. */
    reasons: text({ mode: "json" }).$type<ModerationReason[]>().notNull(),
    /** The admin's explanation. */
    text: text().notNull(),
    /** What led to it: the rule that held the text, reports about it or about its teacher, or a check by the admin alone. */
    origin: text({ enum: DECISION_ORIGINS }).notNull(),
    decidedTs: integer("decided_ts").notNull(),
    /** Null for an erased admin. */
    decidedBy: text("decided_by").references(() => users.id),
    /** The owner's objection. At most one. */
    objectionTs: integer("objection_ts"),
    objectionText: text("objection_text").notNull().default(""),
    objectionOutcome: text("objection_outcome", { enum: OBJECTION_OUTCOMES }),
    objectionDecidedTs: integer("objection_decided_ts"),
    /** The admin's answer to the objection. */
    objectionAnswer: text("objection_answer").notNull().default(""),
  },
  (table) => [
    index("listing_decisions_listing").on(table.listingId, table.decidedTs),
    index("listing_decisions_decided").on(table.decidedTs),
    index("listing_decisions_objections")
      .on(table.objectionTs)
      .where(sql`objection_ts is not null and objection_decided_ts is null`),
    index("listing_decisions_decided_by").on(table.decidedBy).where(sql`decided_by is not null`),
  ],
);

/** Pictures. No foreign key to listings, because the picture of an unsaved form has no listing yet. */
export const listingImages = sqliteTable(
  "listing_images",
  {
    id: text().primaryKey(),
    listingId: text("listing_id").notNull(),
    ownerId: text("owner_id")
      .notNull()
      .references(() => users.id),
    /** File name below images/listings/{listing id}/, with its extension. */
    file: text().notNull(),
    /**
     * The folder of the picture's objects, new for each replacement of a picture of this name. Null for generated
     * names, whose objects have no such folder.
     */
    version: text(),
    width: integer().notNull(),
    height: integer().notNull(),
    alt: text().notNull().default(""),
    /** Position in the listing; null for an unplaced picture. */
    position: integer(),
    createdTs: integer("created_ts").notNull(),
  },
  (table) => [
    index("listing_images_listing").on(table.listingId, table.position),
    // For erasing a user and exporting their data.
    index("listing_images_owner").on(table.ownerId),
    // For `sweepUnusedPictures`.
    index("listing_images_loose").on(table.createdTs).where(sql`position is null`),
  ],
);

/**
 * Search entries: one row for each visible listing, computed from it and its owner by the batch that changes either
 * (`reindexListingsStatements`). A trigger deletes the rows of removed entries from the full text
 * tables `listings_fts`, `listings_by_price` and `listings_by_rating`, which the migration defines.
 */
export const searchEntries = sqliteTable(
  "search_entries",
  {
    /**
     * Position in the order `newest`, from the time of publication and `num` (`newestPositionSql` of
     * db/search-positions).
     */
    position: integer().primaryKey(),
    num: integer().notNull().unique(),
    subject: text().$type<Subject>().notNull(),
    county: text().$type<County>().notNull(),
    /** Bit n is the nth code of LEVELS. */
    levels: integer().notNull(),
    /** Bit n is the nth of FLAG_FILTERS. */
    flags: integer().notNull(),
    pricePerHour: integer("price_per_hour").notNull(),
    /** Position of the teacher's rating in the order `rating`: thousandths of the weighted mean. */
    ratingKey: integer("rating_key").notNull(),
    expiresTs: integer("expires_ts").notNull(),
    /** The point in steps of the grid of shared/geo. Without a point, the county seat's. */
    y: integer().notNull(),
    x: integer().notNull(),
    /** The listing's card as JSON: the view `listing_cards` (`refreshCardsStatement`). */
    card: text().notNull(),
  },
  (table) => [index("search_entries_expiry").on(table.expiresTs, table.num, table.subject, table.county)],
);

/**
 * Words of titles and descriptions of listings, by their number of letters: what mistyped words of searches are
 * corrected to. The job `refresh-search-words` computes them from `listings_words`, a view of the full text index that
 * the migration defines.
 */
export const searchWords = sqliteTable("search_words", {
  length: integer().primaryKey(),
  /** The most frequent word first. Words of titles are not in `descriptions`. */
  titles: text({ mode: "json" }).$type<string[]>().notNull(),
  descriptions: text({ mode: "json" }).$type<string[]>().notNull(),
});

/**
 * Numbers of search entries by subject and county, also of those that have expired and are not removed yet. The batch
 * that changes an entry changes them (`reindexListingsStatements`). WITHOUT ROWID, which the migration adds by hand.
 */
export const listingCounts = sqliteTable(
  "listing_counts",
  {
    /** "" for any subject or county. */
    subject: text().$type<Subject | "">().notNull(),
    county: text().$type<County | "">().notNull(),
    listings: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.subject, table.county] })],
);
