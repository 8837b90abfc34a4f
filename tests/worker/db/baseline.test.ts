import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, it } from "vitest";
import * as schema from "@/db/schema";
import { bindings } from "../../helpers/app";

const tables = Object.values(schema)
  .filter((value) => is(value, SQLiteTable))
  .map((table) => getTableConfig(table));

async function names(sql: string, ...values: string[]): Promise<string[]> {
  const { results } = await bindings.DB.prepare(sql)
    .bind(...values)
    .all<{ name: string }>();
  return results.map(({ name }) => name).sort();
}

it("the migrations make every table of the schema with its columns and indexes", async () => {
  expect(tables.length).toBeGreaterThan(30);
  for (const { name, columns, indexes } of tables) {
    const migrated = await names("SELECT name FROM pragma_table_info(?)", name);
    expect(migrated, name).toEqual(columns.map((column) => column.name).sort());
    const indexNames = await names("SELECT name FROM pragma_index_list(?) WHERE origin = 'c'", name);
    const unique = columns.flatMap((column) => (column.isUnique ? [`${name}_${column.name}_unique`] : []));
    expect(indexNames, name).toEqual([...indexes.map((index) => index.config.name), ...unique].sort());
  }
});

it("the migrations make what the schema cannot describe: full-text tables, views and triggers", async () => {
  const createdNames = await names(
    "SELECT name FROM sqlite_schema WHERE type IN ('trigger', 'view') OR sql LIKE 'CREATE VIRTUAL TABLE%'",
  );
  expect(createdNames).toEqual([
    "alerts_after_delete",
    "listing_cards",
    "listings_by_price",
    "listings_by_rating",
    "listings_fts",
    "listings_words",
    "promotion_placements_after_delete",
    "promotions_fts",
    "search_entries_after_delete",
    "users_after_delete",
    "users_after_insert",
    "users_after_update",
    "users_fts",
  ]);
});
