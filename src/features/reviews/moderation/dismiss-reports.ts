import { and, type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { reviewReports } from "@/db/schema";
import type { DecisionTarget } from "@/features/moderation";
import type { Result } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { validate } from "@/shared/schemas/field-errors";
import { dismissReportsSchema } from "@/shared/schemas/review";
import { decideReview } from "./decide-review";
import { queueAccountMailStatements, selectReporters } from "./queue-account-mail-statements";

/**
 * Dismisses the open reports of a review that the admin read; newer ones stay open, and so does the review. The
 * explanation is mailed to the reporters with an account; the teacher can object. Refuses `invalid`, and like
 * `decideReview`.
 */
export async function dismissReports(
  ctx: Ctx,
  review: DecisionTarget,
  input: unknown,
): Promise<Result<{ id: string }>> {
  const admin = requireAdmin(ctx);
  const checked = validate(dismissReportsSchema, input);
  if (!checked.ok) return checked;
  const { report_ids: reports, text } = checked.value;
  const isOpenSql = isOpenReportSql(review.id, reports);
  return decideReview(ctx, review, ({ teacherId }) => ({
    action: "review.reports_dismissed",
    detail: { reports: reports.length, text },
    update: {},
    condition: sql`exists (select 1 from ${reviewReports} where ${isOpenSql})`,
    furtherStatements: async (guard) => [
      ...(await queueAccountMailStatements(
        ctx,
        { userIds: selectReporters(ctx, isOpenSql), reviewId: review.id, guard },
        ({ id, firstName, locale }) => ({
          template: "review_report_dismissed",
          params: {
            name: firstName,
            objection: id === teacherId ? ctx.translator(locale)("mail.reviewReportObjection") : "",
          },
          quote: text,
          ...(id === teacherId ? { actionPath: paths.ownReviews() } : {}),
        }),
      )),
      ctx.db
        .update(reviewReports)
        .set({ outcome: "dismissed", decidedTs: ctx.now, decidedBy: admin.id, decisionText: text })
        .where(and(isOpenSql, guard)),
    ],
  }));
}

/** Condition: those of these reports of a review that are still open. */
const isOpenReportSql = (reviewId: string, ids: readonly string[]): SQL =>
  sql`${reviewReports.reviewId} = ${reviewId} and ${reviewReports.outcome} is null
    and ${reviewReports.id} in (select value from json_each(${JSON.stringify(ids)}))`;
