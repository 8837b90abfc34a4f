import { and, eq, type SQL } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { type AuditAction, auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { commitAudited } from "@/db/commit-audited";
import { reviewReports, reviews } from "@/db/schema";
import { type DecisionTarget, pickChanged, storeUndoStatements } from "@/features/moderation";
import { ok, type Result, refuse } from "@/shared/errors";
import { refreshTeacherStatements } from "../refresh-teacher-statements";
import { findReviewToDecide, type ReviewToDecide } from "./find-review-to-decide";
import type { ReviewBefore } from "./undo-review-decision";
import { isUndecidedSql } from "./uphold-reports-statement";

type Decision = {
  action: AuditAction;
  /** Reason and text. */
  detail: Record<string, unknown>;
  update: Partial<typeof reviews.$inferInsert>;
  /** Further condition of the decision. */
  condition?: SQL;
  furtherStatements: (guard: SQL) => Promise<Statement[]>;
};

/**
 * Decides about a review, or about its reports or objections, in one batch with the mails. Every decision increases the
 * version, so two admins can't decide about the same state. `decide` returns null if the state does not allow the
 * decision. Refuses `not_found`, `forbidden` (`own_review_decision`), and `conflict`: `datastale` if the review was
 * changed after `version` or meanwhile, `wrong_state`.
 */
export async function decideReview(
  ctx: Ctx,
  { id, version }: DecisionTarget,
  decide: (review: ReviewToDecide) => Decision | null,
): Promise<Result<{ id: string }>> {
  requireAdmin(ctx);
  const review = await findReviewToDecide(ctx, id);
  if (!review) return refuse("not_found");
  if (version !== undefined && version !== review.version) return refuse("conflict", { reason: "datastale" });
  const decision = decide(review);
  if (!decision) return refuse("conflict", { reason: "wrong_state" });
  const { action, detail, update, condition, furtherStatements } = decision;

  const changes = {
    ...update,
    // A decision about reports or objections leaves the state as it is, and others may still need the text.
    ...(update.state ? { earlierText: null } : {}),
  };
  const subject = auditSubject("review", id);
  const { outcome, decidedTs, decidedBy, decisionText } = reviewReports;
  const stateBefore: ReviewBefore = {
    review: pickChanged(review, changes),
    reports: await ctx.db
      .select({ id: reviewReports.id, outcome, decidedTs, decidedBy, decisionText })
      .from(reviewReports)
      .where(and(eq(reviewReports.reviewId, id), isUndecidedSql)),
  };
  const changesPublished = update.state === "published" || review.state === "published";
  const isDecided = await commitAudited(ctx, {
    action,
    subject,
    detail: { ...(update.state ? { from: review.state, to: update.state } : {}), ...detail },
    statement: ctx.db
      .update(reviews)
      .set({ ...changes, version: review.version + 1 })
      .where(
        and(
          eq(reviews.id, id),
          eq(reviews.state, review.state),
          eq(reviews.version, review.version),
          condition,
        ),
      )
      .returning({ id: reviews.id }),
    furtherStatements: async (guard) => [
      ...storeUndoStatements(ctx, subject, { version: review.version + 1, stateBefore }, guard),
      ...(await furtherStatements(guard)),
      ...(update.state && changesPublished ? refreshTeacherStatements(ctx, review.teacherId, guard) : []),
    ],
  });
  return isDecided ? ok({ id }) : refuse("conflict", { reason: "datastale" });
}
