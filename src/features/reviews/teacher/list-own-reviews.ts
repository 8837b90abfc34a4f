import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { requireTeacher } from "@/auth/access";
import type { Ctx } from "@/context";
import { findTeacherRating } from "@/db/find-teacher-rating";
import { type PageCursors, paginateByTime } from "@/db/paginate-by-time";
import { reviewReports, reviews } from "@/db/schema";
import { REVIEW_COLUMNS, REVIEWS_PER_PAGE } from "../queries";

/** States that the teacher sees. What was rejected or withdrawn concerns its author only. */
const LISTED_STATES = ["published", "pending", "removed"] as const;

/** A page of the reviews about the signed-in teacher, newest first, each with the teacher's last report about it. */
export async function listOwnReviews(ctx: Ctx, cursors: PageCursors) {
  const teacher = requireTeacher(ctx);
  const page = paginateByTime({ ts: reviews.createdTs, id: reviews.id, size: REVIEWS_PER_PAGE }, cursors);
  const query = ctx.db
    .select({
      ...REVIEW_COLUMNS,
      decidedTs: reviews.decidedTs,
      reason: reviews.reason,
      reasonText: reviews.reasonText,
    })
    .from(reviews)
    .where(and(eq(reviews.teacherId, teacher.id), inArray(reviews.state, [...LISTED_STATES]), page.within))
    .orderBy(...page.orderBy)
    .limit(page.limit);
  const [found, rating] = await Promise.all([query, findTeacherRating(ctx.db, teacher.id)]);
  const { rows, next, previous } = page.toPage(found, ({ createdTs, id }) => ({ ts: createdTs, id }));
  const reports = await listReports(
    ctx,
    teacher.id,
    rows.map(({ id }) => id),
  );
  return {
    rows: rows.map((review) => ({ ...review, report: reports.get(review.id) ?? null })),
    rating,
    next,
    previous,
  };
}

export type TeacherReviewPage = Awaited<ReturnType<typeof listOwnReviews>>;
export type TeacherReview = TeacherReviewPage["rows"][number];
export type OwnReport = NonNullable<TeacherReview["report"]>;

/** The teacher's last report of each review. */
async function listReports({ db }: Ctx, teacherId: string, ids: readonly string[]) {
  const rows = await db
    .select({
      reviewId: reviewReports.reviewId,
      reason: reviewReports.reason,
      createdTs: reviewReports.createdTs,
      outcome: reviewReports.outcome,
      decisionText: reviewReports.decisionText,
      objectionTs: reviewReports.objectionTs,
      objectionText: reviewReports.objectionText,
      objectionDecidedTs: reviewReports.objectionDecidedTs,
    })
    .from(reviewReports)
    .where(
      and(
        eq(reviewReports.reporterId, teacherId),
        sql`${reviewReports.reviewId} in (select value from json_each(${JSON.stringify(ids)}))`,
      ),
    )
    .orderBy(asc(reviewReports.createdTs));
  return new Map(rows.map((row) => [row.reviewId, row]));
}

/** The teacher's last report of a review, or null. */
export async function findOwnReport(ctx: Ctx, reviewId: string): Promise<OwnReport | null> {
  const teacher = requireTeacher(ctx);
  return (await listReports(ctx, teacher.id, [reviewId])).get(reviewId) ?? null;
}
