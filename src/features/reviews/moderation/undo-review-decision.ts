import { and, eq, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import { reviewReports, reviews } from "@/db/schema";
import type { UndoRules } from "@/features/moderation";
import { refreshTeacherStatements } from "../refresh-teacher-statements";
import { isOwnReviewSql } from "./is-own-review-sql";

type Report = typeof reviewReports.$inferSelect;

/** A review before a decision. */
export type ReviewBefore = {
  /** The columns that the decision changed. */
  review: Partial<typeof reviews.$inferSelect>;
  /** The reports and objections to dismissals that the decision may have settled. */
  reports: Pick<Report, "id" | "outcome" | "decidedTs" | "decidedBy" | "decisionText">[];
};

/** Reports and objections that the decision settled are open again. Not by the review's author or teacher. */
export const REVIEW_UNDO: UndoRules<{ version: number; userId: string }, ReviewBefore> = {
  subject: "review",
  ownReason: "own_review_decision",
  item: { id: reviews.id, version: reviews.version, userId: reviews.teacherId },
  restoreStatement: (ctx, { id, item: { version }, stateBefore: { review } }, guard) =>
    ctx.db
      .update(reviews)
      .set({ ...review, version: version + 1 })
      .where(
        and(
          eq(reviews.id, id),
          eq(reviews.version, version),
          sql`not ${isOwnReviewSql(ctx, requireAdmin(ctx))}`,
          guard,
        ),
      )
      .returning({ id: reviews.id }),
  furtherStatements: (ctx, { id, item, decidedTs, stateBefore }, guard) => [
    // A report that was sent between the reading of the others and the decision was open too.
    ctx.db.run(sql`update ${reviewReports}
      set (outcome, decided_ts, decided_by, decision_text) = (
          select max(value ->> 'outcome'), max(value ->> 'decidedTs'), max(value ->> 'decidedBy'),
            coalesce(max(value ->> 'decisionText'), '')
          from json_each(${JSON.stringify(stateBefore.reports)}) where value ->> 'id' = ${reviewReports.id}),
        objection_decided_ts = nullif(objection_decided_ts, ${decidedTs})
      where review_id = ${id} and decided_ts = ${decidedTs} and ${guard}`),
    ...(stateBefore.review.state ? refreshTeacherStatements(ctx, item.userId, guard) : []),
  ],
};
