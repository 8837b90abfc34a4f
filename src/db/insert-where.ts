import { getTableColumns, is, SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db } from "./client";

/** A row to insert; values may be SQL expressions. */
type Row<T extends SQLiteTable> = { [K in keyof T["$inferInsert"]]: T["$inferInsert"][K] | SQL };

/**
 * Inserts one row if the guard holds when the statement runs: `insert … select … where`. With `from` the guard and the
 * values may use that table's columns, and each matching row makes one.
 */
export function insertWhere<T extends SQLiteTable>(
  db: Db,
  table: T,
  values: Row<T>,
  guard: SQL,
  from?: SQLiteTable,
) {
  const rowValues = values as Record<string, unknown>;
  const row = Object.entries(getTableColumns(table)).map(([key, column]) => {
    const value = rowValues[key] === undefined ? (column.default ?? null) : rowValues[key];
    return is(value, SQL) ? value : sql.param(value, column);
  });
  const source = from ? sql` from ${from}` : sql``;
  return db.insert(table).select(sql`select ${sql.join(row, sql`, `)}${source} where ${guard}`);
}
