import { describe, expect, it } from "vitest";
import { messages } from "@/db/schema";
import { remindUnanswered } from "@/features/enquiries";
import { DAY_MS } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { bearer, createUserWithPassword, signInByEmail } from "../../helpers/accounts";
import { app, expectPage, expectStatus, type Jar } from "../../helpers/app";
import {
  countRows,
  createListing,
  createTeacher,
  createUser,
  listRows,
  mailsTo,
  signIn,
  templatesTo,
} from "../../helpers/factories";
import { confirmAsGuest, findGuestLink, newGuestEmail, writeAsGuest } from "../../helpers/guests";
import { servicesAt } from "../../helpers/services";
import { createParticipants, findListingEnquiry, write } from "./participants";

describe("POST /tutoring/{id}/enquiries", () => {
  it("redirects to the conversation, stores the message, mails the teacher in the teacher's language", async () => {
    const { teacher, learner, listing, asLearner } = await createParticipants();
    const answer = await expectStatus(
      write(listing.id, asLearner, "Bună ziua!\r\nMai aveți locuri pentru clasa a VIII-a?"),
      303,
    );
    const enquiry = await findListingEnquiry(listing.id);
    expect(enquiry).toMatchObject({
      teacherId: teacher.id,
      learnerId: learner.id,
      state: "new",
      teacherReadTs: null,
    });
    expect(answer.headers.get("location")).toBe(paths.enquiry(enquiry?.id ?? "", { done: "sent" }));

    const [mail, ...others] = await mailsTo(teacher.email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ template: "enquiry_new", state: "waiting" });
    expect(mail?.subject).toBe(`Daria N. v-a scris despre „${listing.title}”`);
    expect(mail?.text).toContain("> Mai aveți locuri pentru clasa a VIII-a?");
    expect(mail?.text).toContain(`https://catedra.test/ro/enquiries/${enquiry?.id}`);
    expect(await mailsTo(learner.email)).toEqual([]);
  });

  it("returns 401 when the session has ended, with the text kept in the form", async () => {
    const { listing } = await createParticipants();
    const before = await countRows("enquiries");
    const page = await expectPage(
      app.post(`/ro${paths.enquire(listing.id)}`, { form: { message: "Bună" } }),
      401,
    );
    expect(page).toContain(">Bună</textarea>");
    expect(page).toContain(`action="/ro${paths.enquire(listing.id)}"`);
    expect(await countRows("enquiries")).toBe(before);
    expect(await expectPage(app.get(paths.enquire(listing.id)), 200)).toContain(
      paths.signIn({ next: paths.enquire(listing.id) }).replace("&", "&amp;"),
    );
  });

  it("returns 422 with the text and error messages, on a page with the listing's title", async () => {
    const { listing, asLearner } = await createParticipants();
    const page = await expectPage(write(listing.id, asLearner, "  \n "), 422);
    expect(page).toContain(listing.title);
    expect(page).toContain("Write your message.");
    expect(await expectPage(write(listing.id, asLearner, "ă".repeat(2001)), 422)).toContain("ă".repeat(2001));
    expect(await findListingEnquiry(listing.id)).toBeUndefined();
  });

  it("returns 403 for an unverified email address, with a verification link and the text kept", async () => {
    const { listing } = await createParticipants();
    const unverified = await signIn(await createUser({ emailVerifiedTs: null }));
    const page = await expectPage(write(listing.id, unverified, "Păstrați-mi textul"), 403);
    expect(page).toContain("Păstrați-mi textul");
    expect(page).toContain(paths.verifyEmail());
    expect(await findListingEnquiry(listing.id)).toBeUndefined();
  });

  it("returns 403 for the user's own listing; 404 for a hidden or unknown listing", async () => {
    const { teacher, listing, asTeacher, asLearner } = await createParticipants();
    await expectStatus(write(listing.id, asTeacher, "Bună"), 403);
    for (const state of ["draft", "pending", "paused", "suspended", "deleted"] as const) {
      const hidden = await createListing(teacher, { state });
      await expectStatus(write(hidden.id, asLearner, "Bună"), 404);
    }
    const expired = await createListing(teacher, { expiresTs: app.clock.now });
    await expectStatus(write(expired.id, asLearner, "Bună"), 404);
    await expectStatus(write("nope", asLearner, "Bună"), 404);
    await expectStatus(write(newId(), asLearner, "Bună"), 404);
    expect(await mailsTo(teacher.email)).toEqual([]);
  });

  it("the form of the listing page sent twice in parallel creates one enquiry and one mail", async () => {
    const { teacher, listing, asLearner } = await createParticipants();
    const page = await app.read(paths.listing(listing.id), { as: asLearner });
    const once = page.match(/name="once" value="([0-9a-z]{16})"/)?.[1];
    const answers = await Promise.all([1, 2, 3].map(() => write(listing.id, asLearner, "Bună", { once })));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await mailsTo(teacher.email)).toHaveLength(1);
    const id = (await findListingEnquiry(listing.id))?.id ?? "";
    expect(await listRows(messages, { enquiryId: id })).toHaveLength(1);
    // The repeated form counted once: four more are allowed within the hour.
    const more = [1, 2, 3, 4, 5].map(() => write(listing.id, asLearner, "Bună"));
    const statuses = (await Promise.all(more)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([303, 303, 303, 303, 429]);
  });

  it("returns 429 with Retry-After and the text kept after 5 an hour or 15 a day, over all recipients", async () => {
    const { asLearner, listing } = await createParticipants();
    const statuses: number[] = [];
    for (let hour = 0; hour < 4; hour++) {
      const target = hour === 0 ? listing : await createListing(await createTeacher());
      for (let n = 0; n < (hour === 0 ? 6 : 5); n++) {
        const answer = await write(target.id, asLearner, `Mesajul ${hour}.${n}`);
        statuses.push(answer.status);
        if (answer.status !== 429) continue;
        expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(hour === 0 ? 3500 : 70_000);
        expect(await answer.text()).toContain(`Mesajul ${hour}.${n}`);
      }
      app.clock.now += 3_600_000;
    }
    const expected = [...Array(5).fill(303), 429, ...Array(10).fill(303), ...Array(5).fill(429)];
    expect(statuses).toEqual(expected);
    app.clock.now += 86_400_000;
    const next = await createListing(await createTeacher());
    await expectStatus(write(next.id, asLearner, "A doua zi"), 303);
  });
});

const PHONE = /\+?40712345678|0712\s?345\s?678/;

const readTexts = (answers: Response[]) => Promise.all(answers.map((answer) => answer.text()));
const readMails = async (email: string) =>
  (await mailsTo(email)).map(({ subject, text, html }) => [subject, text, html].join("\n"));

/** Everything that one side with an account can read of a conversation. */
async function readAsAccount(as: Jar, token: string, id: string, box: string) {
  const pages = [paths.inbox({ box }), paths.enquiry(id), `/ro${paths.enquiry(id)}`];
  const calls = [paths.apiEnquiries({ box }), paths.apiEnquiry(id)];
  return readTexts([
    ...(await Promise.all(pages.map((path) => app.get(path, { as })))),
    ...(await Promise.all(calls.map((path) => app.get(path, bearer(token))))),
    await app.post(paths.enquiry(id), { as, form: { message: "" } }),
    await app.post(paths.apiEnquiryMessages(id), { json: { message: "Un mesaj" }, ...bearer(token) }),
  ]);
}

it("neither side of a conversation, nor a guest, sees the other's email address or phone number", async () => {
  const teacher = await createUserWithPassword({ role: "t", firstName: "Ștefan", lastName: "Țepeș" });
  await app.bindings.DB.prepare("insert into teacher_information (user_id, phone_number) values (?, ?)")
    .bind(teacher.id, "+40712345678")
    .run();
  const learner = await createUserWithPassword({ firstName: "Daria", lastName: "Xneagu" });
  const listing = await createListing(teacher);
  const { token: learners } = await signInByEmail(learner.email);
  const guest = newGuestEmail();

  const apiAnswer = await app.post(paths.apiListingEnquiries(listing.id), {
    json: { message: "Bună ziua!" },
    ...bearer(learners),
  });
  const { content } = (await apiAnswer.json()) as { content: { _id: string } };
  const formAnswer = await writeAsGuest(listing.id, { email: guest, name: "Ilinca" });
  const unconfirmed = await readTexts([formAnswer, await app.get((await findGuestLink(guest)).path)]);
  const link = await confirmAsGuest(guest);

  app.clock.now += DAY_MS;
  await remindUnanswered(servicesAt(app.clock.now, app.bindings));
  const as = await signIn(teacher);
  const fresh = (await signInByEmail(teacher.email)).token;
  const toTeacher = [
    ...(await readAsAccount(as, fresh, content._id, "received")),
    ...(await readAsAccount(as, fresh, link.id, "received")),
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

  const again = (await signInByEmail(learner.email)).token;
  const { token } = await findGuestLink(guest);
  const toOthers = [
    ...(await readAsAccount(await signIn(learner), again, content._id, "sent")),
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
