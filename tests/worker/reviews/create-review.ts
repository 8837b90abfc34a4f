import { reviews } from "@/db/schema";
import { newId } from "@/shared/ids";
import { db, type TestApp } from "../../helpers/app";
import type { User } from "../../helpers/rows";

export type Review = typeof reviews.$inferSelect;

export const REVIEW_TEXT = "Explică pe înțelesul copilului și vine mereu la timp.";

/** A published review about mathematics by a guest, by default. */
export async function createReview(
  app: TestApp,
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
  return review as Review;
}
