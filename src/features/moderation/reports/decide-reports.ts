import { sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { hasAuditEventSql } from "@/db/audit";
import { noGuard } from "@/db/guard";
import { hasRows } from "@/db/returned-rows";
import { reports } from "@/db/schema";
import type { REPORT_OUTCOMES } from "@/shared/codes";
import { ok, type Result, refuse } from "@/shared/errors";
import { validate } from "@/shared/schemas/field-errors";
import { explanationSchema, reportsDecisionSchema } from "@/shared/schemas/moderation";
import { refuseOwnReports } from "../frame/own-reports";
import { storeUndoStatements } from "../frame/undo-decision";
import { restrictListing } from "../listings/restrict-listing";
import { isOpenReportSql, listOpenReports, type OpenReport } from "../restrictions/list-open-reports";
import { settleReportsStatements, toReportSubject } from "../restrictions/settle-reports-statements";

export type ReportsDecisionInput = {
  /** Ids of the reports that the admin read. */
  reports: unknown;
  decision: unknown;
  reason: unknown;
  text: unknown;
};

/**
 * Decides open reports of a listing: newer ones stay open, unless the decision takes the listing down. An upheld report
 * suspends its owner's trusted status for a while. The reporters who left an address read the explanation; the owner is
 * notified of a suspension or removal only. Refuses `invalid`, also without an explanation that someone would read,
 * `forbidden` as `refuseOwnReports`, `conflict` if another admin decided the reports (`datastale`), and like
 * `restrictListing`.
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
  const own = await refuseOwnReports(ctx, ids);
  if (own) return own;
  const isOpenSql = sql`${reports.listingId} = ${listingId} and ${reports.reportedSide} is null
    and ${isOpenReportSql(ids)}`;
  const decided = ok({ id: listingId, done: decision });
  if (decision === "suspended" || decision === "removed") {
    const hasOpenSql = sql`exists (select 1 from ${reports} where ${isOpenSql})`;
    const restricted = await restrictListing(ctx, decision, { id: listingId }, input, hasOpenSql);
    if (restricted.ok) return decided;
    if (restricted.refusal.code !== "conflict") return restricted;
    const left = await ctx.db.get<{ open: number }>(sql`select ${hasOpenSql} as open`);
    return left.open === 1 ? restricted : refuse("conflict", { reason: "datastale" });
  }
  const settled = await settleExplained(ctx, await listOpenReports(ctx, isOpenSql), decision, input);
  return settled.ok ? decided : settled;
}

/**
 * Settles open reports of one listing or conversation without a restriction; `createReportsUndo` undoes it. Refuses
 * `invalid` without an explanation that a reporter would read, and `conflict` (`datastale`) if none is open.
 */
export async function settleExplained(
  ctx: Ctx,
  open: readonly OpenReport[],
  decision: (typeof REPORT_OUTCOMES)[number],
  input: { text: unknown },
): Promise<Result<null>> {
  const [first] = open;
  if (!first) return refuse("conflict", { reason: "datastale" });
  const explained = validate(explanationSchema, input);
  const isNeeded = Boolean(input.text) || open.some(({ email }) => email !== null);
  if (!explained.ok && isNeeded) return explained;
  const text = explained.ok ? explained.value.text : "";
  const eventId = ctx.newId();
  const [rows] = await ctx.commit([
    ...settleReportsStatements(ctx, open, { decision, text, eventId }, noGuard),
    ...storeUndoStatements(ctx, toReportSubject(first), {}, hasAuditEventSql(eventId)),
  ]);
  return hasRows(rows) ? ok(null) : refuse("conflict", { reason: "datastale" });
}
