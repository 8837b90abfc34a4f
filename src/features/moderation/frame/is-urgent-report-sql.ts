import { type SQL, sql } from "drizzle-orm";
import { URGENT_REPORT_REASONS } from "@/shared/codes";

/**
 * Condition on a row of reports: it is about danger or illegal content, so it comes first. As in the index
 * `reports_urgent`.
 */
export const isUrgentReportSql = (table: string): SQL =>
  sql.raw(`${table}.reason in ('${URGENT_REPORT_REASONS.join("', '")}')`);
