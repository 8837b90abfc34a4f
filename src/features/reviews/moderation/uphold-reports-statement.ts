import { and, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { reviewReports } from "@/db/schema";

/**
 * Upholds the open reports of a review, and accepts the open objections to dismissals. `decidedBy` is null if the author
 * withdrew the review.
 */
export const upholdReportsStatement = (
  ctx: Ctx,
  { reviewId, decidedBy }: { reviewId: string; decidedBy: string | null },
  guard: SQL,
): Statement =>
  ctx.db
    .update(reviewReports)
    .set({
      outcome: "upheld",
      decidedTs: ctx.now,
      decidedBy,
      objectionDecidedTs: sql`iif(${reviewReports.objectionTs} is null, null, coalesce(${reviewReports.objectionDecidedTs}, ${ctx.now}))`,
    })
    .where(and(eq(reviewReports.reviewId, reviewId), isUndecidedSql, guard));

/** Condition: a report without outcome, or with an open objection to its dismissal. */
export const isUndecidedSql = or(
  isNull(reviewReports.outcome),
  and(isNotNull(reviewReports.objectionTs), isNull(reviewReports.objectionDecidedTs)),
);
