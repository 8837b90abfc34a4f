import { type SQL, sql } from "drizzle-orm";

/** Condition on a row of reports: it is about safety, so it comes first. As in the index `reports_unsafe`. */
export const isUnsafeReportSql = (table: string): SQL => sql.raw(`${table}.reason in ('unsafe', 'illegal')`);
