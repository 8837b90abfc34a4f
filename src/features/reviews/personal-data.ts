import { asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx, SignedInUser } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { refreshRatingsStatements } from "@/db/refresh-ratings-statements";
import { auditLog, reviewReports, reviews } from "@/db/schema";
import { refreshGuestReviewFlagsStatement, toGuestKey } from "@/features/enquiries";
import { reindexListingsStatements } from "@/features/listings";
import { eraseMailsAboutStatements } from "@/features/mail";
import type { ReviewState } from "@/shared/codes";
import { toTimestampJson } from "@/shared/format";

type ReviewUser = Pick<SignedInUser, "id" | "email" | "emailVerified">;

/** Matches reviews that the user wrote with the account, or as a guest from their verified mailbox. */
const isWrittenBySql = (ctx: Pick<Ctx, "config">, { id, email, emailVerified }: ReviewUser): SQL =>
  emailVerified
    ? sql`(learner_id = ${id} or guest_key = ${toGuestKey(ctx, email)})`
    : sql`learner_id = ${id}`;

const isErasedWithSql = (ctx: Pick<Ctx, "config">, user: ReviewUser): SQL =>
  sql`(teacher_id = ${user.id} or ${isWrittenBySql(ctx, user)})`;

const selectSubjectsSql = (condition: SQL): SQL =>
  sql`(select ${auditSubject("review", reviews.id)} from ${reviews} where ${condition})`;

/** A subquery of the audit subjects of the reviews that are erased with a user. */
export const selectReviewSubjectsSql = (ctx: Pick<Ctx, "config">, user: ReviewUser): SQL =>
  selectSubjectsSql(isErasedWithSql(ctx, user));

/** The same of the reviews that a user wrote. */
export const selectWrittenReviewSubjectsSql = (ctx: Pick<Ctx, "config">, user: ReviewUser): SQL =>
  selectSubjectsSql(isWrittenBySql(ctx, user));

/** Matches audit events about reviews of a teacher that the teacher is also told by mail. */
export const isTeacherReviewEventSql = (teacherId: string): SQL =>
  sql`(${auditLog.subject} in ${selectSubjectsSql(sql`teacher_id = ${teacherId}`)}
    and ${auditLog.action} in ('review.published', 'review.removed'))`;

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
      .where(isErasedWithSql(ctx, user))
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
      const own = <T>(value: T): T | null => (isAuthor ? value : null);
      const isHidden = !isAuthor && HIDDEN_STATES.includes(review.state);
      const shown = <T>(value: T): T | null => (isHidden ? null : value);
      return {
        _id: review.id,
        side: isAuthor ? "author" : "teacher",
        enquiry_id: own(review.enquiryId),
        listing_id: review.listingId,
        subject: review.subject,
        level: review.level,
        rating: review.rating,
        text: shown(review.text),
        earlier_text: own(review.earlierText),
        locale: review.locale,
        lessons: review.lessons,
        author_name: shown(review.authorName),
        author_role: review.authorRole,
        state: review.state,
        hold_rule: own(review.holdRule),
        created_ts: toTimestampJson(review.createdTs),
        edited_ts: toTimestampJson(review.editedTs),
        published_ts: toTimestampJson(review.publishedTs),
        decided_ts: toTimestampJson(review.decidedTs),
        reason: shown(review.reason),
        reason_text: review.objectionDecidedTs === null ? shown(review.reasonText) : own(review.reasonText),
        objection_ts: own(toTimestampJson(review.objectionTs)),
        objection_text: own(review.objectionText),
        objection_decided_ts: own(toTimestampJson(review.objectionDecidedTs)),
        reply_text: review.replyText,
        reply_created_ts: toTimestampJson(review.replyCreatedTs),
        reply_edited_ts: toTimestampJson(review.replyEditedTs),
        version: review.version,
      };
    }),
    review_reports: reports.map((report) => ({
      _id: report.id,
      review_id: report.reviewId,
      reason: report.reason,
      text: report.text,
      created_ts: toTimestampJson(report.createdTs),
      outcome: report.outcome,
      decided_ts: toTimestampJson(report.decidedTs),
      decision_text: report.decisionText,
      objection_ts: toTimestampJson(report.objectionTs),
      objection_text: report.objectionText,
      objection_decided_ts: toTimestampJson(report.objectionDecidedTs),
    })),
  };
}

/**
 * Erases the reviews that a user wrote and those about the user, with their reports and mails. Other reports and
 * decisions of the user stay, without the user; an open report stays without its text. Must run before listings and
 * accounts are erased.
 */
export function eraseReviewsStatements(ctx: Ctx, user: ReviewUser): Statement[] {
  const { db } = ctx;
  const isErased = isErasedWithSql(ctx, user);
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
