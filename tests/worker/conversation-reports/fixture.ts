import { and, eq } from "drizzle-orm";
import { auditLog, reports } from "@/db/schema";
import { paths } from "@/shared/paths";
import { app, db, type Jar } from "../../helpers/app";
import { createAdmin, listRows, signIn } from "../../helpers/factories";
import { createParticipants, findListingEnquiry, write } from "../enquiries/participants";

/** The signed-in admin of the current test. */
export let admin: Jar;

/** Before each test: no reports, and a new admin. */
export async function startWithAdmin(): Promise<void> {
  await db.delete(reports);
  admin = await signIn(await createAdmin());
}

export const report = (id: string, as: Jar | null, more: Record<string, string> = {}) =>
  app.post(paths.reportEnquiry(id), {
    ...(as ? { as } : {}),
    form: { reason: "unsafe", text: "Priviți.", ...more },
  });
export const listReports = (enquiryId: string) => listRows(reports, { enquiryId });
export const decide = async (id: string, form: Record<string, string>, as = admin) =>
  app.post(paths.adminConversationAction(id, "decide"), {
    as,
    form: {
      report: (await listReports(id)).map((row) => row.id),
      queue: "open",
      text: "Ați cerut poze.",
      reason: "unsafe",
      confirmed: form.decision ?? "",
      ...form,
    },
  });
export const lift = async (id: string, form: Record<string, string> = {}) => {
  const stops = (await listReports(id)).map((row) => (row.measure === "blocked" ? (row.decidedTs ?? 0) : 0));
  const decided = String(Math.max(...stops));
  return app.post(paths.adminConversationAction(id, "lift"), {
    as: admin,
    form: { side: "teacher", decided, text: "Am citit din nou.", ...form },
  });
};
export const read = (id: string) => app.read(paths.adminConversation(id), { as: admin });
export const countReadings = (id: string) =>
  db.$count(
    auditLog,
    and(eq(auditLog.subject, `enquiry:${id}`), eq(auditLog.action, "enquiry.read_by_admin")),
  );

/** A conversation in which both wrote, and the teacher proposed a lesson. */
export async function converse() {
  const people = await createParticipants();
  await write(people.listing.id, people.asLearner, "Cât costă o oră?");
  const id = (await findListingEnquiry(people.listing.id))?.id ?? "";
  app.clock.now += 60_000;
  await app.post(paths.enquiry(id), { as: people.asTeacher, form: { message: "Trimite-mi o poză." } });
  return { ...people, id };
}
