import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./users";

/** Resumable uploads (tus 1.0) that are under way or were finished within the day. */
export const uploads = sqliteTable(
  "uploads",
  {
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** The path at which the file is stored, as the client named it. */
    path: text().notNull(),
    filetype: text().notNull().default(""),
    /** Bytes announced, and bytes received. */
    length: integer().notNull(),
    received: integer().notNull().default(0),
    /** The parts' keys in the bucket, in order. */
    parts: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    createdTs: integer("created_ts").notNull(),
    expiresTs: integer("expires_ts").notNull(),
    /** When the whole file was stored, and where: the server names the final path. */
    storedTs: integer("stored_ts"),
    storedPath: text("stored_path"),
  },
  (table) => [
    index("uploads_user").on(table.userId, table.createdTs),
    index("uploads_end").on(table.expiresTs),
  ],
);
