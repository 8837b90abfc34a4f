import { eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { hasAccountSql, noGuard } from "@/db/guard";
import { insertWhere } from "@/db/insert-where";
import { defineLimit } from "@/db/rate-limits";
import { reviewReports, users } from "@/db/schema";
import { commitReport } from "@/features/moderation";
import type { ReviewReason } from "@/shared/codes";
import { ok, type Result, refuse } from "@/shared/errors";
import { validate } from "@/shared/schemas/field-errors";
import { reviewReportSchema } from "@/shared/schemas/review";
import { findReview } from "../queries";

export type ReviewReport = { reviewId: string; reason: ReviewReason; text: string };

/**
 * Reports a published review, which stays public until an admin decides. Its author can't. A second report about the
 * same review is ignored and gets the same answer as the first: on the same day from the same account or network, and
 * from an account unless the review was edited or published by an admin after its last report.
 * Refuses `not_found`, `forbidden` (`own_review_report`), `invalid`, and `too_many` past five a day.
 */
export async function reportReview(
  ctx: Ctx,
  reviewId: string,
  input: unknown,
): Promise<Result<ReviewReport>> {
  const review = await findReview(ctx, reviewId);
  if (review?.state !== "published") return refuse("not_found");
  const reporterId = ctx.user?.id ?? null;
  if (reporterId !== null && review.learnerId === reporterId) {
    return refuse("forbidden", { reason: "own_review_report" });
  }
  const checked = validate(reviewReportSchema, input);
  if (!checked.ok) return checked;
  const { reason, text } = checked.value;
  const refusal = await commitReport(ctx, {
    target: { key: reviewId, limit: REPORTS_PER_REVIEW },
    reporterLimit: REPORTS_PER_DAY,
    hasReportedSql: hasReportedSql(reviewId, reporterId),
    insert: (guard) =>
      insertWhere(
        ctx.db,
        reviewReports,
        { id: ctx.newId(), reviewId, reporterId, reason, text, createdTs: ctx.now },
        // The review or the reporter may have been erased in the meantime.
        sql`exists (select 1 from reviews where id = ${reviewId} and state = 'published')
          and ${reporterId === null ? noGuard : hasAccountSql(eq(users.id, reporterId))} and ${guard}`,
      ).returning({ id: reviewReports.id }),
    event: { action: "review.reported", subject: auditSubject("review", reviewId) },
    mail: null,
  });
  return refusal ?? ok({ reviewId, reason, text });
}

/** Condition: a report of the account is open, or follows the last edit of the review and the last decision about it. */
const hasReportedSql = (reviewId: string, reporterId: string | null): SQL =>
  sql`exists (select 1 from review_reports join reviews on reviews.id = review_id
    where review_id = ${reviewId} and reporter_id = ${reporterId}
      and (outcome is null or review_reports.created_ts >= max(coalesce(reviews.edited_ts, 0), coalesce(reviews.decided_ts, 0))))`;

/** Reports from one account, or for visitors from one network, about all reviews. */
const REPORTS_PER_DAY = defineLimit("review_reports_day");
/** The same about one review: for visitors the only way to recognise a second report. */
const REPORTS_PER_REVIEW = defineLimit("review_reports_review");
