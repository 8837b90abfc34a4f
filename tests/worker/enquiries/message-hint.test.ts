import { beforeEach, expect, it, vi } from "vitest";
import { enquiries, listings, messages, users } from "@/db/schema";
import { paths } from "@/shared/paths";
import { app, db, expectPage, expectStatus } from "../../helpers/app";
import { createUser, listRows, signIn, updateRow } from "../../helpers/factories";
import { findGuestLink, newGuestEmail, readEnquiryId } from "../../helpers/guests";
import { createAnsweringTeacher, insertRequest, postAnswer } from "../requests/setup";
import { createParticipants } from "./participants";

// Without keys, the app check logs once that it is off.
beforeEach(() => void vi.spyOn(console, "warn").mockImplementation(() => {}));

const CONTACT_HINT = "The message seems to contain personal details";
/** What a form that asks offers. */
const CHOICES = ["Send the changed message", 'name="confirm_contact"', 'name="hint"'];
const CONFIRMED = { confirm_contact: "1" };
const HINT = "Add a few details before you send it?";

it("a greeting gets a hint once, whose fields become lines of the message; it can be sent as it is", async () => {
  const { listing, learner, asLearner } = await createParticipants();
  const readForm = () => app.read(paths.listing(listing.id), { as: asLearner });
  for (const text of ['name="hint"', "You can ask whether you may be present."])
    expect(await readForm()).toContain(text);
  const several = paths.enquireSeveral({ listing_ids: [listing.id] });
  expect(await app.read(several, { as: asLearner })).toContain("You can ask whether you may be present.");
  // A pupil is told to bring a parent.
  await updateRow(users, learner.id, { birthDate: "2010-01-01" });
  expect(await readForm()).not.toContain("whether you may be present.");
  await updateRow(users, learner.id, { birthDate: "1990-01-01" });
  await updateRow(listings, listing.id, { parentPresent: true });
  expect(await readForm()).not.toContain("You can ask whether you may be present.");
  const email = newGuestEmail();
  const guest = { message: "Bună ziua", name: "Ilinca", email, adult: "1", remember: "1", hint: "1" };
  for (const [path, form] of [
    [paths.enquire(listing.id), guest],
    [paths.enquireSeveral(), { ...guest, listing_ids: listing.id }],
    [paths.enquire(listing.id), { message: "Bună ziua", hint: "1" }],
  ] as const) {
    const html = await expectPage(
      app.post(path, { form, ...("name" in form ? {} : { as: asLearner }) }),
      200,
    );
    for (const text of [HINT, "Bună ziua</textarea>", 'name="detail_grade"']) expect(html).toContain(text);
    expect(html).not.toContain('name="hint"');
    if ("name" in form) for (const typed of ["Ilinca", email]) expect(html).toContain(`value="${typed}"`);
  }
  // Together with the errors of the fields, and said at the top.
  const wrong = { message: "Bună ziua", name: " ", email: "ilinca exemplu.ro", hint: "1" };
  for (const [path, form] of [
    [paths.enquire(listing.id), wrong],
    [paths.enquireSeveral(), { ...wrong, listing_ids: listing.id }],
  ] as const) {
    const html = await expectPage(app.post(path, { form }), 200);
    for (const text of [HINT, "Enter your first name.", "Enter an email address", "Confirm that you are 18"])
      expect(html).toContain(text);
    expect(html.match(/class="field__error/g)).toHaveLength(3);
    expect(html.indexOf("The message was not sent yet")).toBeLessThan(html.indexOf("<textarea"));
  }
  expect(await db.select().from(messages)).toEqual([]);

  const send = async (more: Record<string, string | string[]>) => {
    const answer = await app.post(paths.enquire(listing.id), {
      as: asLearner,
      form: { message: "Bună ziua", ...more },
    });
    const [message] = await listRows(messages, { enquiryId: readEnquiryId(answer) });
    return message?.text;
  };
  expect(
    await send({
      detail_grade: " 8 ",
      detail_days: ["evenings", "2", "never"],
      detail_place: ["online", "center"],
      detail_budget: "",
    }),
  ).toBe("Bună ziua\nGrade or exam: 8\nWhen: weekday evenings, Tuesday\nWhere: online, at a tutoring center");
  expect(await send({})).toBe("Bună ziua");
  expect(await send({ message: "Bună ziua, clasa a VIII-a", hint: "1" })).toBe("Bună ziua, clasa a VIII-a");
});

it("contact data in a further message gets the hint until it is confirmed, and until the teacher has replied; a greeting gets none", async () => {
  const { listing, asLearner, asTeacher } = await createParticipants();
  const sent = await app.post(paths.enquire(listing.id), {
    as: asLearner,
    form: { message: "Clasa a VIII-a?" },
  });
  const path = paths.enquiry(readEnquiryId(sent));
  const reply = (message: string, more = {}) =>
    app.post(path, { as: asLearner, form: { message, hint: "1", ...more } });
  expect(await app.read(path, { as: asLearner })).toContain('name="hint"');
  const message = "Sunați la 0745 123 456";
  const html = await expectPage(reply(message), 200);
  for (const text of [CONTACT_HINT, `${message}</textarea>`, ...CHOICES]) expect(html).toContain(text);
  // The page opens at the question.
  expect(html).toMatch(/class="notice notice--warning"[^>]* autofocus/);
  expect(await listRows(messages, { text: message })).toEqual([]);
  expect((await reply(message, CONFIRMED)).status).toBe(303);
  expect((await reply("Mulțumesc")).status).toBe(303);
  await app.post(path, { as: asTeacher, form: { message: "Da" } });
  for (const as of [asLearner, asTeacher]) expect(await app.read(path, { as })).not.toContain('name="hint"');
});

it("in a conversation about a child, asks both sides once about what no lesson needs, also after an answer", async () => {
  const { listing, asLearner, asTeacher } = await createParticipants();
  const child = { "learner.who": "child", "learner.grade": "6" };
  const first = (message: string, more = {}) =>
    app.post(paths.enquire(listing.id), { as: asLearner, form: { message, ...child, ...more } });
  const school = "Fiul meu învață la Școala Gimnazială Ion Creangă, clasa a VI-a";
  expect(await expectPage(first(school, { hint: "1" }), 200)).toContain(
    "will see “Școala Gimnazială Ion Creangă”",
  );
  const path = paths.enquiry(readEnquiryId(await first("Aveți locuri pentru clasa a VI-a?")));
  await expectStatus(app.post(path, { as: asTeacher, form: { message: "Da, am locuri." } }), 303);
  for (const [as, hint, help, texts] of [
    [asLearner, "parent", "Give an address only once", [school, "Sunați la 0745 123 456"]],
    [asTeacher, "child", "Do not ask for the name", ["Cum se numește fetița și la ce școală învață?"]],
  ] as const) {
    const page = await app.read(path, { as });
    for (const text of [`name="hint" value="${hint}"`, help]) expect(page).toContain(text);
    for (const message of texts) {
      const html = await expectPage(app.post(path, { as, form: { message, hint } }), 200);
      for (const text of [`${message}</textarea>`, ...CHOICES]) expect(html).toContain(text);
      await expectStatus(app.post(path, { as, form: { message, hint, ...CONFIRMED } }), 303);
    }
    await expectStatus(app.post(path, { as, form: { message: "Pe marți!", hint } }), 303);
  }
});

it("contact data of a teacher who answered a request gets the hint until its author replies", async () => {
  const author = await createUser();
  const request = await insertRequest(author);
  const { teacher, listing, auth } = await createAnsweringTeacher();
  await expectStatus(postAnswer(request.id, { listing, auth }), 201);
  const [enquiry] = await listRows(enquiries, { requestId: request.id });
  const path = paths.enquiry(enquiry?.id ?? "");
  const as = await signIn(teacher);
  const message = "Sunați-mă la 0745 123 456";
  expect(await app.read(path, { as })).toContain('name="hint" value="1"');
  const asked = await expectPage(app.post(path, { as, form: { message, hint: "1" } }), 200);
  for (const text of [CONTACT_HINT, "The learner will see “0745 123 456”", `${message}</textarea>`])
    expect(asked).toContain(text);
  // Contact data for a learner under 18 is held instead.
  await updateRow(users, author.id, { birthDate: "2010-01-01" });
  expect(await app.read(path, { as })).not.toContain('name="hint" value="1"');
  await updateRow(users, author.id, { birthDate: null });
  await app.post(path, { as: await signIn(author), form: { message: "Mulțumesc!" } });
  expect(await app.read(path, { as })).not.toContain('name="hint" value="1"');
});

it("contact data in an adult's message gets a hint once, and again where it is confirmed or sent to others", async () => {
  const { listing, asLearner } = await createParticipants();
  const message = "Stăm pe str. Cuza Vodă nr. 14, bl. B2";
  const guest = { name: "Gheorghe", email: newGuestEmail(), adult: "1" };
  for (const [path, form] of [
    [paths.enquire(listing.id), guest],
    [paths.enquireSeveral(), { ...guest, listing_ids: listing.id }],
    [paths.enquire(listing.id), {}],
  ] as const) {
    const as = "name" in form ? {} : { as: asLearner };
    const html = await expectPage(app.post(path, { form: { ...form, message, hint: "1" }, ...as }), 200);
    const seen = "The teacher will see “str. Cuza Vodă nr. 14”.";
    for (const text of [CONTACT_HINT, seen, `${message}</textarea>`, ...CHOICES])
      expect(html).toContain(text);
  }
  expect(await listRows(messages, { text: message })).toEqual([]);

  const confirmed = { ...guest, message, hint: "1", ...CONFIRMED };
  expect((await app.post(paths.enquire(listing.id), { form: confirmed })).status).toBe(303);
  expect(await app.read((await findGuestLink(guest.email)).path)).toContain(CONTACT_HINT);
  for (const [text, isHinted] of [
    [message, true],
    ["Clasa a VIII-a, marți seara", false],
  ] as const) {
    const more = await app.post(paths.enquireMore(), {
      form: { ...guest, message: text, listing_ids: listing.id },
    });
    expect((await more.text()).includes(CONTACT_HINT)).toBe(isHinted);
  }
});
