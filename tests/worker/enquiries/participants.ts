import { enquiries } from "@/db/schema";
import { paths } from "@/shared/paths";
import type { Actor, TestApp } from "../../helpers/app";
import { createListing, createTeacher, createUser, listRows, signIn } from "../../helpers/factories";

/** A signed-in teacher with a listing, and a signed-in learner. */
export async function createParticipants(app: TestApp) {
  const teacher = await createTeacher(app, { locale: "ro" });
  const learner = await createUser(app, { firstName: "Daria", lastName: "Neagu", locale: "en" });
  const listing = await createListing(app, teacher);
  return {
    teacher,
    learner,
    listing,
    asTeacher: await signIn(app, teacher),
    asLearner: await signIn(app, learner),
  };
}

/** Submits the enquiry form of a listing page as a learner. */
export const write = (app: TestApp, listingId: string, as: Actor, message: string, more = {}) =>
  app.post(paths.enquire(listingId), { as, form: { message, ...more } });

export const findListingEnquiry = async (listingId: string) => (await listRows(enquiries, { listingId }))[0];
