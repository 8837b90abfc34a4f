import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { enquiries, mailOutbox } from "@/db/schema";
import { composeMessages, DELIVERY_CONDITIONS } from "@/features/enquiries";
import { deliverMail } from "@/features/mail";
import { MAIL_COMPOSERS } from "@/jobs/mail-composers";
import { DAY_MS } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { bearer, createAccessToken } from "../../helpers/accounts";
import { app, db, expectStatus, type Jar, newJar } from "../../helpers/app";
import { createUser, mailsTo, signIn, templatesTo, updateRow } from "../../helpers/factories";
import {
  confirmAsGuest,
  newGuestEmail,
  publishListing,
  readEnquiryId,
  writeAsGuest,
} from "../../helpers/guests";
import { jobContextAt, SECOND, stubMailEndpoint } from "../../helpers/outbox";
import { createParticipants, write } from "./participants";

const PARENT = "mama@example.test";
const endpoint = stubMailEndpoint();

/** A conversation of a pupil with a parent, whose first mails have left. */
async function createDelivered() {
  const { listing, teacher, asTeacher } = await createParticipants();
  const learner = await createUser({ birthDate: "2009-12-01", firstName: "Dana", locale: "en" });
  const asLearner = await signIn(learner);
  const named = { "learner.who": "me", parent_email: PARENT };
  const id = readEnquiryId(await write(listing.id, asLearner, "Bună ziua, mai aveți locuri?", named));
  const deliver = async (seconds = 0) => {
    app.clock.now += seconds * SECOND;
    endpoint.requests = [];
    await deliverMail(jobContextAt(app.clock.now), MAIL_COMPOSERS, DELIVERY_CONDITIONS);
    const sentTo = (email: string) => endpoint.requests.filter(({ to }) => to === email);
    return { teacher: sentTo(teacher.email), learner: sentTo(learner.email), parent: sentTo(PARENT) };
  };
  const say = async (as: Jar, message: string, more = {}) => {
    app.clock.now += 5 * SECOND;
    await expectStatus(app.post(paths.enquiry(id), { as, form: { message, ...more } }), 303);
  };
  const first = await deliver();
  expect([first.teacher, first.parent].map((mails) => mails.length)).toEqual([1, 1]);
  return { id, teacher, learner, asTeacher, asLearner, deliver, say };
}

const quotesOf = (mails: { text: string }[]) =>
  mails.map(({ text }) => text.match(/(?<=^> ).*$/gm)?.filter((line) => !line.endsWith(":")));

it("eleven messages in a minute are two mails to each reader, with every message once", async () => {
  const { asTeacher, asLearner, deliver, say } = await createDelivered();
  const texts = Array.from({ length: 10 }, (_, n) => `Întrebarea ${n + 2}`);
  for (const text of texts) await say(asLearner, text);
  expect(Object.values(await deliver()).flat()).toEqual([]);
  const later = await deliver(300);
  expect(quotesOf(later.teacher)).toEqual([texts]);
  expect(later.teacher[0]?.subject).toBe("10 mesaje noi de la Dana P.");
  expect(quotesOf(later.parent)).toEqual([texts]);
  // The first answer leaves at once; the parent reads both sides in one mail.
  await say(asTeacher, "Da, marți la 18.");
  await say(asLearner, "Mulțumesc, vin marți.");
  const answered = await deliver();
  expect(quotesOf(answered.learner)).toEqual([["Da, marți la 18."]]);
  expect(answered.parent).toEqual([]);
  const copies = (await deliver(300)).parent;
  expect(quotesOf(copies)).toEqual([["Da, marți la 18.", "Mulțumesc, vin marți."]]);
  expect(copies[0]?.text).toContain("> Ștefan Țepeș:\n> Da, marți la 18.\n\n> Dana P.:\n> Mulțumesc");
  expect(copies[0]?.subject).toContain("2 new messages");
  // A warning does not wait, and its button reports. Copies that wait leave before it.
  await say(asTeacher, "Aduceți caietul.");
  await say(asTeacher, "Plătiți 100 de lei în avans.", { confirm_contact: "1" });
  const [before, warning] = (await deliver()).parent;
  expect(before?.text).toContain("Aduceți caietul.");
  expect(warning?.subject).toContain("Please read");
  expect(warning?.html).toMatch(/class="button"[^>]*>\s*<a href="[^"]*\/parent\/report\?/);
});

it("a lesson mail takes along the messages that wait, before it, and the message after it does not wait", async () => {
  const { id, teacher, asTeacher, deliver, say } = await createDelivered();
  await say(asTeacher, "Da, am locuri marți.");
  await deliver();
  await say(asTeacher, "Propun o oră.");
  expect(Object.values(await deliver()).flat()).toEqual([]);
  const propose = async () => {
    const times = [new Date(app.clock.now + 2 * DAY_MS).toISOString()];
    const proposal = { json: { times, minutes: 60, place: "online" } };
    const as = bearer(await createAccessToken(teacher));
    await expectStatus(app.post(paths.apiEnquiryAppointments(id), { ...proposal, ...as }), 201);
  };
  await propose();
  const { learner, parent } = await deliver();
  expect(learner.map(({ text }) => text.includes("Propun o oră."))).toEqual([true, false]);
  expect(parent.map(({ text }) => text.includes("Propun o oră."))).toEqual([true, false]);
  expect(Object.values(await deliver(300)).flat()).toEqual([]);
  await propose();
  expect((await deliver()).learner).toHaveLength(1);
  await say(asTeacher, "Ne vedem online.");
  expect(quotesOf((await deliver()).learner)).toEqual([["Ne vedem online."]]);
});

it("leaves out what the reader's account has read on the site, and sends nothing if that is all", async () => {
  const { id, asTeacher, asLearner, deliver, say } = await createDelivered();
  await say(asTeacher, "Da, am locuri marți.");
  await deliver();
  await say(asTeacher, "Citit pe site");
  await app.read(paths.enquiry(id), { as: asLearner });
  await say(asTeacher, "Încă necitit");
  const later = await deliver(300);
  expect(quotesOf(later.learner)).toEqual([["Încă necitit"]]);
  expect(quotesOf(later.parent)).toEqual([["Da, am locuri marți.", "Citit pe site", "Încă necitit"]]);
  await say(asTeacher, "Citit și acesta");
  await app.read(paths.enquiry(id), { as: asLearner });
  expect((await deliver(300)).learner).toEqual([]);
  // More than a statement can have parameters.
  const mails = Array.from({ length: 101 }, (_, n) => ({
    template: "enquiry_message",
    locale: "en",
    message: `${n}`,
    params: {},
    quote: `${n}`,
  }));
  const joined = await composeMessages(jobContextAt(app.clock.now), {
    payload: { mails },
    recipient: PARENT,
  });
  expect(joined?.quote).toHaveLength(101);
});

it("leaves out what a guest has read in the browser that confirmed the address, not what a mail program opened", async () => {
  const { listing, asTeacher } = await publishListing();
  const email = newGuestEmail();
  const as = newJar();
  await writeAsGuest(listing.id, { email }, { as });
  const { id, token } = await confirmAsGuest(email, as);
  const deliver = async (seconds: number) => {
    app.clock.now += seconds * SECOND;
    endpoint.requests = [];
    await deliverMail(jobContextAt(app.clock.now), MAIL_COMPOSERS, DELIVERY_CONDITIONS);
    return quotesOf(endpoint.requests.filter(({ to }) => to === email));
  };
  const say = async (message: string) => {
    app.clock.now += 5 * SECOND;
    await expectStatus(app.post(paths.enquiry(id), { as: asTeacher, form: { message } }), 303);
  };
  await say("Da, am locuri marți.");
  await deliver(0);
  await say("Citit pe site");
  await app.read(paths.enquiry(id, { token }), { as });
  await say("Deschis de programul de e-mail");
  await app.read(paths.enquiry(id, { token }));
  expect(await deliver(300)).toEqual([["Deschis de programul de e-mail"]]);
  await say("Citit și acesta");
  await app.read(paths.enquiry(id, { token }), { as });
  expect(await deliver(300)).toEqual([]);
});

it("copies a message once whose form is sent three times at the same time", async () => {
  const { id, asLearner, deliver } = await createDelivered();
  const form = { message: "Sunteți acolo?", once: "aaaabbbbccccdddd" };
  await Promise.all([1, 2, 3].map(() => app.post(paths.enquiry(id), { as: asLearner, form })));
  const { teacher, parent } = await deliver(300);
  expect([teacher, parent].map(quotesOf)).toEqual([[["Sunteți acolo?"]], [["Sunteți acolo?"]]]);
});

it("a copy that waits reaches a replaced parent whose earlier mails were swept, also if the new one stops the copies", async () => {
  const { id, asLearner, deliver, say } = await createDelivered();
  await db.delete(mailOutbox).where(eq(mailOutbox.recipient, PARENT));
  await updateRow(enquiries, id, { createdTs: app.clock.now - 31 * DAY_MS });
  const other = "tata@example.test";
  await say(asLearner, "Vin singură?");
  const form = { parent_email: other };
  await expectStatus(app.post(paths.enquiryParent(id), { as: asLearner, form }), 303);
  const [copy] = await mailsTo(other);
  const stop = new URL(copy?.unsubscribeUrl ?? "");
  await expectStatus(app.post(stop.pathname + stop.search), 200);
  expect(await templatesTo(PARENT)).toEqual(["parent_copy", "parent_replaced"]);
  expect(quotesOf((await deliver(300)).parent)).toContainEqual(["Vin singură?"]);
});

it.each([
  ["a block", paths.enquiryBlock, { blocked: "1" }],
  ["spam", (id: string) => paths.enquiryState(id), { state: "spam" }],
] as const)("%s or a stop while the mail waits ends it", async (_, toPath, form) => {
  const { id, teacher, asTeacher, asLearner, deliver, say } = await createDelivered();
  await say(asLearner, "Sunteți acolo?");
  expect(await mailsTo(teacher.email)).toHaveLength(2);
  // A copy of a lesson and one that warns wait only if the mail is delayed.
  const lesson = { times: "2026-11-28T11:00", minutes: "60", where: "online" };
  await expectStatus(app.post(paths.enquiryAppointments(id), { as: asTeacher, form: lesson }), 303);
  await say(asLearner, "Numărul meu este 0745 123 456.", { confirm_contact: "1" });
  expect((await templatesTo(PARENT)).slice(2)).toEqual(["parent_lesson", "parent_personal"]);
  await expectStatus(app.post(toPath(id), { as: asTeacher, form }), 303);
  const [, copy] = await mailsTo(PARENT);
  const stop = new URL(copy?.unsubscribeUrl ?? "");
  await expectStatus(app.post(stop.pathname + stop.search), 200);
  const sent = await deliver(300);
  expect([...sent.teacher, ...sent.parent]).toEqual([]);
  expect(await mailsTo(teacher.email)).toHaveLength(1);
});
