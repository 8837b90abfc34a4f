import { getTableColumns, is, SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db } from "./client";

/** A row to insert, each value given or computed by the statement. */
type Row<T extends SQLiteTable> = { [K in keyof T["$inferInsert"]]: T["$inferInsert"][K] | SQL };

/**
 * Inserts one row, but only where a condition holds when the statement runs: `insert … select … where`. A batch can't
 * stop halfway, so what depends on its first statement asks in this way whether that one did anything.
 * With `from` the condition and the values may speak of that table's rows, and each that fits makes a row.
 */
export function insertWhere<T extends SQLiteTable>(
  db: Db,
  table: T,
  values: Row<T>,
  condition: SQL,
  from?: SQLiteTable,
) {
  const given = values as Record<string, unknown>;
  const row = Object.entries(getTableColumns(table)).map(([key, column]) => {
    const value = given[key] === undefined ? (column.default ?? null) : given[key];
    return is(value, SQL) ? value : sql.param(value, column);
  });
  const source = from ? sql` from ${from}` : sql``;
  return db.insert(table).select(sql`select ${sql.join(row, sql`, `)}${source} where ${condition}`);
}
