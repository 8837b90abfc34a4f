import type { SQL } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import type { reviews } from "@/db/schema";
import { paths } from "@/shared/paths";
import { queueAccountMailStatements } from "./queue-account-mail-statements";

type PublishedReview = Pick<
  typeof reviews.$inferSelect,
  "id" | "teacherId" | "subject" | "rating" | "text"
> & {
  /** The value before the batch: only the first publication is mailed. */
  publishedTs: number | null;
};

/**
 * The mail that tells the teacher of a new published review, if `guard` holds. None for a review that was public
 * before, and for an unverified or disabled account.
 */
export async function queueReviewPublishedMailStatements(
  ctx: Ctx,
  { id, teacherId, subject, rating, text, publishedTs }: PublishedReview,
  guard: SQL,
): Promise<Statement[]> {
  if (publishedTs !== null) return [];
  return queueAccountMailStatements(
    ctx,
    { userIds: [teacherId], reviewId: id, guard },
    ({ firstName, locale }) => ({
      template: "review_received",
      params: { name: firstName, subject: ctx.translator(locale)(`general.subjects.${subject}`), rating },
      quote: text,
      actionPath: paths.ownReviews(),
    }),
  );
}
