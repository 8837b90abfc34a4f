import { eq } from "drizzle-orm";
import { summarizeRating } from "@/shared/rating";
import type { RatingJson } from "@/shared/schemas/review";
import type { Db } from "./client";
import { users } from "./schema";

/** The rating of a teacher, for their own pages. */
export async function findTeacherRating(db: Db, userId: string): Promise<RatingJson> {
  const [row] = await db
    .select({ reviewCount: users.reviewCount, ratingSum: users.ratingSum })
    .from(users)
    .where(eq(users.id, userId));
  return summarizeRating(row ?? { reviewCount: 0, ratingSum: 0 });
}
