import { enquiries } from "@/db/schema";
import type { JoinedMails } from "@/features/mail";
import { composeSiteMail } from "@/features/mail/compose-site-mail";
import { paths } from "@/shared/paths";
import { type Actor, app } from "../../helpers/app";
import { createListing, createTeacher, createUser, listRows, mailsTo, signIn } from "../../helpers/factories";
import { jobContextAt, START } from "../../helpers/outbox";

/** A signed-in teacher with a listing, and a signed-in learner. */
export async function createParticipants() {
  const teacher = await createTeacher({ locale: "ro" });
  const learner = await createUser({ firstName: "Daria", lastName: "Neagu", locale: "en" });
  const listing = await createListing(teacher);
  return {
    teacher,
    learner,
    listing,
    asTeacher: await signIn(teacher),
    asLearner: await signIn(learner),
  };
}

/** Submits the enquiry form of a listing page as a learner. */
export const write = (listingId: string, as: Actor, message: string, more = {}) =>
  app.post(paths.enquire(listingId), { as, form: { message, ...more } });

export const findListingEnquiry = async (listingId: string) => (await listRows(enquiries, { listingId }))[0];

/** The mails to an address; one that others may join has the texts of those that it will contain. */
export async function joinedMailsTo(email: string) {
  const ctx = jobContextAt(START);
  return (await mailsTo(email)).map((mail) => {
    if (mail.payload === null) return mail;
    const joined = (mail.payload as JoinedMails).mails.map((content) => composeSiteMail(ctx, content));
    return {
      ...mail,
      text: joined.map(({ text }) => text).join(),
      html: joined.map(({ html }) => html).join(),
    };
  });
}
