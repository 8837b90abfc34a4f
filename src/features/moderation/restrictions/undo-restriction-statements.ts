import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { listingDecisions, reports } from "@/db/schema";

/** The columns that `settleReportsStatements` writes, as in a report without a decision. */
export const UNDECIDED_REPORT = {
  outcome: null,
  measure: null,
  measureReason: null,
  decidedTs: null,
  decidedBy: null,
  decisionText: "",
  measureText: "",
};

/** Deletes the decisions about listings at `decidedTs` (ms), and opens the reports that they settled. */
export const undoRestrictionStatements = (
  { db }: Ctx,
  { listingIds, decidedTs }: { listingIds: SQL; decidedTs: number },
  guard: SQL,
): Statement[] => [
  db
    .delete(listingDecisions)
    .where(
      and(
        sql`${listingDecisions.listingId} in ${listingIds}`,
        eq(listingDecisions.decidedTs, decidedTs),
        guard,
      ),
    ),
  db
    .update(reports)
    .set(UNDECIDED_REPORT)
    .where(and(sql`${reports.listingId} in ${listingIds}`, eq(reports.decidedTs, decidedTs), guard)),
];
