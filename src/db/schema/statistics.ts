import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { County, Subject } from "@/shared/codes";

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
  /** Searches by key (`toSearchEvents`): their number, and how many found nothing. Emptied with `counts`. */
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
 * Searches of a day (of Bucharest) by subject ("" for any), without words and without anything about the visitors: by
 * county, level and online (`toSearchEvents`), their number and how many found nothing. Kept for 400 days. One row for
 * all searches of a subject, because D1 bills by rows.
 */
export const searchDays = sqliteTable(
  "search_days",
  {
    day: text().notNull(),
    subject: text().$type<Subject | "">().notNull(),
    counts: text({ mode: "json" }).$type<Record<string, [searches: number, empty: number]>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.subject] })],
);

/**
 * Searches of the last 30 days by subject and county, which a job computes from `search_days` for pages. WITHOUT ROWID,
 * which the migration adds by hand.
 */
export const searchDemand = sqliteTable(
  "search_demand",
  {
    /** "" for any county or subject. */
    county: text().$type<County | "">().notNull(),
    subject: text().$type<Subject | "">().notNull(),
    searches: integer().notNull(),
    /** Searches that found nothing. */
    empty: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.county, table.subject] })],
);
