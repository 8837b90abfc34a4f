import { sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { hasRows } from "@/db/returned-rows";
import { reports } from "@/db/schema";
import type { ReportOutcome } from "@/shared/codes";
import { ok, type Result, refuse } from "@/shared/errors";
import { validate } from "@/shared/schemas/field-errors";
import { reportsDecisionSchema } from "@/shared/schemas/moderation";
import { decideReportsStatements, isOpenReportSql } from "../listings/decide-reports-statements";
import { suspendListing } from "../listings/suspend-listing";

export type ReportsDecisionInput = {
  /** Ids of the reports that the admin read; newer ones stay open. */
  reports: unknown;
  /** Dismissed, upheld, or upheld with the listing suspended for `reason` and `text`. */
  decision: unknown;
  reason: unknown;
  text: unknown;
};

/**
 * Decides open reports of a listing. An upheld report suspends its owner's trusted status for a while. Only the owner
 * of a suspended listing is notified. Refuses `invalid`, `conflict` if another admin decided the reports
 * (`datastale`), and like `suspendListing`.
 */
export async function decideReports(
  ctx: Ctx,
  listingId: string,
  input: ReportsDecisionInput,
): Promise<Result<{ id: string; done: string }>> {
  requireAdmin(ctx);
  const checked = validate(reportsDecisionSchema, input);
  if (!checked.ok) return checked;
  const { decision, reports: ids } = checked.value;
  const read = { listingId, ids };
  const decided = ok({ id: listingId, done: decision });
  const outcome: ReportOutcome = decision === "dismissed" ? "dismissed" : "upheld";
  if (decision === "suspended") {
    const open = sql`exists (select 1 from ${reports} where ${isOpenReportSql(read)})`;
    const suspended = await suspendListing(ctx, listingId, input, {
      guard: open,
      furtherStatements: (guard) => decideReportsStatements(ctx, read, outcome, guard),
    });
    if (suspended.ok) return decided;
    if (suspended.refusal.code !== "conflict") return suspended;
    const left = await ctx.db.get<{ open: number }>(sql`select ${open} as open`);
    return left.open === 1 ? suspended : refuse("conflict", { reason: "datastale" });
  }
  const [rows] = await ctx.commit(decideReportsStatements(ctx, read, outcome, sql`1`));
  return hasRows(rows) ? decided : refuse("conflict", { reason: "datastale" });
}
