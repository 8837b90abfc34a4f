import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { listingDecisions, mailOutbox, reports } from "@/db/schema";

/**
 * Deletes the decisions about listings at `decidedTs` (ms), opens the reports that they settled, and deletes the waiting
 * mails to reporters. `listingIds` is a subquery.
 */
export const undoRestrictionStatements = (
  { db }: Pick<Ctx, "db">,
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
  db.delete(mailOutbox).where(
    and(
      sql`${mailOutbox.id} in (select reports.id from reports
          where reports.listing_id in ${listingIds} and reports.decided_ts = ${decidedTs})`,
      guard,
    ),
  ),
  db
    .update(reports)
    .set({ outcome: null, measure: null, decidedTs: null, decidedBy: null })
    .where(and(sql`${reports.listingId} in ${listingIds}`, eq(reports.decidedTs, decidedTs), guard)),
];
