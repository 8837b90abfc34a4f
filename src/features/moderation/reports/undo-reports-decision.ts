import { and, eq, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import { reports } from "@/db/schema";
import { isOwnReportSql } from "../frame/is-own-report-sql";
import type { UndoRules } from "../frame/undo-decision";

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
  };
};
