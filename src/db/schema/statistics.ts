import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * What was counted in some seconds, as it comes from the requests: by listing id, how often each of STATISTICS_KINDS
 * happened. A job folds it into the days. Both tables hold many listings in a row, since D1 bills and bears rows.
 * This one is WITHOUT ROWID (written by hand in its migration), which saves the row of an index.
 */
export const statisticsParcels = sqliteTable("statistics_parcels", {
  /** Made where the counting was, so that a parcel that is sent twice counts once. */
  id: text().primaryKey(),
  madeTs: integer("made_ts").notNull(),
  day: text().notNull(),
  counts: text({ mode: "json" }).$type<Record<string, number[]>>().notNull(),
});

/**
 * What was counted in a day (of Bucharest), for the listings of many owners in one row: by listing number, as above.
 * Which owners share a row follows from their ids (`toStatisticsBlock`), so that one owner's days lie side by side.
 */
export const statisticsDays = sqliteTable(
  "statistics_days",
  {
    block: integer().notNull(),
    day: text().notNull(),
    counts: text({ mode: "json" }).$type<Record<string, number[]>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.block, table.day] })],
);
