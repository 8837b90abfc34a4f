import { eq } from "drizzle-orm";
import { reviews } from "@/db/schema";
import { newId } from "@/shared/ids";
import { app, db } from "../../helpers/app";
import { refreshTeacher } from "../../helpers/derived-columns";
import type { User } from "../../helpers/rows";

export type Review = typeof reviews.$inferSelect;

export const REVIEW_TEXT = "Explică pe înțelesul copilului și vine mereu la timp.";

/** Changes the state of a review directly. */
export async function setReviewState(id: string, state: Review["state"]): Promise<void> {
  const [review] = await db.update(reviews).set({ state }).where(eq(reviews.id, id)).returning();
  if (review) await refreshTeacher(review.teacherId);
}

/** A published review about mathematics by a guest, by default. */
export async function createReview(
  teacher: Pick<User, "id">,
  overrides: Partial<typeof reviews.$inferInsert> = {},
): Promise<Review> {
  const state = overrides.state ?? "published";
  const [review] = await db
    .insert(reviews)
    .values({
      id: newId(),
      teacherId: teacher.id,
      ...(overrides.learnerId ? {} : { guestKey: newId() }),
      subject: "m",
      level: "h",
      rating: 5,
      text: REVIEW_TEXT,
      locale: "ro",
      lessons: "6-20",
      authorName: "Maria P.",
      authorRole: "parent",
      state,
      createdTs: app.clock.now,
      publishedTs: state === "published" ? app.clock.now : null,
      ...overrides,
    })
    .returning();
  await refreshTeacher(teacher.id);
  return review as Review;
}
