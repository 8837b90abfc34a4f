import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import type { DecisionTarget } from "@/features/moderation";
import type { Result } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { decideReview } from "./decide-review";
import type { ReviewToDecide } from "./find-review-to-decide";
import { queueAccountMailStatements } from "./queue-account-mail-statements";
import { queueAuthorMailStatements } from "./queue-author-mail-statements";
import { queueReviewPublishedMailStatements } from "./queue-review-published-mail-statements";

/**
 * Publishes a pending review, or a rejected or removed one by accepting its author's objection. Author and teacher are
 * told. Refuses like `decideReview`.
 */
export function publishReview(ctx: Ctx, review: DecisionTarget): Promise<Result<{ id: string }>> {
  return decideReview(ctx, review, (found) => {
    const acceptsObjection =
      (found.state === "rejected" || found.state === "removed") && found.hasOpenObjection;
    if (found.state !== "pending" && !acceptsObjection) return null;
    return {
      action: "review.published",
      detail: {},
      update: {
        state: "published",
        publishedTs: found.publishedTs ?? ctx.now,
        decidedTs: ctx.now,
        decidedBy: ctx.user?.id ?? null,
        reason: null,
        reasonText: "",
        ...(acceptsObjection ? { objectionDecidedTs: ctx.now } : {}),
      },
      furtherStatements: async (guard) => [
        ...(await queueAuthorMailStatements(ctx, found, guard, ({ name }) => ({
          template: acceptsObjection ? "review_objection_accepted" : "review_approved",
          params: { name, teacher: found.teacherName },
          quote: found.text,
        }))),
        ...(await queueReviewPublishedMailStatements(ctx, found, guard)),
        ...(acceptsObjection ? await queueRestoredMailStatements(ctx, found, guard) : []),
      ],
    };
  });
}

/** Tells the teacher that a review is public again. */
async function queueRestoredMailStatements(
  ctx: Ctx,
  { id, teacherId, publishedTs, text }: ReviewToDecide,
  guard: Parameters<typeof queueReviewPublishedMailStatements>[2],
): Promise<Statement[]> {
  if (publishedTs === null) return [];
  return queueAccountMailStatements(ctx, { userIds: [teacherId], reviewId: id, guard }, ({ firstName }) => ({
    template: "review_restored_for_teacher",
    params: { name: firstName },
    quote: text,
    actionPath: paths.ownReviews(),
  }));
}
