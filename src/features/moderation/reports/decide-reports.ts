import { type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { previousChanged } from "@/db/guard";
import { hasRows } from "@/db/returned-rows";
import { reports } from "@/db/schema";
import type { ReportOutcome } from "@/shared/codes";
import { ok, type Result, refuse } from "@/shared/errors";
import { validate } from "@/shared/schemas/field-errors";
import { reportsDecisionSchema } from "@/shared/schemas/moderation";
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
  const decided = ok({ id: listingId, done: decision });
  const outcome: ReportOutcome = decision === "dismissed" ? "dismissed" : "upheld";
  if (decision === "suspended") {
    const open = sql`exists (select 1 from ${reports} where ${isOpenReportSql(listingId, ids)})`;
    const suspended = await suspendListing(ctx, listingId, input, {
      guard: open,
      furtherStatements: (guard) => decideStatements(ctx, listingId, ids, outcome, guard),
    });
    if (suspended.ok) return decided;
    if (suspended.refusal.code !== "conflict") return suspended;
    const left = await ctx.db.get<{ open: number }>(sql`select ${open} as open`);
    return left.open === 1 ? suspended : refuse("conflict", { reason: "datastale" });
  }
  const [rows] = await ctx.commit(decideStatements(ctx, listingId, ids, outcome, sql`1`));
  return hasRows(rows) ? decided : refuse("conflict", { reason: "datastale" });
}

/** Condition: those of these reports of a listing that are still open. */
const isOpenReportSql = (listingId: string, ids: readonly string[]): SQL =>
  sql`${reports.listingId} = ${listingId} and ${reports.outcome} is null
    and ${reports.id} in (select value from json_each(${JSON.stringify(ids)}))`;

/** The statements that decide the reports if `guard` holds, with the audit event if any was open. */
function decideStatements(
  ctx: Ctx,
  listingId: string,
  ids: readonly string[],
  outcome: ReportOutcome,
  guard: SQL,
): Statement[] {
  return [
    ctx.db
      .update(reports)
      .set({ outcome, decidedTs: ctx.now, decidedBy: ctx.user?.id ?? null })
      .where(sql`${isOpenReportSql(listingId, ids)} and ${guard}`)
      .returning({ id: reports.id }),
    auditEventStatement(
      ctx,
      {
        action: `listing.reports_${outcome}`,
        subject: auditSubject("listing", listingId),
        detail: { reports: ids.length },
      },
      previousChanged,
    ),
  ];
}
