import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { County, Level, Subject } from "@/shared/codes";

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
  /** Counted searches by key (`toSearchKey`): their number, and how many found nothing. Emptied with `counts`. */
  searches: text({ mode: "json" })
    .$type<Record<string, [searches: number, empty: number]>>()
    .notNull()
    .default({}),
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

/**
 * Searches of a day (of Bucharest) by what was searched for, without words and without anything about the visitors.
 * Kept for 400 days. WITHOUT ROWID, which the migration adds by hand.
 */
export const searchDays = sqliteTable(
  "search_days",
  {
    day: text().notNull(),
    /** "" for any subject, level or county. */
    subject: text().$type<Subject | "">().notNull(),
    level: text().$type<Level | "">().notNull(),
    county: text().$type<County | "">().notNull(),
    online: integer({ mode: "boolean" }).notNull(),
    searches: integer().notNull(),
    /** Searches that found nothing. */
    empty: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.subject, table.county, table.day, table.level, table.online] }),
    // For the operator's report and the deletion of old days.
    index("search_days_day").on(table.day),
  ],
);
