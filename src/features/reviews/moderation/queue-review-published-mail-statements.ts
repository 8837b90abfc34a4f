import { type SQL, sql } from "drizzle-orm";
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
 * before or follows a public one of the same author, and for an unverified or disabled account.
 */
export async function queueReviewPublishedMailStatements(
  ctx: Ctx,
  { id, teacherId, subject, rating, text, publishedTs }: PublishedReview,
  guard: SQL,
): Promise<Statement[]> {
  if (publishedTs !== null) return [];
  return queueAccountMailStatements(
    ctx,
    { userIds: [teacherId], reviewId: id, guard: sql`${guard} and not ${followsPublishedSql(id)}` },
    ({ firstName, locale }) => ({
      template: "review_received",
      params: { name: firstName, subject: ctx.translator(locale)(`general.subjects.${subject}`), rating },
      quote: text,
      actionPath: paths.ownReviews(),
    }),
  );
}

/** Condition: another review of the author about the teacher was public before. */
const followsPublishedSql = (id: string): SQL => sql`exists (select 1 from reviews written
  join reviews earlier on earlier.teacher_id = written.teacher_id and earlier.id <> written.id
    and (earlier.learner_id = written.learner_id or earlier.guest_key = written.guest_key)
  where written.id = ${id} and earlier.published_ts is not null)`;
