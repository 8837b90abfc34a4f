import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { reviewReports } from "@/db/schema";
import type { DecisionTarget } from "@/features/moderation";
import type { Result } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { validate } from "@/shared/schemas/field-errors";
import { declineObjectionSchema } from "@/shared/schemas/review";
import { decideReview } from "./decide-review";
import { queueAccountMailStatements } from "./queue-account-mail-statements";
import { queueAuthorMailStatements } from "./queue-author-mail-statements";

/**
 * Keeps a decision after an objection and mails the answer: to the author of a rejected or removed review, or with
 * `report_id` to the teacher whose report was dismissed. `publishReview` and `removeReview` accept an objection. Refuses
 * `invalid`, and like `decideReview`.
 */
export async function declineObjection(
  ctx: Ctx,
  review: DecisionTarget,
  input: unknown,
): Promise<Result<{ id: string }>> {
  const admin = requireAdmin(ctx);
  const checked = validate(declineObjectionSchema, input);
  if (!checked.ok) return checked;
  const { report_id: report, text } = checked.value;
  const decision = { decidedTs: ctx.now, decidedBy: admin.id, objectionDecidedTs: ctx.now };
  const event = { action: "review.objection_declined", detail: { text } } as const;
  if (report === undefined) {
    return decideReview(ctx, review, (found) => {
      if (!found.hasOpenObjection || found.state === "published" || found.state === "pending") return null;
      return {
        ...event,
        update: { ...decision, reasonText: text },
        furtherStatements: (guard) =>
          queueAuthorMailStatements(ctx, found, guard, ({ name }) => ({
            template: "review_objection_declined",
            params: { name, teacher: found.teacherName },
            quote: text,
          })),
      };
    });
  }
  const isOpenSql = isOpenObjectionSql(review.id, report);
  return decideReview(ctx, review, ({ teacherId }) => ({
    ...event,
    update: {},
    condition: sql`exists (select 1 from ${reviewReports} where ${isOpenSql})`,
    furtherStatements: async (guard) => [
      ctx.db
        .update(reviewReports)
        .set({ ...decision, decisionText: text })
        .where(and(isOpenSql, guard)),
      ...(await queueAccountMailStatements(
        ctx,
        { userIds: [teacherId], reviewId: review.id, guard },
        ({ firstName }) => ({
          template: "review_report_objection_declined",
          params: { name: firstName },
          quote: text,
          actionPath: paths.ownReviews(),
        }),
      )),
    ],
  }));
}

/** Condition: the report has an open objection to its dismissal. */
const isOpenObjectionSql = (reviewId: string, reportId: string): SQL =>
  and(
    eq(reviewReports.id, reportId),
    eq(reviewReports.reviewId, reviewId),
    isNotNull(reviewReports.objectionTs),
    isNull(reviewReports.objectionDecidedTs),
  ) as SQL;
