import { type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import { isUrgentReportSql } from "../frame/is-urgent-report-sql";
import type { ModerationList } from "../frame/kind";
import { isOwnReportSql } from "../frame/own-reports";
import { URGENT_LEAD_MS } from "./load-reports";

/**
 * Reported listings or conversations, by the column `id` of their open reports: urgent ones first, each by its oldest
 * report. Admins don't see those about their own.
 */
export const createOpenReportsList = (
  followUp: "reports" | "conversation_reports",
  id: "listing_id" | "enquiry_id",
): ModerationList => ({
  selectSql: (ctx) => sql`select ${sql.raw(id)} as id, max(${isUrgentReportSql("reports")}) as "isUrgent",
    coalesce(min(iif(${isUrgentReportSql("reports")}, created_ts, null)), min(created_ts)) as ts
    from reports indexed by ${sql.raw(followUp === "reports" ? "reports_open" : "reports_conversations")}
    where outcome is null and reported_side is ${sql.raw(followUp === "reports" ? "null" : "not null")}
      and not ${isOwnReportSql(requireAdmin(ctx))} group by 1`,
  positionSql: sql`ts - "isUrgent" * ${URGENT_LEAD_MS}`,
  followUp,
});

/** The number and the reasons (JSON) of an entry's open reports, found by a condition. */
export const openReportColumnsSql = (condition: string): SQL =>
  sql.raw(`(select count(*) from reports where ${condition} and outcome is null) as reports,
    (select json_group_array(distinct reason) from reports where ${condition} and outcome is null) as reasons`);
