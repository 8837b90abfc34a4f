import { and, eq, ne, type SQL } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { reviewReports } from "@/db/schema";
import type { DecisionTarget } from "@/features/moderation";
import type { ReviewReason } from "@/shared/codes";
import type { Result } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { validate } from "@/shared/schemas/field-errors";
import { reviewDecisionSchema } from "@/shared/schemas/review";
import { decideReview } from "./decide-review";
import type { ReviewToDecide } from "./find-review-to-decide";
import { queueAccountMailStatements, selectReporters } from "./queue-account-mail-statements";
import { queueAuthorMailStatements } from "./queue-author-mail-statements";
import { isUndecidedSql, upholdReportsStatement } from "./uphold-reports-statement";

/** Rejects a pending review. Refuses `invalid`, and like `decideReview`. */
export const rejectReview = (ctx: Ctx, review: DecisionTarget, input: unknown) =>
  refuseReview(ctx, review, input, "rejected");

/** Removes a published review. Refuses `invalid`, and like `decideReview`. */
export const removeReview = (ctx: Ctx, review: DecisionTarget, input: unknown) =>
  refuseReview(ctx, review, input, "removed");

/**
 * Refuses a review with a reason and an explanation to both sides. Its open reports are upheld, which also accepts the
 * teacher's objections to dismissals. The teacher and the reporters are told only if the review was public.
 */
async function refuseReview(
  ctx: Ctx,
  review: DecisionTarget,
  input: unknown,
  state: "rejected" | "removed",
): Promise<Result<{ id: string }>> {
  const admin = requireAdmin(ctx);
  const checked = validate(reviewDecisionSchema, input);
  if (!checked.ok) return checked;
  const { reason, text } = checked.value;
  return decideReview(ctx, review, (found) => {
    if (found.state !== (state === "rejected" ? "pending" : "published")) return null;
    return {
      action: `review.${state}`,
      detail: { reason, text },
      update: { state, reason, reasonText: text, decidedTs: ctx.now, decidedBy: admin.id },
      furtherStatements: async (guard) => [
        upholdReportsStatement(ctx, { reviewId: found.id, decidedBy: admin.id }, guard),
        ...(await queueAuthorMailStatements(ctx, found, guard, ({ name, locale }) => ({
          template: state === "rejected" ? "review_rejected" : "review_removed",
          params: {
            name,
            teacher: found.teacherName,
            reason: ctx.translator(locale)(`reviews.reasons.${reason}`),
            objection: found.objectionTs === null ? ctx.translator(locale)("mail.reviewObjection") : "",
          },
          quote: text,
        }))),
        ...(found.publishedTs === null
          ? []
          : await queueRemovedMailStatements(ctx, found, { reason, text }, guard)),
      ],
    };
  });
}

/** Tells the teacher, and the other users whose reports are upheld. */
async function queueRemovedMailStatements(
  ctx: Ctx,
  { id: reviewId, teacherId }: ReviewToDecide,
  { reason, text }: { reason: ReviewReason; text: string },
  guard: SQL,
): Promise<Statement[]> {
  const isUpheldSql = and(
    eq(reviewReports.reviewId, reviewId),
    isUndecidedSql,
    ne(reviewReports.reporterId, teacherId),
  );
  const [toTeacher, toReporters] = await Promise.all([
    queueAccountMailStatements(ctx, { userIds: [teacherId], reviewId, guard }, ({ firstName, locale }) => ({
      template: "review_removed_for_teacher",
      params: { name: firstName, reason: ctx.translator(locale)(`reviews.reasons.${reason}`) },
      quote: text,
      actionPath: paths.ownReviews(),
    })),
    queueAccountMailStatements(
      ctx,
      { userIds: selectReporters(ctx, isUpheldSql), reviewId, guard },
      ({ firstName }) => ({ template: "review_report_upheld", params: { name: firstName } }),
    ),
  ]);
  return [...toTeacher, ...toReporters];
}
