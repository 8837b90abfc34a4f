import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Counts of a few seconds from one isolate: by listing id, a number for each of STATISTICS_KINDS. A job adds them to
 * the days. These tables store many listings in a row, because D1 bills by rows. This one and `statistics_deltas` are
 * WITHOUT ROWID (written by hand in the migration), which saves an index.
 */
export const statisticsBatches = sqliteTable("statistics_batches", {
  /** Created by the isolate, so that a batch sent twice counts once. */
  id: text().primaryKey(),
  createdTs: integer("created_ts").notNull(),
  day: text().notNull(),
  /** Empty once added to the deltas, until no isolate can send the batch again. */
  counts: text({ mode: "json" }).$type<Record<string, number[]>>().notNull(),
});

/**
 * Counts that the job took from the batches and has not yet merged into `statistics_days`, by listing number as there.
 * A day's rows hold every listing of the day, so writing them for each group of batches would be most of the work.
 */
export const statisticsDeltas = sqliteTable(
  "statistics_deltas",
  {
    block: integer().notNull(),
    day: text().notNull(),
    id: text().notNull(),
    counts: text({ mode: "json" }).$type<Record<string, number[]>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.block, table.day, table.id] })],
);

/**
 * What was counted in a day (of Bucharest), for the listings of many owners in one row: by listing number, as above.
 * Which owners share a row follows from their ids (`toStatisticsBlockSql`), so that one owner's days lie side by side.
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
