import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import type { DecisionOrigin, ReportReason } from "@/shared/codes";
import { listOpenReports, reportsAboutUserSql } from "../restrictions/list-open-reports";
import { settleReportsStatements } from "../restrictions/settle-reports-statements";

/**
 * Reads those of these reports that are open and about a user whose account an admin disables, which hides the
 * listings. Returns what led to the decision, and the statements that uphold them if a guard holds.
 */
export async function prepareUpheldReports(
  ctx: Ctx,
  userId: string,
  reportIds: readonly string[],
  reason: ReportReason,
): Promise<{ origin: DecisionOrigin; statements: (guard: SQL) => Statement[] }> {
  const open = await listOpenReports(
    ctx,
    sql`reports.id in ${reportsAboutUserSql(userId)}
      and reports.id in (select value from json_each(${JSON.stringify(reportIds)}))`,
  );
  return {
    origin: open.some(({ isAutomatic }) => isAutomatic === 1)
      ? "refused_text"
      : open.length > 0
        ? "report"
        : "check",
    statements: (guard) =>
      settleReportsStatements(ctx, open, { decision: "disabled", text: "", reason }, guard),
  };
}
