import { and, eq, sql } from "drizzle-orm";
import { requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { commitAudited } from "@/db/commit-audited";
import { reviews } from "@/db/schema";
import { readBannedWords, validateUnmoderatedText } from "@/features/listings";
import { DAY_MS } from "@/shared/dates";
import { invalid, ok, type Result, refuse } from "@/shared/errors";
import { validate } from "@/shared/schemas/field-errors";
import { replySchema } from "@/shared/schemas/review";
import { findReview, type ReviewWithTeacher } from "../queries";

/** How long a teacher can edit a reply (ms). */
const REPLY_EDIT_MS = 30 * DAY_MS;

/** When the reply can no longer be edited (ms); null without one. */
export const getReplyEditEnd = ({
  replyCreatedTs,
}: Pick<ReviewWithTeacher, "replyCreatedTs">): number | null =>
  replyCreatedTs === null ? null : replyCreatedTs + REPLY_EDIT_MS;

/**
 * Writes the teacher's public reply to a published review, or edits it within 30 days. The reply is published without
 * review, so contact data and banned words are field errors. Refuses `not_found` for another teacher's review,
 * `invalid`, and `conflict`: `reply_period_over`, `review_hidden`, `datastale`.
 */
export async function replyToReview(
  ctx: Ctx,
  id: string,
  input: unknown,
): Promise<Result<ReviewWithTeacher>> {
  const user = requireUser(ctx);
  const review = await findReview(ctx, id);
  if (review?.teacherId !== user.id) return refuse("not_found");
  if (review.state !== "published") return refuse("conflict", { reason: "review_hidden" });
  const end = getReplyEditEnd(review);
  if (end !== null && end <= ctx.now) return refuse("conflict", { reason: "reply_period_over" });
  const checked = validate(replySchema, input);
  if (!checked.ok) return checked;
  const { text } = checked.value;
  const error = validateUnmoderatedText("text", text, await readBannedWords(ctx));
  if (error) return invalid([error]);
  // A repeated form is no edit.
  if (text === review.replyText) return ok(review);

  const isFirst = review.replyCreatedTs === null;
  const changes = {
    replyText: text,
    replyCreatedTs: review.replyCreatedTs ?? ctx.now,
    replyEditedTs: isFirst ? null : ctx.now,
  };
  const isUpdated = await commitAudited(ctx, {
    action: isFirst ? "review.replied" : "review.reply_edited",
    subject: auditSubject("review", id),
    statement: ctx.db
      .update(reviews)
      .set({ ...changes, version: sql`${reviews.version} + 1` })
      .where(
        and(
          eq(reviews.id, id),
          eq(reviews.teacherId, user.id),
          eq(reviews.state, "published"),
          sql`${reviews.replyCreatedTs} is ${review.replyCreatedTs}`,
        ),
      )
      .returning({ id: reviews.id }),
  });
  return isUpdated ? ok({ ...review, ...changes }) : refuse("conflict", { reason: "datastale" });
}
