import type { SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db, Statement } from "./client";
import { insertWhere } from "./insert-where";
import { staleMedia } from "./schema";

/**
 * Notes objects of the bucket that this batch lets go of (a key that ends in "/" means all below it). `commit` removes
 * them right after the batch; a job tries again where that failed. `now` in ms.
 */
export const letGoOf = (db: Db, keys: readonly string[], now: number): Statement[] =>
  keys.map((key) => db.insert(staleMedia).values({ key, createdTs: now }).onConflictDoNothing());

/** The same for one key, where a condition holds; with `from` both may speak of that table's rows. `now` in ms. */
export const letGoWhere = (
  db: Db,
  key: string | SQL,
  now: number,
  condition: SQL,
  from?: SQLiteTable,
): Statement => insertWhere(db, staleMedia, { key, createdTs: now }, condition, from).onConflictDoNothing();
