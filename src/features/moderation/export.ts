import { asc, eq } from "drizzle-orm";
import type { Ctx } from "@/context";
import { reports } from "@/db/schema";
import { serializeTimestamp } from "@/shared/format";

/**
 * The reports that a user sent, as JSON for their export. Reports about their listings are left out, to protect the
 * reporters.
 */
export async function exportReports(ctx: Ctx, userId: string) {
  const rows = await ctx.db
    .select()
    .from(reports)
    .where(eq(reports.reporterId, userId))
    .orderBy(asc(reports.createdTs), asc(reports.id));
  return rows.map((report) => ({
    _id: report.id,
    listing_id: report.listingId,
    reason: report.reason,
    text: report.text,
    created_ts: serializeTimestamp(report.createdTs),
    outcome: report.outcome,
    decided_ts: report.decidedTs === null ? null : serializeTimestamp(report.decidedTs),
  }));
}
