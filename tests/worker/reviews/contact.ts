import { eq } from "drizzle-orm";
import { enquiries, reviews } from "@/db/schema";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { type Actor, app, db } from "../../helpers/app";
import { createListing, createTeacher, createUser, signIn } from "../../helpers/factories";

export const DAY_MS = 86_400_000;

type EnquiryRow = typeof enquiries.$inferInsert;

/** Inserts an enquiry that its teacher answered four days ago. */
export async function insertAnsweredEnquiry(
  values: Pick<EnquiryRow, "listingId" | "teacherId"> & Partial<EnquiryRow>,
): Promise<string> {
  const id = newId();
  const answeredTs = app.clock.now - 4 * DAY_MS;
  await db.insert(enquiries).values({
    id,
    state: "answered",
    createdTs: answeredTs - DAY_MS,
    answeredTs,
    lastMessageTs: answeredTs,
    ...values,
  });
  return id;
}

/** A teacher with a listing, and a signed-in learner whose enquiry the teacher answered four days ago. */
export async function createContact(values: Partial<EnquiryRow> = {}) {
  const teacher = await createTeacher();
  const learner = await createUser({ firstName: "Maria", lastName: "Popescu", birthDate: "1985-03-01" });
  const listing = await createListing(teacher);
  const id = await insertAnsweredEnquiry({
    listingId: listing.id,
    teacherId: teacher.id,
    learnerId: learner.id,
    ...values,
  });
  return { id, teacher, learner, listing, as: await signIn(learner), path: paths.enquiryReview(id) };
}

export const REVIEW = {
  rating: "5",
  text: "Explică pe înțeles și are răbdare la fiecare lecție.",
  lessons: "6-20",
  name: "initial",
  level: "m",
};

/** Sends the form of a review. */
export const sendReview = (path: string, as: Actor, more: Record<string, string> = {}) =>
  app.post(path, { as, form: { ...REVIEW, ...more } });

/** The reviews of a teacher, oldest first. */
export const listTeacherReviews = (teacherId: string) =>
  db.select().from(reviews).where(eq(reviews.teacherId, teacherId)).orderBy(reviews.createdTs);
