import { and, eq, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import { decisionUndos, listings, reports } from "@/db/schema";
import { isOwnReportSql } from "../frame/own-reports";
import type { UndoRules } from "../frame/undo-decision";
import { LISTING_UNDO } from "../listings/undo-listing-decision";
import { UNDECIDED_REPORT } from "../restrictions/undo-restriction-statements";

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
        .set(UNDECIDED_REPORT)
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

const SETTLED_UNDO = createReportsUndo("listing");
/** What a decision stores that restricts the listing; one that settles reports only stores version 0. */
const isRestricted = ({ item }: { item: { version: number } }): boolean => item.version > 0;

/** The undo of a decision about the reports of a listing; if it restricted the listing, also of that. */
export const LISTING_REPORTS_UNDO: typeof LISTING_UNDO = {
  ...LISTING_UNDO,
  item: {
    id: listings.id,
    version: sql`iif(exists (select 1 from ${decisionUndos} undo where undo.subject = 'listing:' || listings.id
      and undo.version = 0), 0, listings.version)`,
    userId: listings.ownerId,
  },
  restoreStatement: (ctx, undo, guard) =>
    (isRestricted(undo) ? LISTING_UNDO : SETTLED_UNDO).restoreStatement(ctx, undo, guard),
  furtherStatements: (ctx, undo, guard) =>
    isRestricted(undo) ? (LISTING_UNDO.furtherStatements?.(ctx, undo, guard) ?? []) : [],
};
