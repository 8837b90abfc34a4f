import { asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx, SignedInUser } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { exportRow } from "@/db/export-row";
import { refreshRatingsStatements } from "@/db/refresh-ratings-statements";
import { auditLog, reviewReports, reviews } from "@/db/schema";
import { refreshGuestReviewFlagsStatement, toGuestKey } from "@/features/enquiries";
import { reindexListingsStatements } from "@/features/listings";
import { eraseMailsAboutStatements } from "@/features/mail";
import type { ReviewState } from "@/shared/codes";

type ReviewUser = Pick<SignedInUser, "id" | "email" | "emailVerified">;

/** Matches reviews that the user wrote with the account, or as a guest from their verified mailbox. */
const isWrittenBySql = (ctx: Ctx, { id, email, emailVerified }: ReviewUser): SQL =>
  emailVerified
    ? sql`(learner_id = ${id} or guest_key = ${toGuestKey(ctx, email)})`
    : sql`learner_id = ${id}`;

/** Matches those and the reviews about the user: all that are erased with the user. */
export const isReviewOfSql = (ctx: Ctx, user: ReviewUser): SQL =>
  sql`(teacher_id = ${user.id} or ${isWrittenBySql(ctx, user)})`;

const selectSubjectsSql = (condition: SQL): SQL =>
  sql`(select ${auditSubject("review", reviews.id)} from ${reviews} where ${condition})`;

/** A subquery of the audit subjects of the reviews that are erased with a user. */
export const selectReviewSubjectsSql = (ctx: Ctx, user: ReviewUser): SQL =>
  selectSubjectsSql(isReviewOfSql(ctx, user));

/** The same of the reviews that a user wrote. */
export const selectWrittenReviewSubjectsSql = (ctx: Ctx, user: ReviewUser): SQL =>
  selectSubjectsSql(isWrittenBySql(ctx, user));

/** Matches audit events about reviews of a teacher that the teacher is also told by mail. */
export const isTeacherReviewEventSql = (teacherId: string): SQL =>
  sql`(${auditLog.subject} in ${selectSubjectsSql(sql`teacher_id = ${teacherId}`)}
    and ${auditLog.action} in ('review.published', 'review.removed'))`;

/** What would tell the teacher who wrote a review. */
const ABOUT_AUTHOR = [
  "enquiry_id",
  "earlier_text",
  "hold_rule",
  "objection_ts",
  "objection_text",
  "objection_decided_ts",
];
/** What the teacher is not shown of a review that is not public. */
const NOT_PUBLIC = ["text", "author_name", "reason", "reason_text"];
/** States in which the teacher is not shown the text of a review: an admin or the author may keep it from the public. */
const HIDDEN_STATES: readonly ReviewState[] = ["pending", "rejected", "withdrawn"];

/**
 * The reviews that a user wrote, those about the user, and the reports that the user sent, as JSON for the export.
 * Reviews about the user come without the conversation, the rule that held them and the author's objection, because
 * these would reveal who wrote them. Those that are not public also come without text, name and the decision's reason,
 * and the answer to the author's objection is for the author only.
 */
export async function exportReviews(ctx: Ctx, user: ReviewUser) {
  const [rows, reports] = await ctx.db.batch([
    ctx.db
      .select()
      .from(reviews)
      .where(isReviewOfSql(ctx, user))
      .orderBy(desc(reviews.createdTs), asc(reviews.id)),
    ctx.db
      .select()
      .from(reviewReports)
      .where(eq(reviewReports.reporterId, user.id))
      .orderBy(asc(reviewReports.createdTs), asc(reviewReports.id)),
  ]);
  return {
    reviews: rows.map((review) => {
      const isAuthor = review.teacherId !== user.id;
      const isHidden = !isAuthor && HIDDEN_STATES.includes(review.state);
      const hidden = [
        ...(isAuthor ? [] : ABOUT_AUTHOR),
        ...(isHidden ? NOT_PUBLIC : []),
        ...(!isAuthor && review.objectionDecidedTs !== null ? ["reason_text"] : []),
      ];
      return {
        ...exportRow(reviews, review, ["teacherId", "learnerId", "guestKey", "decidedBy"]),
        side: isAuthor ? "author" : "teacher",
        ...Object.fromEntries(hidden.map((name) => [name, null])),
      };
    }),
    review_reports: reports.map((report) => exportRow(reviewReports, report, ["reporterId", "decidedBy"])),
  };
}

/**
 * Erases the reviews that a user wrote and those about the user, with their reports and mails. Other reports and
 * decisions of the user stay, without the user; an open report stays without its text. Must run before listings and
 * accounts are erased.
 */
export function eraseReviewsStatements(ctx: Ctx, user: ReviewUser): Statement[] {
  const { db } = ctx;
  const isErased = isReviewOfSql(ctx, user);
  return [
    ...eraseMailsAboutStatements(ctx, selectReviewSubjectsSql(ctx, user)),
    // Withdrawn first: ratings and search rows are computed without these reviews, while their rows still lead to the
    // teachers and enquiries.
    db.run(sql`update ${reviews} set state = 'withdrawn' where ${isErased}`),
    refreshGuestReviewFlagsStatement(ctx, sql`(select enquiry_id from ${reviews} where ${isErased})`),
    ...refreshRatingsStatements(ctx, sql`(select teacher_id from ${reviews} where ${isErased})`),
    ...reindexListingsStatements(
      ctx,
      sql`listings.owner_id in (select teacher_id from ${reviews} where ${isErased})`,
    ),
    db.run(
      sql`delete from ${reviewReports} where review_id in (select id from ${reviews} where ${isErased})`,
    ),
    db.run(sql`delete from ${reviews} where ${isErased}`),
    db.run(sql`update ${reviewReports} set reporter_id = null, text = '', objection_text = ''
      where reporter_id = ${user.id}`),
    db.run(sql`update ${reviewReports} set decided_by = null where decided_by = ${user.id}`),
    db.run(sql`update ${reviews} set decided_by = null where decided_by = ${user.id}`),
  ];
}
