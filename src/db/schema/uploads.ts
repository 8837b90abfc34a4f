import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./users";

/** Resumable uploads (tus 1.0), open or completed, of the last 24 hours. */
export const uploads = sqliteTable(
  "uploads",
  {
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** The storage path from the client. */
    path: text().notNull(),
    filetype: text().notNull().default(""),
    /** Announced and received bytes. */
    length: integer().notNull(),
    received: integer().notNull().default(0),
    /** Keys of the parts in the bucket, in order. */
    parts: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    createdTs: integer("created_ts").notNull(),
    expiresTs: integer("expires_ts").notNull(),
    /** When the complete file was stored, and its path, with the extension from the server. */
    storedTs: integer("stored_ts"),
    storedPath: text("stored_path"),
  },
  (table) => [
    index("uploads_user").on(table.userId, table.createdTs),
    index("uploads_end").on(table.expiresTs),
  ],
);
