import { asc, eq, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { exportRow } from "@/db/export-row";
import { decisionUndos, reports } from "@/db/schema";

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
  return rows.map((report) => exportRow(reports, report, ["reporterId", "decidedBy"]));
}

/**
 * Anonymises the reports that a user sent; their reason stays, so that an admin still decides. Reports about the
 * user's listings are erased with these, and what undos of decisions would restore. Must run before listings are erased.
 */
export function eraseModerationStatements({ db }: Pick<Ctx, "db">, userId: string): Statement[] {
  return [
    db.run(sql`delete from ${decisionUndos}
      where subject in (select 'listing:' || id from listings where owner_id = ${userId})`),
    db.run(sql`delete from ${reports}
      where listing_id in (select id from listings where owner_id = ${userId})`),
    db.run(sql`update ${reports} set reporter_id = null, text = '' where reporter_id = ${userId}`),
    db.run(sql`update ${reports} set decided_by = null where decided_by = ${userId}`),
  ];
}
