import { expect, test } from "vitest";
import { remindUnanswered } from "@/features/enquiries";
import { paths } from "@/shared/paths";
import { bearer, createUserWithPassword, signInByEmail } from "../../helpers/accounts";
import { createTestApp, type Jar, type TestApp } from "../../helpers/app";
import { createListing, mailsTo, signIn, templatesTo } from "../../helpers/factories";
import { confirmAsGuest, findGuestLink, newGuestEmail, writeAsGuest } from "../../helpers/guests";
import { servicesAt } from "../../helpers/services";

const DAY_MS = 86_400_000;
const PHONE = /\+?40712345678|0712\s?345\s?678/;

const readTexts = (answers: Response[]) => Promise.all(answers.map((answer) => answer.text()));
const readMails = async (email: string) =>
  (await mailsTo(email)).map(({ subject, text, html }) => [subject, text, html].join("\n"));

/** Everything that one side with an account can read of a conversation. */
async function readAsAccount(app: TestApp, as: Jar, token: string, id: string, box: string) {
  const pages = [paths.inbox({ box }), paths.enquiry(id), `/ro${paths.enquiry(id)}`];
  const calls = [paths.apiEnquiries({ box }), paths.apiEnquiry(id)];
  return readTexts([
    ...(await Promise.all(pages.map((path) => app.get(path, { as })))),
    ...(await Promise.all(calls.map((path) => app.get(path, bearer(token))))),
    await app.post(paths.enquiry(id), { as, form: { message: "" } }),
    await app.post(paths.apiEnquiryMessages(id), { json: { message: "Un mesaj" }, ...bearer(token) }),
  ]);
}

test("neither side of a conversation, nor a guest, sees the other's email address or phone number", async () => {
  const app = createTestApp();
  const teacher = await createUserWithPassword(app, { role: "t", firstName: "Ștefan", lastName: "Țepeș" });
  await app.bindings.DB.prepare("insert into teacher_information (user_id, phone_number) values (?, ?)")
    .bind(teacher.id, "+40712345678")
    .run();
  const learner = await createUserWithPassword(app, { firstName: "Daria", lastName: "Xneagu" });
  const listing = await createListing(app, teacher);
  const { token: learners } = await signInByEmail(app, learner.email);
  const guest = newGuestEmail();

  const apiAnswer = await app.post(paths.apiListingEnquiries(listing.id), {
    json: { message: "Bună ziua!" },
    ...bearer(learners),
  });
  const { content } = (await apiAnswer.json()) as { content: { _id: string } };
  const formAnswer = await writeAsGuest(app, listing.id, { email: guest, name: "Ilinca" });
  const unconfirmed = await readTexts([formAnswer, await app.get((await findGuestLink(guest)).path)]);
  const link = await confirmAsGuest(app, guest);

  app.clock.now += DAY_MS;
  await remindUnanswered(servicesAt(app.clock.now, app.bindings));
  const as = await signIn(app, teacher);
  const fresh = (await signInByEmail(app, teacher.email)).token;
  const toTeacher = [
    ...(await readAsAccount(app, as, fresh, content._id, "received")),
    ...(await readAsAccount(app, as, fresh, link.id, "received")),
    ...(await readMails(teacher.email)),
    await app.read(paths.listing(listing.id), { as }),
  ];
  expect(await templatesTo(teacher.email)).toContain("enquiry_reminder");
  for (const text of toTeacher) {
    expect(text).not.toContain(learner.email);
    expect(text).not.toContain(guest);
    expect(text).not.toContain("Xneagu");
  }
  expect(toTeacher.join()).toContain("Daria X.");
  expect(toTeacher.join()).toContain("Ilinca");

  const again = (await signInByEmail(app, learner.email)).token;
  const { token } = await findGuestLink(guest);
  const toOthers = [
    ...(await readAsAccount(app, await signIn(app, learner), again, content._id, "sent")),
    ...(await readMails(learner.email)),
    ...unconfirmed,
    ...(await readTexts([
      await app.get(paths.enquiry(link.id, { token })),
      await app.post(paths.enquiry(link.id), { form: { token, message: "" } }),
      await app.get(paths.listing(listing.id)),
    ])),
    ...(await readMails(guest)),
  ];
  for (const text of toOthers) {
    expect(text).not.toContain(teacher.email);
    expect(text).not.toMatch(PHONE);
  }
  expect(toOthers.join()).toContain("Ștefan Țepeș");
});
