import { type Column, type GetColumnData, getTableName } from "drizzle-orm";
import { type BoundSql, constantSql, joinSql } from "./bound-sql";

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

/** Columns of several tables. */
export type JoinedSelection<T extends Record<string, Columns>> = {
  columns: BoundSql;
  /** The row of each table. All values are null where a left join found none. */
  parse(row: Record<string, unknown>): { [table in keyof T]: Row<T[table]> };
};

export function defineJoinedSelection<T extends Record<string, Columns>>(tables: T): JoinedSelection<T> {
  const toNames = (table: string, columns: Columns) =>
    Object.keys(columns).map((name) => [name, `${table}.${name}`] as const);
  const parts = Object.entries(tables).map(([table, columns]) => {
    const names = toNames(table, columns);
    const { columns: list, parse } = defineSelection(
      Object.fromEntries(names.map(([name, alias]) => [alias, columns[name] as Column])),
    );
    return { table, names, list, parse };
  });
  return {
    columns: joinSql(
      parts.map(({ list }) => list),
      ", ",
    ),
    parse(row) {
      for (const { parse } of parts) parse(row);
      const rows = parts.map(({ table, names }) => [
        table,
        Object.fromEntries(names.map(([name, alias]) => [name, row[alias]])),
      ]);
      return Object.fromEntries(rows) as { [table in keyof T]: Row<T[table]> };
    },
  };
}
