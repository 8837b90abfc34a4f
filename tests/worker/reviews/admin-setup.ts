import { enquiries, reviewReports } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { bearer, createAccessToken } from "../../helpers/accounts";
import { app, db } from "../../helpers/app";
import { createAdmin, createListing, createTeacher, createUser } from "../../helpers/factories";
import { createReview } from "./create-review";

export const REFUSAL = { reason: "off_topic", text: "Textul nu este despre lecții." };

/** A teacher with a listing, a learner, a guest, and an admin who decides about reviews. */
export async function createReviewSetup() {
  const teacher = await createTeacher({ locale: "ro", firstName: "Radu", lastName: "Ionescu" });
  const listing = await createListing(teacher);
  const learner = await createUser({ firstName: "Maria", lastName: "Popa", locale: "en" });
  const admin = await createAdmin();
  const { headers } = bearer(await createAccessToken(admin));
  const guestEmail = `oaspete-${newId()}@example.test`;

  const insertEnquiry = async (values: Partial<typeof enquiries.$inferInsert> = {}) => {
    const id = newId();
    await db.insert(enquiries).values({
      id,
      listingId: listing.id,
      teacherId: teacher.id,
      learnerId: learner.id,
      state: "answered",
      createdTs: app.clock.now - 20 * DAY_MS,
      answeredTs: app.clock.now - 19 * DAY_MS,
      lastMessageTs: app.clock.now - 10 * DAY_MS,
      ...values,
    });
    return id;
  };

  /** By default a pending review of the learner. */
  const insertReview = async (overrides: Parameters<typeof createReview>[1] = {}) => {
    const isPublic = overrides.state === "published" || overrides.state === "removed";
    const { id } = await createReview(teacher, {
      enquiryId: await insertEnquiry(),
      listingId: listing.id,
      ...(overrides.guestKey ? {} : { learnerId: learner.id }),
      rating: 4,
      state: "pending",
      holdRule: isPublic ? null : "contact_data",
      createdTs: app.clock.now - DAY_MS,
      publishedTs: isPublic ? app.clock.now - DAY_MS : null,
      ...overrides,
    });
    return id;
  };

  /** A review of a guest, with the guest's enquiry. */
  const insertGuestReview = async () =>
    insertReview({
      guestKey: newId(),
      enquiryId: await insertEnquiry({
        learnerId: null,
        guestName: "Ilinca",
        guestEmail,
        guestLocale: "ro",
        confirmedTs: app.clock.now - 20 * DAY_MS,
      }),
    });

  /** By default an open report of the teacher. */
  const insertReport = async (reviewId: string, values: Partial<typeof reviewReports.$inferInsert> = {}) => {
    const id = newId();
    await db.insert(reviewReports).values({
      id,
      reviewId,
      reporterId: teacher.id,
      reason: "not_a_client",
      text: "Nu îl cunosc.",
      createdTs: app.clock.now - 1000,
      ...values,
    });
    return id;
  };

  const decide = (id: string, action: string, json: object = {}) =>
    app.post(`/api/admin/reviews/${id}/${action}`, { headers, json });

  return {
    teacher,
    listing,
    learner,
    admin,
    as: admin,
    headers,
    guestEmail,
    insertReview,
    insertGuestReview,
    insertReport,
    decide,
  };
}

export type ReviewSetup = Awaited<ReturnType<typeof createReviewSetup>>;

export const findReview = (id: string) =>
  db.query.reviews.findFirst({ where: (review, { eq }) => eq(review.id, id) });

export const findReport = (id: string) =>
  db.query.reviewReports.findFirst({ where: (report, { eq }) => eq(report.id, id) });

/** Status and cause of a refused call. */
export const readProblem = async (answer: Response) => ({
  status: answer.status,
  reason: ((await answer.json()) as { title?: string }).title,
});
