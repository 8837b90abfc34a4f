import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Subject } from "@/shared/codes";
import type { PriceCells } from "@/shared/price-cells";

/**
 * The usual prices of visible listings, which the job `refresh-usual-prices` computes every night. One row for all cells
 * of a subject, because D1 bills by rows.
 */
export const usualPrices = sqliteTable("usual_prices", {
  subject: text().$type<Subject>().primaryKey(),
  computedTs: integer("computed_ts").notNull(),
  cells: text({ mode: "json" }).$type<PriceCells>().notNull(),
});

/**
 * The price index: the usual prices of each month at its end, rounded to 5 lei. A month is written once, by one statement,
 * with a row for each subject, and never changes.
 */
export const priceIndex = sqliteTable(
  "price_index",
  {
    /** `YYYY-MM`. */
    month: text().notNull(),
    subject: text().$type<Subject>().notNull(),
    cells: text({ mode: "json" }).$type<PriceCells>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.month, table.subject] }),
    // For the months of one subject.
    index("price_index_subject").on(table.subject, table.month),
  ],
);
