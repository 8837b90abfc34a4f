import { and, eq, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { commitAudited } from "@/db/commit-audited";
import { mailOutbox, reports } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { isOwnReportSql } from "../frame/is-own-report-sql";
import {
  findDecisionUndo,
  finishUndoStatements,
  isMailWaitingSql,
  storeUndoStatement,
} from "../frame/undo-decision";
import type { OpenReport } from "../restrictions/list-open-reports";
import { toReportSubject } from "../restrictions/settle-reports-statements";

/** Reports have no version: the undo finds them by the time of their decision. */
const NO_VERSION = 0;

/** What the decided reports are about. */
type Target = { kind: "listing" | "enquiry"; id: string };

const isOfTargetSql = ({ kind, id }: Target) =>
  kind === "listing"
    ? sql`${reports.listingId} = ${id} and ${reports.reportedSide} is null`
    : sql`${reports.enquiryId} = ${id}`;

/**
 * Lets admins undo the decision of this batch about reports of one target, if mails wait. `mailId` is that of the person
 * concerned, by default the first one to a reporter.
 */
export function storeReportsUndoStatements(
  ctx: Pick<Ctx, "db" | "now">,
  open: readonly OpenReport[],
  mailId = open.find(({ email }) => email !== null)?.id,
): Statement[] {
  const [first] = open;
  if (!first || !mailId) return [];
  // A repeated form decides nothing, and must not change the time by which the undo finds the reports.
  const isDecidedNowSql = sql`exists (select 1 from ${reports}
    where ${reports.id} = ${first.id} and ${reports.decidedTs} = ${ctx.now})`;
  const undo = { mailId, version: NO_VERSION, restores: {} };
  const guard = sql`${isDecidedNowSql} and ${isMailWaitingSql(mailId)}`;
  return [storeUndoStatement(ctx, toReportSubject(first), undo, guard)];
}

/** The last decision about reports of a listing or conversation; null if it can't be undone any more. */
export const findReportsUndo = (ctx: Ctx, { kind, id }: Target) =>
  findDecisionUndo(ctx, auditSubject(kind, id), NO_VERSION);

/**
 * Undoes the last decision about reports while its mails wait: the reports are open again, and nobody gets a mail. Refuses
 * `conflict` (`undo_over`) otherwise, and if they are the admin's own.
 */
export async function undoReportsDecision(
  ctx: Ctx,
  target: Target,
): Promise<Result<{ id: string; done: string }>> {
  const admin = requireAdmin(ctx);
  const { kind, id } = target;
  const over = refuse("conflict", { reason: "undo_over" });
  const undo = await findReportsUndo(ctx, target);
  if (!undo) return over;
  const isUndone = await commitAudited(ctx, {
    action: `${kind}.decision_undone`,
    subject: auditSubject(kind, id),
    statement: ctx.db
      .update(reports)
      .set({ outcome: null, measure: null, decidedTs: null, decidedBy: null, decisionText: "" })
      .where(
        and(
          isOfTargetSql(target),
          eq(reports.decidedTs, undo.decidedTs),
          isMailWaitingSql(undo.mailId),
          sql`not ${isOwnReportSql(admin)}`,
        ),
      )
      .returning({ id: reports.id }),
    furtherStatements: (guard) => [
      ...finishUndoStatements(ctx, undo, guard),
      ctx.db.delete(mailOutbox).where(
        sql`${mailOutbox.id} in (select ${reports.id} from ${reports} where ${isOfTargetSql(target)}
            and ${reports.outcome} is null) and ${guard}`,
      ),
    ],
  });
  return isUndone ? ok({ id, done: "undone" }) : over;
}
