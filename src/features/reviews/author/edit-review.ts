import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { commitAudited } from "@/db/commit-audited";
import { countHitsStatements, defineLimit, findRetryAfter, hasHitsLeftSql } from "@/db/rate-limits";
import { reviews } from "@/db/schema";
import type { ReviewHoldRule } from "@/shared/codes";
import { DAY_MS } from "@/shared/dates";
import { ok, type Result, refuse } from "@/shared/errors";
import { queueReviewPublishedMailStatements } from "../moderation/queue-review-published-mail-statements";
import { refreshTeacherStatements } from "../refresh-teacher-statements";
import { findHoldRule, type ReviewSender } from "./find-hold-rule";
import { findOwnReview, findReviewContext, type OwnReview } from "./find-review-context";
import { type ReviewAuthor, toLimitKey } from "./review-author";
import { parseReviewContent, type ReviewContent, type SentReview } from "./review-content";
import { settleObjection } from "./settle-objection";

/** How long after it was written (ms) an author can edit a review. */
export const REVIEW_EDIT_PERIOD_MS = 30 * DAY_MS;

/** Edits of one author, about all teachers. */
const EDITS_PER_DAY = defineLimit("review_edits_day");

/** What an author can change. */
const pickEdited = ({ rating, text, lessons, level, authorName, authorRole }: ReviewContent) => {
  return { rating, text, lessons, level, authorName, authorRole };
};

const isSame = (a: ReviewContent, b: ReviewContent): boolean =>
  JSON.stringify(pickEdited(a)) === JSON.stringify(pickEdited(b));

/**
 * Replaces the author's review of an enquiry's teacher, within 30 days. The rules run again: a review may be held, or
 * published if the rule that held its text no longer applies. After an admin's decision against it, an admin decides
 * again. The same review sent twice changes nothing. With `version`, the version that the form showed, a review changed
 * since is refused as `conflict` (`datastale`). Further refuses as `findReviewContext` does, `not_found` without a
 * review, `conflict` (`edit_period_over`), `forbidden` (`same_browser`), `invalid`, and `too_many` past 30 edits a
 * day.
 */
export async function editReview(
  ctx: Ctx,
  enquiryId: string,
  { token, version, ...input }: SentReview & { token?: string | undefined; version?: number | undefined },
  sender: ReviewSender,
): Promise<Result<OwnReview>> {
  const found = await findReviewContext(ctx, enquiryId, token);
  if (!found.ok) return found;
  const { author, review } = found.value;
  if (!review) return refuse("not_found", { reason: "no_review" });
  const content = parseReviewContent(author, input);
  if (!content.ok) return content;
  const edited = content.value;
  if (isSame(review, edited)) return ok(review);
  if (version !== undefined && version !== review.version) return refuse("conflict", { reason: "datastale" });
  if (!canEditReview(ctx, review)) return refuse("conflict", { reason: "edit_period_over" });
  const rule = await findHoldRule(ctx, { teacherId: review.teacherId, ...edited }, sender);
  if (!rule.ok) return rule;
  const holdRule = rule.value ?? findRemainingRule(review);
  return saveReview(ctx, author, { ...review, ...edited, holdRule }, computeEarlierText(review, holdRule));
}

export const canEditReview = ({ now }: Ctx, { createdTs }: Pick<OwnReview, "createdTs">): boolean =>
  now <= createdTs + REVIEW_EDIT_PERIOD_MS;

/** The rule that holds a review whatever its new text is: only an admin can decide. */
function findRemainingRule({ state, holdRule, reason }: OwnReview): ReviewHoldRule | null {
  if (state !== "published" && reason !== null) return "earlier_decision";
  const isAboutText = holdRule === "banned_word" || holdRule === "contact_data";
  return state === "pending" && !isAboutText ? holdRule : null;
}

/** The text for an admin to compare with the edit: of a held review, or of a published one with open reports. */
function computeEarlierText(review: OwnReview, holdRule: ReviewHoldRule | null): string | SQL | null {
  const { id, publishedTs, reason } = review;
  const isKnown = publishedTs !== null || reason !== null;
  const earlierText = review.earlierText ?? (isKnown ? review.text : null);
  if (holdRule !== null) return earlierText;
  return sql`case when exists (select 1 from review_reports where review_id = ${id} and (outcome is null
    or (objection_ts is not null and objection_decided_ts is null))) then ${earlierText} end`;
}

async function saveReview(
  ctx: Ctx,
  author: ReviewAuthor,
  edited: OwnReview,
  earlierText: string | SQL | null,
): Promise<Result<OwnReview>> {
  const { id, teacherId, version, holdRule } = edited;
  const isPublished = holdRule === null;
  const limits = [[EDITS_PER_DAY, toLimitKey(author)]] as const;
  const isUpdated = await commitAudited(ctx, {
    action: "review.edited",
    subject: auditSubject("review", id),
    actorId: author.learnerId,
    statement: ctx.db
      .update(reviews)
      .set({
        ...pickEdited(edited),
        earlierText,
        locale: ctx.locale,
        state: isPublished ? "published" : "pending",
        holdRule,
        editedTs: ctx.now,
        ...(isPublished ? { publishedTs: edited.publishedTs ?? ctx.now } : {}),
        ...settleObjection(ctx, edited),
        version: version + 1,
      })
      .where(
        and(
          eq(reviews.id, id),
          eq(reviews.version, version),
          author.isAuthorSql,
          hasHitsLeftSql(limits, ctx.now),
        ),
      )
      .returning({ id: reviews.id }),
    furtherStatements: async (guard) => [
      ...countHitsStatements(ctx.db, limits, ctx.now, guard),
      ...(isPublished ? await queueReviewPublishedMailStatements(ctx, edited, guard) : []),
      ...refreshTeacherStatements(ctx, teacherId, guard),
    ],
  });
  const current = await findOwnReview(ctx, teacherId, author);
  // A concurrent request with the same form may have been first.
  if (current && (isUpdated || isSame(current, edited))) return ok(current);
  const retryAfter = await findRetryAfter(ctx.db, limits, ctx.now);
  return retryAfter === null
    ? refuse("conflict", { reason: "datastale" })
    : refuse("too_many", { retryAfter });
}
