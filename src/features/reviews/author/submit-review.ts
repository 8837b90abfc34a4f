import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { commitAudited } from "@/db/commit-audited";
import { insertWhere } from "@/db/insert-where";
import { countHitsStatements, defineLimit, findRetryAfter, hasHitsLeftSql } from "@/db/rate-limits";
import { enquiries, reviewReports, reviews, users } from "@/db/schema";
import { findReviewRefusal, refreshGuestReviewFlagsStatement } from "@/features/enquiries";
import type { ReviewHoldRule } from "@/shared/codes";
import { DAY_MS } from "@/shared/dates";
import { ok, type Result, refuse } from "@/shared/errors";
import { ID_PATTERN } from "@/shared/ids";
import { queueReviewPublishedMailStatements } from "../moderation/queue-review-published-mail-statements";
import { refreshTeacherStatements } from "../refresh-teacher-statements";
import { findHoldRule, type ReviewSender } from "./find-hold-rule";
import {
  findOwnReview,
  findReviewContext,
  isLiveReviewSql,
  type OwnReview,
  type ReviewContext,
} from "./find-review-context";
import { toLimitKey } from "./review-author";
import { parseReviewContent, type SentReview } from "./review-content";

/** New reviews of one author, about all teachers. */
const WRITES_PER_DAY = defineLimit("review_writes_day");

/** Written within `DAY_MS` about one teacher, withdrawn ones included; further reviews are held. */
const MAX_REVIEWS_A_DAY = 5;

/**
 * Writes the review of an enquiry's teacher: published, or pending if a rule holds it. The author is a guest by
 * `token`, or the signed-in learner. With `once`, an id from the form, the same form sent twice writes one review.
 * Refuses as `findReviewContext` and `findReviewRefusal` do, `conflict` (`already_reviewed`), `forbidden`
 * (`same_browser`), `invalid`, and `too_many` past five new reviews a day.
 */
export async function submitReview(
  ctx: Ctx,
  enquiryId: string,
  { token, once, ...input }: SentReview & { token?: string | undefined; once?: string | undefined },
  sender: ReviewSender,
): Promise<Result<OwnReview>> {
  const found = await findReviewContext(ctx, enquiryId, token);
  if (!found.ok) return found;
  const { enquiry, author, review: existing } = found.value;
  const formId = once !== undefined && ID_PATTERN.test(once) ? once : null;
  if (existing)
    return existing.id === formId ? ok(existing) : refuse("conflict", { reason: "already_reviewed" });
  const refusal = findReviewRefusal(ctx, enquiry);
  if (refusal) return { ok: false, refusal };
  const { teacherId, listing } = enquiry;
  if (teacherId === null || listing === null) return refuse("gone", { reason: "teacher_gone" });
  const parsed = parseReviewContent(author, input);
  if (!parsed.ok) return parsed;
  const content = parsed.value;
  const rule = await findHoldRule(ctx, { teacherId, ...content }, sender);
  if (!rule.ok) return rule;

  // An id of a withdrawn review, from a page that was opened before, can't be used again.
  const id = formId !== null && !(await hasReview(ctx, formId)) ? formId : ctx.newId();
  const limits = [[WRITES_PER_DAY, toLimitKey(author)]] as const;
  const hold = holdRuleSql(ctx, rule.value, { ...found.value, teacherId });
  const { subject } = listing;
  const isInserted = await commitAudited(ctx, {
    action: "review.written",
    subject: auditSubject("review", id),
    actorId: author.learnerId,
    statement: insertWhere(
      ctx.db,
      reviews,
      {
        id,
        enquiryId,
        teacherId,
        listingId: listing.id,
        learnerId: author.learnerId,
        guestKey: author.guestKey,
        subject,
        ...content,
        locale: ctx.locale,
        state: sql`iif(${hold} is null, 'published', 'pending')`,
        holdRule: hold,
        createdTs: ctx.now,
        publishedTs: sql`iif(${hold} is null, ${ctx.now}, null)`,
      },
      sql`${mayReviewSql({ ...found.value, teacherId })} and ${hasHitsLeftSql(limits, ctx.now)}`,
    )
      .onConflictDoNothing()
      .returning({ id: reviews.id }),
    furtherStatements: async (guard) => [
      ...countHitsStatements(ctx.db, limits, ctx.now, guard),
      ...(await queueReviewPublishedMailStatements(
        ctx,
        { id, teacherId, subject, ...content, publishedTs: null },
        sql`${guard} and exists (select 1 from ${reviews}
          where ${reviews.id} = ${id} and ${reviews.state} = 'published')`,
      )),
      refreshGuestReviewFlagsStatement(ctx, sql`(${enquiryId})`),
      ...refreshTeacherStatements(ctx, teacherId, guard),
    ],
  });
  const review = await findOwnReview(ctx, teacherId, author);
  // A concurrent request with the same form, as from a double click, or with another form may have been first.
  if (review) {
    return isInserted || review.id === formId
      ? ok(review)
      : refuse("conflict", { reason: "already_reviewed" });
  }
  const current = await findReviewContext(ctx, enquiryId, token);
  if (!current.ok) return current;
  const currentRefusal = findReviewRefusal(ctx, current.value.enquiry);
  if (currentRefusal) return { ok: false, refusal: currentRefusal };
  const retryAfter = await findRetryAfter(ctx.db, limits, ctx.now);
  return retryAfter === null ? refuse("conflict") : refuse("too_many", { retryAfter });
}

type Contact = Pick<ReviewContext, "enquiry" | "author"> & { teacherId: string };

/** Guard: the contact still allows a review, and the author has none of the teacher. */
const mayReviewSql = ({ enquiry, author, teacherId }: Contact): SQL => sql`
  exists (select 1 from ${enquiries} inner join ${users} on ${users.id} = ${enquiries.teacherId}
    where ${enquiries.id} = ${enquiry.id} and ${enquiries.teacherId} = ${teacherId}
      and ${enquiries.learnerId} is ${enquiry.learnerId} and ${enquiries.guestEmail} is ${enquiry.guestEmail}
      and ${users.disabledTs} is null)
  and not exists (select 1 from ${reviews}
    where ${reviews.teacherId} = ${teacherId} and ${author.isAuthorSql} and ${isLiveReviewSql})`;

/**
 * The rule that holds a new review, as SQL: the given one, or what only the database knows when it is written. Rules
 * about the text come last, because an edit of the text ends them.
 */
const holdRuleSql = ({ now }: Ctx, rule: ReviewHoldRule | null, { author, teacherId }: Contact): SQL => {
  const isEarlierSql = sql`${reviews.teacherId} = ${teacherId} and ${author.isAuthorSql}`;
  return sql`
  case when ${rule} in ('same_device', 'same_network') then ${rule}
    when exists (select 1 from ${reviews}
      where ${isEarlierSql} and (${reviews.reason} is not null or ${hasStandingReportSql}))
      then 'earlier_decision'
    when exists (select 1 from ${reviews} where ${isEarlierSql} and ${isHeldBySenderRuleSql})
      then (select ${reviews.holdRule} from ${reviews} where ${isEarlierSql} and ${isHeldBySenderRuleSql} limit 1)
    when (select count(*) from ${reviews} where ${reviews.teacherId} = ${teacherId}
      and ${reviews.createdTs} > ${now - DAY_MS}) >= ${MAX_REVIEWS_A_DAY}
      then 'many_reviews'
    else ${rule} end`;
};

/**
 * Condition on `reviews`: a report was open when the review was withdrawn. A later publication overrides an upheld one.
 */
const hasStandingReportSql: SQL = sql`exists (select 1 from ${reviewReports}
  where ${reviewReports.reviewId} = ${reviews.id} and (${reviewReports.outcome} is null
    or (${reviewReports.outcome} = 'upheld' and ${reviewReports.decidedTs} >= coalesce(${reviews.decidedTs}, 0))))`;

/** Condition on `reviews`: held by a rule that is not about the text, and no admin has decided since. */
const isHeldBySenderRuleSql: SQL = sql`${reviews.holdRule} in ('same_device', 'same_network', 'many_reviews')
  and coalesce(${reviews.decidedTs}, 0) < coalesce(${reviews.editedTs}, ${reviews.createdTs})`;

const hasReview = async (ctx: Ctx, id: string): Promise<boolean> =>
  (await ctx.db.$count(reviews, sql`${reviews.id} = ${id}`)) > 0;
