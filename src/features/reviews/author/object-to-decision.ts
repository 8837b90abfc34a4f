import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { commitAudited } from "@/db/commit-audited";
import { reviews } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { validate } from "@/shared/schemas/field-errors";
import { objectionSchema } from "@/shared/schemas/review";
import { findOwnReview, findReviewContext, type OwnReview } from "./find-review-context";

const DECIDED_STATES = ["rejected", "removed"] as const;

/** Whether the author can object: to a rejection or removal, once. */
export const canObjectToDecision = ({
  state,
  objectionTs,
}: Pick<OwnReview, "state" | "objectionTs">): boolean =>
  DECIDED_STATES.some((decided) => decided === state) && objectionTs === null;

/**
 * Stores the author's objection to the rejection or removal of the review; an admin answers it. At most one; the same
 * objection sent twice changes nothing. Refuses as `findReviewContext` does, `invalid`, and `conflict`
 * (`no_objection`).
 */
export async function objectToDecision(
  ctx: Ctx,
  enquiryId: string,
  { token, text: sent }: { token?: string | undefined; text: unknown },
): Promise<Result<null>> {
  const found = await findReviewContext(ctx, enquiryId, token);
  if (!found.ok) return found;
  const { author, review } = found.value;
  const validated = validate(objectionSchema, { text: sent });
  if (!validated.ok) return validated;
  const { text } = validated.value;
  if (review && review.objectionText === text) return ok(null);
  if (!review || !canObjectToDecision(review)) return refuse("conflict", { reason: "no_objection" });
  const isUpdated = await commitAudited(ctx, {
    action: "review.objected",
    subject: auditSubject("review", review.id),
    actorId: author.learnerId,
    statement: ctx.db
      .update(reviews)
      .set({ objectionTs: ctx.now, objectionText: text, version: sql`${reviews.version} + 1` })
      .where(
        and(
          eq(reviews.id, review.id),
          author.isAuthorSql,
          inArray(reviews.state, DECIDED_STATES),
          isNull(reviews.objectionTs),
        ),
      )
      .returning({ id: reviews.id }),
  });
  if (isUpdated) return ok(null);
  const current = await findOwnReview(ctx, review.teacherId, author);
  return current?.objectionText === text ? ok(null) : refuse("conflict", { reason: "no_objection" });
}
