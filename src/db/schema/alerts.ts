import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { ALERT_FREQUENCIES } from "@/shared/codes";
import { LOCALES } from "@/shared/i18n/locales";
import { users } from "./users";

/**
 * Distinct filters of alerts. Alerts with the same filters share one row, so that a new listing is compared with it
 * once. A trigger (`alerts_after_delete`) deletes it with the last of its alerts.
 */
export const alertFilters = sqliteTable("alert_filters", {
  id: integer().primaryKey({ autoIncrement: true }),
  /** The query string of the list, in the order of `toFilterQuery`, without the sort order. */
  query: text().notNull().unique(),
});

/**
 * The index from a listing to the filters that may want it, by subject and county (`computeFilterKeys`). WITHOUT ROWID,
 * which the migration adds by hand.
 */
export const alertFilterKeys = sqliteTable(
  "alert_filter_keys",
  {
    key: text().notNull(),
    filtersId: integer("filters_id")
      .notNull()
      .references(() => alertFilters.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.key, table.filtersId] }),
    // For the deletion of a filter.
    index("alert_filter_keys_filters").on(table.filtersId),
  ],
);

/** Alerts: searches whose new listings are mailed. An ended alert is deleted. */
export const alerts = sqliteTable(
  "alerts",
  {
    id: text().primaryKey(),
    filtersId: integer("filters_id")
      .notNull()
      .references(() => alertFilters.id),
    /** The recipient: an account, or the e-mail address and language of a visitor without one. Exactly one of the two. */
    userId: text("user_id").references(() => users.id),
    email: text(),
    locale: text({ enum: LOCALES }),
    frequency: text({ enum: ALERT_FREQUENCIES }).notNull(),
    createdTs: integer("created_ts").notNull(),
    /** When the mailed link was confirmed; no digest before. For an account, when it was created. */
    confirmedTs: integer("confirmed_ts"),
    pausedTs: integer("paused_ts"),
    /** When the next digest is due. */
    nextDigestTs: integer("next_digest_ts").notNull(),
    /** The last match (`alert_matches.seq`) that a digest contained, or that existed when the alert was created. */
    sentSeq: integer("sent_seq").notNull(),
    /** When a link of a digest was last opened; at first the confirmation. */
    openedTs: integer("opened_ts").notNull(),
    /** When a mail asked whether to keep the alert, because no link was opened for months. */
    keepAskedTs: integer("keep_asked_ts"),
  },
  (table) => [
    // One alert for the same filters and recipient.
    uniqueIndex("alerts_user").on(table.userId, table.filtersId).where(sql`user_id is not null`),
    uniqueIndex("alerts_email").on(table.email, table.filtersId).where(sql`email is not null`),
    index("alerts_filters").on(table.filtersId),
    // For the digests that are due.
    index("alerts_due").on(table.nextDigestTs).where(sql`confirmed_ts is not null and paused_ts is null`),
    // For the sweep of unconfirmed alerts.
    index("alerts_unconfirmed").on(table.createdTs).where(sql`confirmed_ts is null`),
    // For the mails that ask whether to keep an alert.
    index("alerts_unopened")
      .on(table.openedTs)
      .where(sql`confirmed_ts is not null and keep_asked_ts is null`),
    // For the end of alerts that were not kept.
    index("alerts_keep_asked").on(table.keepAskedTs).where(sql`keep_asked_ts is not null`),
  ],
);

/** Listings that were published and not yet compared with the alerts. */
export const alertQueue = sqliteTable("alert_queue", {
  /** `listings.num` */
  listingNum: integer("listing_num").primaryKey(),
  publishedTs: integer("published_ts").notNull(),
  /** The filters up to this id were compared with it. */
  afterFiltersId: integer("after_filters_id").notNull().default(0),
});

/**
 * New listings by the filters that they match, in the order in which they were found. Deleted when every digest that
 * could contain them was sent.
 */
export const alertMatches = sqliteTable(
  "alert_matches",
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    filtersId: integer("filters_id")
      .notNull()
      .references(() => alertFilters.id, { onDelete: "cascade" }),
    listingNum: integer("listing_num").notNull(),
    createdTs: integer("created_ts").notNull(),
  },
  (table) => [
    index("alert_matches_filters").on(table.filtersId, table.seq),
    index("alert_matches_created").on(table.createdTs),
  ],
);
