import { getTableColumns } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { toTimestampJson } from "@/shared/format";

/**
 * A row as JSON for the export of its user's data: the selected columns by their names in the database, `id` as `_id`,
 * times (`…_ts`) as in the API. `without` are selected columns that the export leaves out.
 */
export function exportRow<T extends SQLiteTable, Row extends Partial<T["$inferSelect"]>>(
  table: T,
  row: Row,
  without: readonly (keyof Row)[] = [],
): Record<string, unknown> {
  const columns = getTableColumns(table);
  const exported = Object.entries(row).filter(([key]) => !without.some((omitted) => omitted === key));
  return Object.fromEntries(
    exported.map(([key, value]) => {
      const name = columns[key]?.name ?? key;
      const isTime = name.endsWith("_ts") && typeof value === "number";
      return [name === "id" ? "_id" : name, isTime ? toTimestampJson(value) : value];
    }),
  );
}
