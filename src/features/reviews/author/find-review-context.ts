import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { reviews } from "@/db/schema";
import { type EnquiryView, findEnquiryForReader, findGuestEnquiry } from "@/features/enquiries";
import { ok, type Result, refuse } from "@/shared/errors";
import { findReviewAuthor, type ReviewAuthor } from "./review-author";

/** Condition on `reviews`: not withdrawn. An author has at most one such review of a teacher. */
export const isLiveReviewSql: SQL = sql`${reviews.state} <> 'withdrawn'`;

export type OwnReview = typeof reviews.$inferSelect;

/** An enquiry as its learner's side sees it, its author, and the author's review of the teacher. */
export type ReviewContext = { enquiry: EnquiryView; author: ReviewAuthor; review: OwnReview | null };

/**
 * Finds the enquiry of a review for its author: a guest by the token of the mailed link, a learner by the account.
 * Refuses `not_found`, `malformed` (`invalid_token`), and `forbidden` (`own_review`) to the teacher.
 * @throws Refused `unauthenticated` without a token and an account.
 */
export async function findReviewContext(
  ctx: Ctx,
  enquiryId: string,
  token: string | undefined,
): Promise<Result<ReviewContext>> {
  const isGuest = token !== undefined && ctx.user === null;
  const enquiry = isGuest
    ? await findGuestEnquiry(ctx, enquiryId, token)
    : await findEnquiryForReader(ctx, enquiryId, token);
  if (!enquiry) return isGuest ? refuse("malformed", { reason: "invalid_token" }) : refuse("not_found");
  if (enquiry.side === "teacher") return refuse("forbidden", { reason: "own_review" });
  const author = await findReviewAuthor(ctx, enquiry);
  const review = enquiry.teacherId === null ? null : await findOwnReview(ctx, enquiry.teacherId, author);
  return ok({ enquiry, author, review });
}

/** The author's review of a teacher; null if there is none or it was withdrawn. */
export async function findOwnReview(
  ctx: Ctx,
  teacherId: string,
  { isAuthorSql }: Pick<ReviewAuthor, "isAuthorSql">,
): Promise<OwnReview | null> {
  const [row] = await ctx.db
    .select()
    .from(reviews)
    .where(and(eq(reviews.teacherId, teacherId), isAuthorSql, isLiveReviewSql))
    .orderBy(desc(reviews.createdTs))
    .limit(1);
  return row ?? null;
}
