import { sql } from "drizzle-orm";
import { index, integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import {
  type County,
  type Level,
  LISTING_STATES,
  type Location,
  MODERATION_REASONS,
  REPORT_OUTCOMES,
  REPORT_REASONS,
  type SessionMinutes,
  SUSPENDABLE_STATES,
  type Subject,
} from "@/shared/codes";
import { users } from "./users";

export const listings = sqliteTable(
  "listings",
  {
    /** The row's own number, for the search tables; never leaves the database. */
    num: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    ownerId: text("owner_id")
      .notNull()
      .references(() => users.id),
    title: text().notNull().default(""),
    description: text().notNull().default(""),
    subject: text().$type<Subject>().notNull(),
    levels: text({ mode: "json" }).$type<Level[]>().notNull().default([]),
    locations: text({ mode: "json" }).$type<Location[]>().notNull().default([]),
    online: integer({ mode: "boolean" }).notNull().default(false),
    /** Null only in a draft. */
    county: text().$type<County>(),
    neighbourhood: text().notNull().default(""),
    /** Exact; shown only rounded to about 500 m. */
    latitude: real(),
    longitude: real(),
    /** Bani for one session; null only in a draft. */
    price: integer(),
    sessionMinutes: integer("session_minutes").$type<SessionMinutes>().notNull().default(60),
    /** Bani an hour, rounded to the ban; derived from price and session_minutes on each write. */
    pricePerHour: integer("price_per_hour"),
    state: text({ enum: LISTING_STATES }).notNull(),
    /** Why it was returned or suspended, and the admin's own words. */
    stateReason: text("state_reason", { enum: MODERATION_REASONS }),
    stateNote: text("state_note").notNull().default(""),
    /** What a suspended listing was before, and is again once it is reinstated; null while it is not suspended. */
    suspendedFrom: text("suspended_from", { enum: SUSPENDABLE_STATES }),
    createdTs: integer("created_ts").notNull(),
    updatedTs: integer("updated_ts").notNull(),
    submittedTs: integer("submitted_ts"),
    publishedTs: integer("published_ts"),
    renewedTs: integer("renewed_ts"),
    expiresTs: integer("expires_ts"),
    deletedTs: integer("deleted_ts"),
    /** How many days ahead its owner was last told of the coming end (14, 3, 0); null since the last renewal. */
    expiryNotice: integer("expiry_notice"),
    /** When all that it said was removed, thirty days after it was deleted; the row stays to answer 410. */
    purgedTs: integer("purged_ts"),
    /** Rises by one with every write; a write names the version that it saw. */
    version: integer().notNull().default(1),
  },
  (table) => [
    index("listings_owner").on(table.ownerId, table.state),
    index("listings_queue").on(table.state, table.submittedTs),
    // For an admin's list of one state, and of what expired.
    index("listings_changed").on(table.state, table.updatedTs),
    index("listings_expired").on(table.expiresTs).where(sql`state = 'published'`),
    // For due reminders and for purging deleted listings.
    index("listings_reminders").on(table.expiryNotice, table.expiresTs).where(sql`state = 'published'`),
    index("listings_deleted").on(table.deletedTs).where(sql`state = 'deleted' and purged_ts is null`),
  ],
);

/**
 * Revisions: new text of published listings that waits for a review. The published text stays meanwhile.
 * They change only together with the listing's `version`. Gone once they are approved, replaced or given up.
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
    /** Why it was returned, and the admin's explanation; null while it waits. */
    stateReason: text("state_reason", { enum: MODERATION_REASONS }),
    stateNote: text("state_note").notNull().default(""),
  },
  (table) => [index("listing_revisions_queue").on(table.submittedTs).where(sql`state_reason is null`)],
);

/** What visitors say is wrong with a listing. Open until an admin upholds or dismisses it. */
export const reports = sqliteTable(
  "reports",
  {
    id: text().primaryKey(),
    listingId: text("listing_id")
      .notNull()
      .references(() => listings.id),
    /** Null for a visitor without an account, and once that person was erased. */
    reporterId: text("reporter_id").references(() => users.id),
    reason: text({ enum: REPORT_REASONS }).notNull(),
    text: text().notNull().default(""),
    createdTs: integer("created_ts").notNull(),
    outcome: text({ enum: REPORT_OUTCOMES }),
    decidedTs: integer("decided_ts"),
    /** The admin who decided. */
    decidedBy: text("decided_by").references(() => users.id),
  },
  (table) => [
    index("reports_listing").on(table.listingId, table.createdTs),
    index("reports_open").on(table.createdTs).where(sql`outcome is null`),
    index("reports_reporter").on(table.reporterId).where(sql`reporter_id is not null`),
    index("reports_decided_by").on(table.decidedBy).where(sql`decided_by is not null`),
  ],
);

/** A picture may come before its listing by one form (kept while the form is being mended), hence no foreign key. */
export const listingImages = sqliteTable(
  "listing_images",
  {
    id: text().primaryKey(),
    listingId: text("listing_id").notNull(),
    ownerId: text("owner_id")
      .notNull()
      .references(() => users.id),
    /** The file's name below images/listings/{listing id}/, with its extension. */
    file: text().notNull(),
    /**
     * Which of the pictures of this name it is: the folder that its objects have to themselves. Null where the name is
     * given once, and the objects stand right under it.
     */
    version: text(),
    width: integer().notNull(),
    height: integer().notNull(),
    alt: text().notNull().default(""),
    /** Place in the listing's order; null while it belongs to an unsaved form. */
    position: integer(),
    createdTs: integer("created_ts").notNull(),
  },
  (table) => [
    index("listing_images_listing").on(table.listingId, table.position),
    // For erasing a user and exporting their data.
    index("listing_images_owner").on(table.ownerId),
    // For the sweep of pictures that no listing took.
    index("listing_images_loose").on(table.createdTs).where(sql`position is null`),
  ],
);

/**
 * What search reads instead of the listings: one row for each visible one. Triggers keep `search_counts` in step, and
 * take what leaves out of the full text tables (`listings_fts`, `listings_by_price`), which stand in the migration.
 */
export const searchEntries = sqliteTable(
  "search_entries",
  {
    /** The order of `newest`, from the time of publication and `num` (`POSITION_SQL` of features/listings/search-index/search-index). */
    position: integer().primaryKey(),
    num: integer().notNull().unique(),
    subject: text().$type<Subject>().notNull(),
    county: text().$type<County>().notNull(),
    /** Bit n is the nth code of LEVELS. */
    levels: integer().notNull(),
    /** Bit n is the nth code of LOCATIONS. */
    locations: integer().notNull(),
    online: integer({ mode: "boolean" }).notNull(),
    pricePerHour: integer("price_per_hour").notNull(),
    expiresTs: integer("expires_ts").notNull(),
    /** Where it is, rounded: steps of the grid of shared/geo. Without a point of its own, its county's seat. */
    y: integer().notNull(),
    x: integer().notNull(),
  },
  (table) => [index("search_entries_expiry").on(table.expiresTs)],
);

/**
 * How many listings there are of a subject or any in a county or any, of each price and in each geo cell: the
 * view `search_scopes` says in which of them a listing counts. WITHOUT ROWID (written by hand in its migration).
 */
export const searchCounts = sqliteTable("search_counts", {
  scope: text().primaryKey(),
  listings: integer().notNull(),
  /** The same by what the scope leaves open: an object from a signature of the view to a number. */
  sets: text().notNull(),
});
