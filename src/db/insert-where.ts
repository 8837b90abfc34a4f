import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db } from "./client";

/**
 * Inserts one row, but only where a condition holds when the statement runs: `insert … select … where`. A batch can't
 * stop halfway, so what depends on its first statement asks in this way whether that one did anything.
 */
export function insertWhere<T extends SQLiteTable>(
  db: Db,
  table: T,
  values: T["$inferInsert"],
  condition: SQL,
) {
  const given = values as Record<string, unknown>;
  const row = Object.entries(getTableColumns(table)).map(([key, column]) =>
    sql.param(given[key] === undefined ? (column.default ?? null) : given[key], column),
  );
  return db.insert(table).select(sql`select ${sql.join(row, sql`, `)} where ${condition}`);
}
