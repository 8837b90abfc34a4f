import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { commitAudited } from "@/db/commit-audited";
import { reviews } from "@/db/schema";
import { refreshGuestReviewFlagsStatement } from "@/features/enquiries";
import { ok, type Result, refuse } from "@/shared/errors";
import { upholdReportsStatement } from "../moderation/uphold-reports-statement";
import { refreshTeacherStatements } from "../refresh-teacher-statements";
import { findReviewContext, isLiveReviewSql } from "./find-review-context";
import { settleObjection } from "./settle-objection";

/**
 * Withdraws the author's review of an enquiry's teacher, in any state; the author may write another. Its open reports
 * are upheld, so that they leave the queue; `submitReview` holds a review that follows them. Refuses as
 * `findReviewContext` does, and `not_found` (`no_review`) without a review.
 */
export async function withdrawReview(
  ctx: Ctx,
  enquiryId: string,
  { token }: { token?: string | undefined },
): Promise<Result<null>> {
  const found = await findReviewContext(ctx, enquiryId, token);
  if (!found.ok) return found;
  const { author, review } = found.value;
  if (!review) return refuse("not_found", { reason: "no_review" });
  await commitAudited(ctx, {
    action: "review.withdrawn",
    subject: auditSubject("review", review.id),
    actorId: author.learnerId,
    statement: ctx.db
      .update(reviews)
      .set({
        state: "withdrawn",
        earlierText: null,
        ...settleObjection(ctx, review),
        version: sql`${reviews.version} + 1`,
      })
      .where(and(eq(reviews.id, review.id), author.isAuthorSql, isLiveReviewSql))
      .returning({ id: reviews.id }),
    furtherStatements: (guard) => [
      upholdReportsStatement(ctx, { reviewId: review.id, decidedBy: null }, guard),
      refreshGuestReviewFlagsStatement(
        ctx,
        sql`(select ${reviews.enquiryId} from ${reviews} where ${reviews.id} = ${review.id})`,
      ),
      ...refreshTeacherStatements(ctx, review.teacherId, guard),
    ],
  });
  return ok(null);
}
