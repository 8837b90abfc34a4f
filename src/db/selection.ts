import { type Column, type GetColumnData, getTableName } from "drizzle-orm";
import { type BoundSql, constantSql } from "./bound-sql";

type Columns = Record<string, Column>;
type Row<C extends Columns> = { [name in keyof C]: GetColumnData<C[name]> };

/** Columns of a query in `BoundSql`. */
export type Selection<C extends Columns> = {
  /** The list after `select`: each column under its name in the app. */
  columns: BoundSql;
  /** Parses the JSON and booleans of a row, in place. */
  parse(row: Record<string, unknown>): Row<C>;
};

export function defineSelection<C extends Columns>(columns: C): Selection<C> {
  const entries = Object.entries(columns);
  const list = entries.map(([name, column]) => `${getTableName(column.table)}.${column.name} as "${name}"`);
  const encoded = entries.filter(([, { dataType }]) => dataType === "json" || dataType === "boolean");
  return {
    columns: constantSql(list.join(", ")),
    parse(row) {
      for (const [name, column] of encoded) {
        if (row[name] !== null) row[name] = column.mapFromDriverValue(row[name]);
      }
      return row as Row<C>;
    },
  };
}
