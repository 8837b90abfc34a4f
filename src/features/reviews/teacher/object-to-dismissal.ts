import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { commitAudited } from "@/db/commit-audited";
import { reviewReports, reviews } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { validate } from "@/shared/schemas/field-errors";
import { objectionSchema } from "@/shared/schemas/review";
import { findReview } from "../queries";

/**
 * The teacher's objection to the dismissal of their report about a review that is still public. At most one for each
 * report. Refuses `not_found` for another teacher's review, `invalid`, and `conflict` (`no_objection`).
 */
export async function objectToDismissal(
  ctx: Ctx,
  reviewId: string,
  input: unknown,
): Promise<Result<{ text: string }>> {
  const user = requireUser(ctx);
  const review = await findReview(ctx, reviewId);
  if (review?.teacherId !== user.id) return refuse("not_found");
  const checked = validate(objectionSchema, input);
  if (!checked.ok) return checked;
  const isPublishedSql = inArray(
    reviewReports.reviewId,
    ctx.db
      .select({ id: reviews.id })
      .from(reviews)
      .where(and(eq(reviews.id, reviewId), eq(reviews.state, "published"))),
  );
  const isUpdated = await commitAudited(ctx, {
    action: "review.dismissal_objected",
    subject: auditSubject("review", reviewId),
    statement: ctx.db
      .update(reviewReports)
      .set({ objectionTs: ctx.now, objectionText: checked.value.text })
      .where(
        and(
          isPublishedSql,
          eq(reviewReports.reporterId, user.id),
          eq(reviewReports.outcome, "dismissed"),
          isNull(reviewReports.objectionTs),
          // The last report, if there are several.
          sql`not exists (select 1 from review_reports later where later.review_id = ${reviewId}
            and later.reporter_id = ${user.id} and later.created_ts > ${reviewReports.createdTs})`,
        ),
      )
      .returning({ id: reviewReports.id }),
  });
  return isUpdated ? ok(checked.value) : refuse("conflict", { reason: "no_objection" });
}
