import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { previousChanged } from "@/db/guard";
import { reports } from "@/db/schema";
import type { ReportOutcome } from "@/shared/codes";

/** The reports of a listing that an admin read. */
export type ReadReports = { listingId: string; ids: readonly string[] };

/** Condition: those of these reports of a listing that are still open. */
export const isOpenReportSql = ({ listingId, ids }: ReadReports): SQL =>
  sql`${reports.listingId} = ${listingId} and ${reports.outcome} is null
    and ${reports.id} in (select value from json_each(${JSON.stringify(ids)}))`;

/** The statements that decide the reports if `guard` holds, with the audit event if any was open. */
export function decideReportsStatements(
  ctx: Ctx,
  read: ReadReports,
  outcome: ReportOutcome,
  guard: SQL,
): Statement[] {
  return [
    ctx.db
      .update(reports)
      .set({ outcome, decidedTs: ctx.now, decidedBy: ctx.user?.id ?? null })
      .where(sql`${isOpenReportSql(read)} and ${guard}`)
      .returning({ id: reports.id }),
    auditEventStatement(
      ctx,
      {
        action: `listing.reports_${outcome}`,
        subject: auditSubject("listing", read.listingId),
        detail: { reports: read.ids.length },
      },
      previousChanged,
    ),
  ];
}
