import { and, eq, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { mailOutbox, reports } from "@/db/schema";
import { isOwnReportSql } from "../frame/is-own-report-sql";
import { isMailWaitingSql, storeUndoStatements, type UndoRules } from "../frame/undo-decision";
import type { OpenReport } from "../restrictions/list-open-reports";
import { toReportSubject } from "../restrictions/settle-reports-statements";

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
  const guard = sql`${isDecidedNowSql} and ${isMailWaitingSql(mailId)}`;
  return storeUndoStatements(ctx, toReportSubject(first), { mail: { id: mailId } }, guard);
}

/** The undo of a decision about reports: they are open again. Not if they are about the admin. */
export const createReportsUndo = (subject: "listing" | "enquiry"): UndoRules => {
  const isOfTargetSql = (id: string) =>
    subject === "listing"
      ? sql`${reports.listingId} = ${id} and ${reports.reportedSide} is null`
      : sql`${reports.enquiryId} = ${id}`;
  return {
    subject,
    restoreStatement: (ctx, { id, decidedTs }, guard) =>
      ctx.db
        .update(reports)
        .set({ outcome: null, measure: null, decidedTs: null, decidedBy: null, decisionText: "" })
        .where(
          and(
            isOfTargetSql(id),
            eq(reports.decidedTs, decidedTs),
            guard,
            sql`not ${isOwnReportSql(requireAdmin(ctx))}`,
          ),
        )
        .returning({ id: reports.id }),
    furtherStatements: ({ db }, { id }, guard) => [
      db.delete(mailOutbox).where(
        sql`${mailOutbox.id} in (select ${reports.id} from ${reports} where ${isOfTargetSql(id)}
            and ${reports.outcome} is null) and ${guard}`,
      ),
    ],
  };
};
