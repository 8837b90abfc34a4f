import { and, eq, ne } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { enquiries, reviews, users } from "@/db/schema";
import { Refused } from "@/shared/errors";
import { formatFullName } from "@/shared/format";
import { isOwnReviewSql } from "./is-own-review-sql";

const teacher = alias(users, "teacher");

/**
 * A review with what its decision and the mails about it need; null for a withdrawn one.
 * @throws Refused `forbidden` (`own_review_decision`) if the admin is its author or teacher
 */
export async function findReviewToDecide(ctx: Ctx, id: string) {
  const admin = requireAdmin(ctx);
  const [row] = await ctx.db
    .select({
      review: reviews,
      teacher: { firstName: teacher.firstName, lastName: teacher.lastName },
      isOwn: isOwnReviewSql(ctx, admin),
      /** Null once it was erased. */
      enquiry: {
        id: enquiries.id,
        learnerId: enquiries.learnerId,
        guestName: enquiries.guestName,
        guestEmail: enquiries.guestEmail,
        guestLocale: enquiries.guestLocale,
        confirmedTs: enquiries.confirmedTs,
      },
    })
    .from(reviews)
    .innerJoin(teacher, eq(teacher.id, reviews.teacherId))
    .leftJoin(enquiries, eq(enquiries.id, reviews.enquiryId))
    .where(and(eq(reviews.id, id), ne(reviews.state, "withdrawn")));
  if (!row) return null;
  const { review } = row;
  if (row.isOwn) throw new Refused({ code: "forbidden", reason: "own_review_decision" });
  return {
    ...review,
    enquiry: row.enquiry,
    teacherName: formatFullName(row.teacher),
    hasOpenObjection: review.objectionTs !== null && review.objectionDecidedTs === null,
  };
}

export type ReviewToDecide = NonNullable<Awaited<ReturnType<typeof findReviewToDecide>>>;
