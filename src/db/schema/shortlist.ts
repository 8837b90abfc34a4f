import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./users";

/** The shortlists of accounts. Visitors without an account have theirs in a cookie. */
export const shortlistEntries = sqliteTable(
  "shortlist_entries",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** No foreign key: an entry stays until its user removes it, also when the listing is erased. */
    listingId: text("listing_id").notNull(),
    /** The user's private note. */
    note: text().notNull().default(""),
    createdTs: integer("created_ts").notNull(),
    /** Counts the saves of the note. */
    version: integer().notNull().default(1),
  },
  (table) => [primaryKey({ columns: [table.userId, table.listingId] })],
);
