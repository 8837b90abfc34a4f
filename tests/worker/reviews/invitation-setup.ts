import { enquiries } from "@/db/schema";
import { sendReviewInvitations } from "@/features/reviews";
import { HOUR_MS } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { app, db } from "../../helpers/app";
import { mailsTo } from "../../helpers/factories";
import { servicesAt } from "../../helpers/services";
import { createParticipants, findListingEnquiry, write } from "../enquiries/participants";

/** A teacher and a learner, and the job that sends invitations, with none due from earlier tests. */
export async function createInvitationSetup() {
  await db.update(enquiries).set({ reviewMailTs: null });
  const participants = await createParticipants();

  const run = () => sendReviewInvitations(servicesAt(app.clock.now, app.bindings));
  const answer = (id: string) =>
    app.post(paths.enquiry(id), { as: participants.asTeacher, form: { message: "Da, marți la cinci." } });

  /** An enquiry of the learner that the teacher answered now. */
  const createAnswered = async (listing = participants.listing): Promise<string> => {
    await write(listing.id, participants.asLearner, "Bună ziua!");
    const { id = "" } = (await findListingEnquiry(listing.id)) ?? {};
    app.clock.now += HOUR_MS;
    await answer(id);
    return id;
  };
  return { participants, run, answer, createAnswered };
}

export type InvitationSetup = Awaited<ReturnType<typeof createInvitationSetup>>;

/** The invitations and reminders to an address, oldest first. */
export const listInvitations = async (email: string) =>
  (await mailsTo(email)).filter(({ template }) => template.startsWith("review_"));
export const listInvitationTemplates = async (email: string) =>
  (await listInvitations(email)).map(({ template }) => template);
