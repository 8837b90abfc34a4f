import type { D1Database, D1PreparedStatement } from "@cloudflare/workers-types";
import { getTableColumns, getTableName, type Table } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/** Rows in a statement: far below D1's 2 MB for a bound value. */
const ROWS_PER_STATEMENT = 250;

/**
 * Statements that insert the rows of a table, many at a time as a JSON value: D1 takes 100 parameters in a statement,
 * which would be about ten rows with a parameter for each cell.
 */
export function insertRows<T extends Table>(
  db: D1Database,
  table: T,
  rows: readonly T["$inferInsert"][],
): D1PreparedStatement[] {
  const columns = getTableColumns(table) as Record<string, SQLiteColumn>;
  const keys = Object.keys(columns).filter((key) =>
    rows.some((row) => (row as Record<string, unknown>)[key] !== undefined),
  );
  const names = keys.map((key) => `"${columns[key]?.name}"`).join(", ");
  const values = keys.map((_, index) => `json_extract(value, '$[${index}]')`).join(", ");
  const statement = `insert into "${getTableName(table)}" (${names}) select ${values} from json_each(?) order by key`;
  const cells = rows.map((row) =>
    keys.map((key) => toStored(columns[key] as SQLiteColumn, (row as Record<string, unknown>)[key])),
  );
  const parts: D1PreparedStatement[] = [];
  for (let start = 0; start < cells.length; start += ROWS_PER_STATEMENT) {
    parts.push(db.prepare(statement).bind(JSON.stringify(cells.slice(start, start + ROWS_PER_STATEMENT))));
  }
  return parts;
}

/** A value as SQLite stores it: lists as JSON text, booleans as 0 and 1, undefined as the column's default. */
function toStored(column: SQLiteColumn, value: unknown): unknown {
  const content = value === undefined ? column.default : value;
  if (content === undefined || content === null) return null;
  const mapped = column.mapToDriverValue(content);
  return typeof mapped === "boolean" ? Number(mapped) : mapped;
}
