import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject, hasAuditEventSql } from "@/db/audit";
import { previousChanged } from "@/db/guard";
import { countHitsStatements, defineLimit, findRetryAfter, hasHitsLeftSql } from "@/db/rate-limits";
import { refreshRatingsStatements } from "@/db/refresh-ratings-statements";
import { hasRows } from "@/db/returned-rows";
import { reviews } from "@/db/schema";
import { reindexListingsStatements } from "@/features/listings";
import type { ReviewHoldRule } from "@/shared/codes";
import { DAY_MS } from "@/shared/dates";
import { ok, type Result, refuse } from "@/shared/errors";
import { validate } from "@/shared/schemas/field-errors";
import { reviewSchema } from "@/shared/schemas/review";
import { queueReviewPublishedMailStatements } from "../moderation/queue-review-published-mail-statements";
import { toDisplayedAuthor } from "./displayed-author";
import { findHoldRule, type ReviewSender } from "./find-hold-rule";
import { findOwnReview, findReviewContext, type OwnReview } from "./find-review-context";
import { type ReviewAuthor, toLimitKey } from "./review-author";
import { settleObjection } from "./settle-objection";
import type { SentReview } from "./submit-review";

/** How long after it was written (ms) an author can edit a review. */
export const REVIEW_EDIT_PERIOD_MS = 30 * DAY_MS;

/** Edits of one author, about all teachers. */
const EDITS_PER_DAY = defineLimit("review_edits_day");

/** Members that an author can change. */
const EDITED = ["rating", "text", "lessons", "level", "authorName", "authorRole"] as const;
type EditedReview = Pick<OwnReview, (typeof EDITED)[number]>;

const isSame = (a: EditedReview, b: EditedReview): boolean => EDITED.every((name) => a[name] === b[name]);

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
  const validated = validate(reviewSchema, input);
  if (!validated.ok) return validated;
  const displayed = toDisplayedAuthor(author, validated.value);
  if (!displayed.ok) return displayed;
  const { rating, text, lessons, level = null } = validated.value;
  const edited: EditedReview = { rating, text, lessons, level, ...displayed.value };
  if (isSame(review, edited)) return ok(review);
  if (version !== undefined && version !== review.version) return refuse("conflict", { reason: "datastale" });
  if (!canEditReview(ctx, review)) return refuse("conflict", { reason: "edit_period_over" });
  const rule = await findHoldRule(ctx, { teacherId: review.teacherId, ...edited }, sender);
  if (!rule.ok) return rule;
  const holdRule = rule.value ?? findRemainingRule(review);
  return saveReview(ctx, author, { ...review, ...edited, holdRule }, computeEarlierText(review, holdRule));
}

export const canEditReview = (
  { now }: Pick<Ctx, "now">,
  { createdTs }: Pick<OwnReview, "createdTs">,
): boolean => now <= createdTs + REVIEW_EDIT_PERIOD_MS;

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
  const eventId = ctx.newId();
  const limits = [[EDITS_PER_DAY, toLimitKey(author)]] as const;
  const [updated] = await ctx.commit([
    ctx.db
      .update(reviews)
      .set({
        rating: edited.rating,
        text: edited.text,
        earlierText,
        lessons: edited.lessons,
        level: edited.level,
        authorName: edited.authorName,
        authorRole: edited.authorRole,
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
    ...countHitsStatements(ctx.db, limits, ctx.now, previousChanged),
    auditEventStatement(
      ctx,
      {
        id: eventId,
        action: "review.edited",
        subject: auditSubject("review", id),
        actorId: author.learnerId,
      },
      previousChanged,
    ),
    ...(isPublished ? await queueReviewPublishedMailStatements(ctx, edited, hasAuditEventSql(eventId)) : []),
    ...refreshRatingsStatements(ctx, sql`(${teacherId})`),
    ...reindexListingsStatements(ctx, sql`listings.owner_id = ${teacherId} and ${hasAuditEventSql(eventId)}`),
  ]);
  const current = await findOwnReview(ctx, teacherId, author);
  // A concurrent request with the same form may have been first.
  if (current && (hasRows(updated) || isSame(current, edited))) return ok(current);
  const retryAfter = await findRetryAfter(ctx.db, limits, ctx.now);
  return retryAfter === null
    ? refuse("conflict", { reason: "datastale" })
    : refuse("too_many", { retryAfter });
}
