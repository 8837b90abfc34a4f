import { reviews } from "@/db/schema";
import { newId } from "@/shared/ids";
import { db, type TestApp } from "../../helpers/app";

type ReviewRow = typeof reviews.$inferInsert;

/** Inserts a published review of a teacher; by default by no account, so give `learnerId` or `guestKey`. */
export async function insertReview(
  app: TestApp,
  values: Pick<ReviewRow, "teacherId"> & Partial<ReviewRow>,
): Promise<string> {
  const id = newId();
  await db.insert(reviews).values({
    id,
    subject: "m",
    rating: 5,
    text: "Explică pe înțeles și are răbdare.",
    locale: "ro",
    lessons: "2-5",
    authorRole: "learner",
    state: "published",
    createdTs: app.clock.now,
    publishedTs: app.clock.now,
    ...values,
  });
  return id;
}
