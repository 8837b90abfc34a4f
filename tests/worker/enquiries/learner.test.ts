import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { enquiries, mailOutbox, reports, users } from "@/db/schema";
import type { JoinedMails } from "@/features/mail";
import { DAY_MS } from "@/shared/dates";
import { paths } from "@/shared/paths";
import {
  bearer,
  createAccessToken,
  createUserWithPassword,
  findLinkToken,
  signInByEmail,
  signUpInput,
} from "../../helpers/accounts";
import { app, db, expectPage, expectRedirect, expectStatus, expectText, newJar } from "../../helpers/app";
import {
  createListing,
  createTeacher,
  createUser,
  listRows,
  mailsTo,
  signIn,
  templatesTo,
  updateRow,
} from "../../helpers/factories";
import { newGuestEmail, readEnquiryId } from "../../helpers/guests";
import { createRacingApp } from "../../helpers/racing-app";
import { call, createBearer } from "../../helpers/storage-fixture";
import { createParticipants, joinedMailsTo, write } from "./participants";

type Answer = { content: { _id: string; learner: object | null }; errors: { field: string; code: string }[] };

it("the call takes who learns, a parent's address of a minor, and a guest's statement of age", async () => {
  const { listing, learner } = await createParticipants();
  const adult = await createBearer(learner);
  const minor = await createUser({ birthDate: "2009-05-01" });
  const asMinor = await createBearer(minor);
  const guest = { name: "Ilinca", email: newGuestEmail() };
  const child = { who: "child" };
  const cases: [typeof adult | null, object, number, unknown][] = [
    [adult, {}, 201, null],
    [adult, { learner: child }, 201, child],
    [adult, { learner: { who: "me", grade: 5 } }, 201, { who: "me" }],
    [adult, { learner: { who: "child", grade: 7 } }, 201, { who: "child", grade: 7 }],
    [adult, { learner: { who: "child", grade: "0" } }, 201, { who: "child", grade: 0 }],
    [adult, { learner: { who: "child", grade: 13 } }, 422, "learner.grade invalid"],
    [adult, { learner: { who: "x" } }, 422, "learner.who invalid_choice"],
    [adult, { learner: { grade: 7 } }, 422, "learner.who required"],
    [adult, { parent_email: "mama@example.test" }, 422, "parent_email only_under_18"],
    [asMinor, { parent_email: minor.email }, 422, "parent_email own_address"],
    [asMinor, { parent_email: "mama" }, 422, "parent_email not_email"],
    [asMinor, { parent_email: "mama@example.test" }, 201, null],
    [null, { ...guest, learner: child }, 422, "adult adult_required"],
    [null, { ...guest, learner: child, adult: false }, 422, "adult adult_required"],
    [null, { ...guest, adult: true, message: "Bună, am 15 ani." }, 422, "message writer_under_age"],
    [null, { ...guest, adult: true, parent_email: "mama@example.test" }, 422, "parent_email only_under_18"],
    [null, { ...guest, learner: child, adult: true }, 202, undefined],
  ];
  for (const [as, body, status, expected] of cases) {
    app.clock.now += DAY_MS / 10;
    const json = { message: "Bună ziua, mai aveți locuri?", ...body };
    const answer = await call(as, "POST", paths.apiListingEnquiries(listing.id), { json });
    expect(answer.status, JSON.stringify(body)).toBe(status);
    const { content, errors } = (await answer.json()) as Answer;
    if (status === 422) expect(errors.map(({ field, code }) => `${field} ${code}`)).toEqual([expected]);
    else expect(content.learner).toEqual(expected);
  }
});

it("the teacher reads for whom the lessons are; a refused form keeps it, as does the form to further teachers", async () => {
  const { listing, teacher, asTeacher, asLearner } = await createParticipants();
  const { subject, county, online, locations } = listing;
  const place = { county, online, locations };
  await createListing(await createTeacher(), { subject, levels: ["m"], ...place });
  const typed = { "learner.who": "child", "learner.grade": "7" };
  const form = await app.read(paths.listing(listing.id));
  for (const advice of [
    "an address or the name of a school",
    "no name, no school, no address",
    "listing is for middle school",
  ])
    expect(form).toContain(advice);
  const answer = await write(listing.id, asLearner, "Bună ziua, mai aveți locuri?", typed);
  const id = readEnquiryId(answer);
  for (const path of [paths.enquiry(id), paths.inbox()])
    expect(await app.read(path, { as: asTeacher })).toContain("Lessons for a child, grade 7");
  const [mail] = await mailsTo(teacher.email);
  const told = "Lecțiile sunt pentru un copil: mesajele le scrie și le citește un părinte sau un bunic.";
  expect(mail?.text).toContain(`Lecții pentru un copil, clasa a VII-a\n\n${told}`);
  const sent = await app.read(paths.enquiry(id, { done: "sent" }), { as: asLearner });
  expect(sent).toContain(paths.enquireMore());
  expect(sent).toContain('name="learner.grade" value="7"');

  const guest = { message: "Bună ziua, mai aveți locuri?", name: "Ilinca", email: newGuestEmail(), ...typed };
  const refused = await expectPage(app.post(paths.enquire(listing.id), { form: guest }), 422);
  expect(refused).toContain("Confirm that you are 18 or older");
  expect(refused).toMatch(/value="child"[^>]*checked|checked=""[^>]*value="child"/);
  expect(refused).toMatch(/<option value="7" selected/);
});

it.each(["confirming at once", "signing in before confirming"])(
  "a pupil who writes as a guest signs up, and sends the message after %s",
  async (way) => {
    const { listing, teacher } = await createParticipants();
    const as = newJar();
    const form = { message: "Bună ziua, mai aveți locuri?", name: "Andrei", email: newGuestEmail() };
    const path = paths.enquire(listing.id);
    const choice = await expectPage(app.post(path, { as, form: { ...form, intent: "sign-in" } }), 200);
    for (const part of [form.message, paths.signUp({ next: path }), paths.signIn({ next: path })])
      expect(choice).toContain(part);
    expect(choice).not.toContain('target="_blank"');
    const signUp = await app.read(paths.signUp({ next: path }), { as });
    for (const value of [form.name, form.email]) expect(signUp).toContain(`value="${value}"`);
    const account = {
      ...signUpInput({ email: form.email }),
      birth_date: "2009-05-01",
      terms: "1",
      next: path,
    };
    await expectStatus(app.post(paths.signUp(), { as, form: account }), 303);
    const { password } = account;
    if (way !== "confirming at once")
      await expectRedirect(
        app.post(paths.signIn(), { as, form: { email: form.email, password, next: path } }),
        path,
      );
    const [mail] = await mailsTo(form.email);
    const token = findLinkToken(mail?.text ?? "");
    await expectRedirect(app.post(paths.verifyEmail(), { as, form: { token, password } }), path);
    const page = await app.read(path, { as });
    for (const part of [`${form.message}</textarea>`, 'name="parent_email"', "You are under 18"])
      expect(page).toContain(part);
    expect(as.has("kept_message")).toBe(true);
    await expectStatus(app.post(path, { as, form: { message: form.message } }), 303);
    expect(as.has("kept_message")).toBe(false);
    expect(await mailsTo(teacher.email)).toMatchObject([
      { text: expect.stringContaining("Acest elev are sub 18 ani.\n") },
    ]);
  },
);

it("a message that is too long for a cookie stays in the page that asks for the sign-in", async () => {
  const { listing } = await createParticipants();
  const form = { message: "Здравствуйте ".repeat(150).trim(), name: "", email: "", intent: "sign-in" };
  const page = await expectPage(
    app.post(paths.enquire(listing.id), { form: { ...form, "learner.who": "child", "learner.grade": "7" } }),
    200,
  );
  for (const part of [
    `${form.message}</textarea>`,
    'name="learner.grade" value="7"',
    `href="${paths.signIn()}"`,
  ])
    expect(page).toContain(part);
});

it("a parent gets a copy of each message, reports, stops and starts the copies by their links", async () => {
  const { listing, teacher, asTeacher } = await createParticipants();
  const minor = await createUser({ birthDate: "2008-12-01", firstName: "Dana", locale: "en" });
  const parent = "bunica@example.test";
  const send = async () =>
    readEnquiryId(
      await write(listing.id, await signIn(minor), "Bună ziua, mai aveți locuri?", {
        "learner.who": "me",
        parent_email: ` ${parent.toUpperCase()}`,
        once: `${app.clock.now}`,
      }),
    );
  const id = await send();
  expect((await mailsTo(teacher.email))[0]?.text).toContain(
    "Acest elev are sub 18 ani. A fost indicat un părinte, care poate primi o copie",
  );
  const reply = async (message: string, as = asTeacher) => {
    app.clock.now += 1000;
    await expectStatus(app.post(paths.enquiry(id), { as, form: { message } }), 303);
  };
  await reply("Da, marți la 18.");
  await reply("Mulțumesc, vin marți.", await signIn(minor));
  const copies = await joinedMailsTo(parent);
  // None was delivered yet, so they join one mail.
  const copiesOf = async () =>
    (await mailsTo(parent)).flatMap(({ template, payload }) =>
      template === "parent_copy" ? (payload as JoinedMails).mails.map(({ quote }) => quote) : [],
    );
  expect(await copiesOf()).toEqual([
    "Bună ziua, mai aveți locuri?",
    "Da, marți la 18.",
    "Mulțumesc, vin marți.",
  ]);
  for (const { text } of copies)
    for (const part of ["is under 18", paths.listing(listing.id), paths.safety(), "/parent/report?", "119"])
      expect(text).toContain(part);
  expect(await app.read(paths.enquiry(id), { as: asTeacher })).toContain("A parent was named");
  expect(await app.read(paths.enquiry(id), { as: asTeacher })).not.toContain(parent);
  for (const part of [parent, "Lessons for you"])
    expect(await app.read(paths.enquiry(id), { as: await signIn(minor) })).toContain(part);
  expect(await app.read(paths.inbox(), { as: await signIn(minor) })).toContain("Lessons for you");

  const link = new URL(copies[0]?.unsubscribeUrl ?? "");
  const token = link.searchParams.get("token") ?? "";
  await expectRedirect(app.get(link.pathname + link.search), paths.parentCopies(id, { token }));
  await expectStatus(app.get(paths.parentCopies(id, { token: `${token}x` })), 404);
  const [report, parentPage] = [paths.parentReport(id, { token }), paths.parentCopies(id, { token })];
  for (const part of [`href="${report}"`, "Dana", 'href="tel:119"'])
    expect((await app.read(parentPage)).replaceAll("&amp;", "&")).toContain(part);
  await expectStatus(app.post(paths.parentReport(id), { form: { token, reason: "other" } }), 422);
  const reported = { token, reason: "unsafe", text: "Îi cere poze" };
  // In the browser of the pupil, the parent reports nevertheless.
  const done = await app.post(paths.parentReport(id), { as: await signIn(minor), form: reported });
  const waits = "Until the decision, the teacher can no longer write to the pupil";
  const thanked = await app.read(done.headers.get("location") ?? "");
  expect(thanked).toMatch(/We have your report.* We email you our decision\./);
  const afterReport = await app.read(parentPage);
  expect(afterReport).toContain("You reported this conversation on");
  for (const page of [thanked, afterReport]) {
    for (const text of [waits, "If something else happened"]) expect(page).toContain(text);
    expect(page).not.toContain("You can report the conversation.");
  }
  expect(await listRows(reports, { enquiryId: id })).toMatchObject([
    { reportedSide: "teacher", reason: "unsafe", name: "Parent (Dana P.)", email: parent, reporterId: null },
  ]);
  // What happened since is a report of its own, also while the first one is open; the same text is none.
  const further = { ...reported, reason: "spam", text: "Acum scrie și pe alt site" };
  await expectStatus(app.post(paths.parentReport(id), { form: reported }), 303);
  app.clock.now += 1000;
  const sent = await app.post(paths.parentReport(id), { form: further });
  // The term is that of the reason just reported, also while a danger waits.
  expectText(await app.read(sent.headers.get("location") ?? ""), "reads it within two days.", waits);
  expect((await listRows(reports, { enquiryId: id })).map(({ text }) => text).sort()).toEqual(
    [reported.text, further.text].sort(),
  );
  const receipt = (await mailsTo(parent)).find(({ template }) => template === "conversation_report_received");
  expectText(receipt?.text ?? "", parentPage);
  for (const path of [paths.enquiry(id), paths.inbox()])
    expect(await app.read(path, { as: await signIn(minor) })).not.toContain("You reported this conversation");
  // After a report of a danger the teacher waits for the decision.
  const message = "Aduceți și caietul.";
  await expectStatus(app.post(paths.enquiry(id), { as: asTeacher, form: { message } }), 409);
  await dismissReports(id);
  await reply(message);
  expect(await copiesOf()).toHaveLength(4);

  // A mail program's press (RFC 8058), twice: only this conversation.
  for (let n = 0; n < 2; n++)
    expect(await expectPage(app.post(link.pathname + link.search), 200)).toContain("itself goes on");
  await reply("Și un creion.");
  await send();
  expect(await copiesOf()).toHaveLength(5);
  // The parent still reports, and gives an address for the decision.
  const stopped = await app.read(parentPage);
  expect(stopped.replaceAll("&amp;", "&")).toContain(`href="${report}"`);
  for (const part of [
    'name="email"',
    "Back to the information for a parent",
    "If you give an email address above",
  ])
    expect(await app.read(report)).toContain(part);
  const again = { token, reason: "other", text: "Din nou", email: "bunica.noua@example.test" };
  expect(await expectPage(app.post(paths.parentReport(id), { form: { ...again, text: "" } }), 422)).toContain(
    again.email,
  );
  await expectStatus(app.post(paths.parentReport(id), { form: again }), 303);
  expect(await templatesTo(again.email)).toEqual(["conversation_report_received"]);
  const stopAll = () => expectStatus(app.post(paths.parentCopies(id), { form: { token, stop: "all" } }), 303);
  // The other conversations, too, without starting the copies of this one.
  const stopButton = "Stop all copies of messages of Dana";
  expect(stopped).toContain(stopButton);
  await stopAll();
  expect(await app.read(parentPage)).not.toContain(stopButton);
  app.clock.now += 1000;
  await send();
  expect(await copiesOf()).toHaveLength(5);
  const resume = (email: string) => app.post(paths.parentCopies(id), { form: { token, email } });
  const refused = await expectPage(resume("alta@example.test"), 422);
  for (const text of ["got no copies", 'value="alta@example.test"']) expect(refused).toContain(text);
  await expectRedirect(resume(parent), paths.parentCopies(id, { token, done: "resumed" }));
  await reply("Și o riglă.");
  expect(await copiesOf()).toHaveLength(6);
  // All copies, also of new conversations; the teacher does not learn of it.
  // A block by the pupil is told instead of the copies, which the parent can still stop.
  const setBlock = async (blocked: string) =>
    app.post(paths.enquiryBlock(id), { as: await signIn(minor), form: { blocked } });
  const [blocked, copied] = [
    "Dana P. blocked this person. No more messages can arrive.",
    "get a copy of each",
  ];
  expect(await app.read(parentPage)).toContain(copied);
  await setBlock("1");
  const afterBlock = await app.read(parentPage);
  for (const part of [blocked, stopButton]) expect(afterBlock).toContain(part);
  for (const part of [copied, "If you report a danger"]) expect(afterBlock).not.toContain(part);
  await setBlock("");
  expect(await app.read(parentPage)).not.toContain(blocked);
  await stopAll();
  const second = await send();
  expect(await copiesOf()).toHaveLength(6);
  expect(await listRows(enquiries, { id: second })).toMatchObject([{ parentEmail: null }]);
  expect(await app.read(paths.enquiry(id), { as: asTeacher })).toContain("A parent was named");
  // Of an adult there is nothing to stop, start or report.
  await updateRow(users, minor.id, { birthDate: "2000-01-01" });
  const ended = await app.read(parentPage);
  expect(ended).toContain("Copies of this conversation have ended");
  for (const part of ['name="email"', "/parent/report", "is under 18"]) expect(ended).not.toContain(part);
  await updateRow(users, minor.id, { birthDate: "2008-12-01" });
  const asMinor = await signIn(minor);
  for (const stopped of [id, second]) {
    const page = await app.read(paths.enquiry(stopped), { as: asMinor });
    expect(page).toContain("stopped the copies");
    expect(page).not.toContain('name="parent_email"');
  }

  // In a conversation without one, a parent can be named later, with the same checks.
  const later = readEnquiryId(await write(listing.id, asMinor, "Bună ziua din nou."));
  const withParent = "Agree on the first lesson together with a parent.";
  expect(await app.read(paths.enquiry(later), { as: asMinor })).toContain(withParent);
  expect(await app.read(paths.enquiry(later), { as: asTeacher })).not.toContain(withParent);
  const name = (parent_email: string) =>
    app.post(paths.enquiry(later), { as: asMinor, form: { message: "Vine și mătușa.", parent_email } });
  const own = await expectPage(name(minor.email), 422);
  for (const text of [`value="${minor.email}"`, "Vine și mătușa."]) expect(own).toContain(text);
  app.clock.now += 1000;
  // A mistyped provider is asked about once, here and in the first message.
  const mistyped = "matusa@gmial.com";
  for (const path of [paths.enquiry(later), paths.enquire(listing.id)]) {
    const form = { message: "Vine și mătușa.", parent_email: mistyped, hint: "1" };
    const asked = await expectPage(app.post(path, { as: asMinor, form }), 200);
    for (const text of ['value="matusa@gmail.com"', 'name="kept_parent_email"', form.message])
      expect(asked, path).toContain(text);
  }
  await expectStatus(
    app.post(paths.enquiry(later), {
      as: asMinor,
      form: {
        message: "Vine și mătușa.",
        parent_email: "matusa@gmail.com",
        asked_parent_email: mistyped,
        kept_parent_email: mistyped,
      },
    }),
    303,
  );
  expect(await mailsTo(mistyped)).toHaveLength(1);
  expect(await app.read(paths.enquiry(later), { as: asMinor })).not.toContain(withParent);
  // Only to correct the address.
  expect((await app.read(paths.enquiry(later), { as: asMinor })).split('name="parent_email"')).toHaveLength(
    2,
  );

  // From the 18th birthday on, nothing is copied, and the address is forgotten with the next message.
  const other = await createUser({ birthDate: "2008-12-01" });
  const third = readEnquiryId(
    await write(listing.id, await signIn(other), "Bună ziua, mai aveți locuri?", {
      parent_email: "tata@example.test",
    }),
  );
  app.clock.now += 30 * DAY_MS;
  await app.post(paths.enquiry(third), {
    as: await signIn(other),
    form: { message: "Am împlinit 18 ani." },
  });
  expect(await mailsTo("tata@example.test")).toHaveLength(1);
  expect(await listRows(enquiries, { id: third })).toMatchObject([{ parentEmail: null }]);
});

const dismissReports = (id: string) =>
  db.update(reports).set({ outcome: "dismissed" }).where(eq(reports.enquiryId, id));

const WITH_PHONE = "Bună, sunați-mă la 0745 123 456";

it("a learner under 18 corrects the address of the parent; the replaced one is told, and can only report", async () => {
  const { listing, teacher, asTeacher } = await createParticipants();
  const minor = await createUser({ birthDate: "2008-12-01", firstName: "Dana", locale: "en" });
  const as = await signIn(minor);
  const [old, corrected] = ["mmama@example.test", "mama.danei@example.test"];
  const first = { "learner.who": "me", parent_email: old };
  const id = readEnquiryId(
    await write(listing.id, as, "Bună ziua, mai aveți locuri?", { ...first, parent_email: teacher.email }),
  );
  // The teacher's own address gets no copy, and one to which none has left yet gets nothing any more.
  const unmailed = "alta@example.test";
  for (const parent_email of [unmailed, old])
    await expectStatus(app.post(paths.enquiryParent(id), { as, form: { parent_email } }), 303);
  expect(await templatesTo(teacher.email)).toEqual(["enquiry_new"]);
  expect(await templatesTo(unmailed)).toEqual([]);
  const markSent = () => db.update(mailOutbox).set({ state: "sent", sentTs: app.clock.now });
  await markSent();
  const page = await app.read(paths.enquiry(id), { as });
  for (const part of [`action="${paths.enquiryParent(id)}"`, `value="${old}"`, "cannot be removed"])
    expect(page).toContain(part);
  const correct = (parent_email: string, by = as, through = app) =>
    through.post(paths.enquiryParent(id), { as: by, form: { parent_email } });
  for (const [typed, text] of [
    ["mama.exemplu", "Enter an email address"],
    [minor.email, "This is your own address"],
  ] as const) {
    const refused = await expectPage(correct(typed), 422);
    for (const part of [text, `value="${typed}"`, '<details class="confirm" open=""'])
      expect(refused).toContain(part);
  }
  const asked = await expectPage(correct("mama@gmial.com"), 200);
  for (const part of ['value="mama@gmail.com"', 'name="kept_parent_email"']) expect(asked).toContain(part);
  await expectStatus(correct(corrected, asTeacher), 404);
  await expectRedirect(correct(corrected), paths.enquiry(id, { done: "parent_corrected" }));
  await expectStatus(correct(corrected), 303);
  expect(await templatesTo(old)).toEqual(["parent_copy", "parent_replaced"]);
  const [copy] = await mailsTo(old);
  const link = new URL(copy?.unsubscribeUrl ?? "");
  const token = link.searchParams.get("token") ?? "";
  const [, told] = await mailsTo(old);
  for (const part of ["/parent/report?", paths.contact(), "119"]) expect(told?.text).toContain(part);
  const replaced = await app.read(paths.parentCopies(id, { token }));
  for (const part of ["another address was named", "/parent/report?", `href="${paths.contact()}"`])
    expect(replaced).toContain(part);
  for (const part of ['name="stop"', 'name="email"']) expect(replaced).not.toContain(part);
  await expectStatus(app.post(paths.parentCopies(id), { form: { token, stop: "all" } }), 200);
  await expectStatus(app.post(link.pathname + link.search), 200);
  const report = { token, reason: "unsafe", text: "Îi cere poze", email: old };
  expect(await app.read(paths.parentReport(id, { token }))).toContain('name="email"');
  const racing = createRacingApp(2, () => app.post(paths.parentReport(id), { form: report }));
  racing.clock.now = app.clock.now;
  // Until the decision, the pupil names no further address, not at the same moment either.
  await expectStatus(correct(old, as, racing), 409);
  expect(await listRows(reports, { enquiryId: id })).toMatchObject([
    { name: "Parent whose address was replaced (Dana P.)", email: old },
  ]);
  const locked = await expectPage(correct(old), 409);
  for (const part of ["cannot be changed while our team", `value="${old}"`]) expect(locked).toContain(part);
  await dismissReports(id);
  app.clock.now += 1000;
  await app.post(paths.enquiry(id), { as: asTeacher, form: { message: "Da, marți la 18." } });
  expect((await templatesTo(old)).filter((template) => template === "parent_copy")).toHaveLength(1);
  // The first message, and what follows.
  expect((await joinedMailsTo(corrected)).map(({ text }) => text.match(/^> (.*)$/m)?.[1])).toEqual([
    "Bună ziua, mai aveți locuri?",
    "Da, marți la 18.",
  ]);
  const put = (parent_email: string) =>
    createAccessToken(minor).then((access) =>
      app.request(paths.apiEnquiryParent(id), { method: "PUT", json: { parent_email }, ...bearer(access) }),
    );
  await expectStatus(put("x"), 422);
  await markSent();
  // Without an account of the parent, the mails are in the pupil's language.
  await updateRow(users, minor.id, { locale: "ro" });
  await expectStatus(put(old), 204);
  expect((await joinedMailsTo(old)).at(-1)?.text).toContain("are sub 18 ani");
  expect((await listRows(enquiries, { id }))[0]?.parentEmail).toBe(old);

  // An address that stopped all copies gets none, and the page does not say otherwise.
  const [again] = await mailsTo(corrected);
  const stop = new URL(again?.unsubscribeUrl ?? "");
  const stopAll = { token: stop.searchParams.get("token") ?? "", stop: "all" };
  await expectRedirect(correct(corrected), paths.enquiry(id, { done: "parent_corrected" }));
  const saved = "The address is saved.";
  expect(await app.read(paths.enquiry(id, { done: "parent_corrected" }), { as })).toContain(saved);
  await expectStatus(app.post(paths.parentCopies(id), { form: stopAll }), 303);
  const other = readEnquiryId(await write(listing.id, as, "Bună ziua din nou.", first));
  await expectRedirect(
    app.post(paths.enquiryParent(other), { as, form: { parent_email: corrected } }),
    paths.enquiry(other, { done: "parent_corrected" }),
  );
  const shown = await app.read(paths.enquiry(other, { done: "parent_corrected" }), { as });
  expect(shown).toContain("stopped the copies");
  expect(shown).not.toContain(saved);
});

it("contact data of a learner under 18 is held back until it is confirmed; the teacher is told the age", async () => {
  app.clock.now = Date.UTC(2026, 10, 20, 9);
  const { listing, teacher, learner, asTeacher } = await createParticipants();
  const account = await createUserWithPassword({ birthDate: "2008-11-21" });
  const call = { ...bearer((await signInByEmail(account.email)).token) };
  const ask = (json: object) => app.post(paths.apiListingEnquiries(listing.id), { json, ...call });
  const isHeld = async (answer: Response) => {
    expect([answer.status, ((await answer.json()) as { title: string }).title]).toEqual([
      422,
      "contact_data_under_18",
    ]);
  };
  await isHeld(await ask({ message: WITH_PHONE }));
  await isHeld(await ask({ message: "Stau pe str. Observatorului 34, ap. 12" }));
  await isHeld(await ask({ message: "sunt la colegiul stefan cel mare suceava" }));
  await isHeld(
    await app.post(paths.apiEnquiries(), {
      json: { message: WITH_PHONE, listing_ids: [listing.id] },
      ...call,
    }),
  );
  await expectStatus(ask({ message: WITH_PHONE, confirm_contact: "da" }), 422);
  expect(await mailsTo(teacher.email)).toEqual([]);
  const sent = await expectStatus(ask({ message: WITH_PHONE, confirm_contact: true }), 201);
  const { content } = (await sent.json()) as { content: { _id: string } };
  const answer = (json: object) => app.post(paths.apiEnquiryMessages(content._id), { json, ...call });
  await isHeld(await answer({ message: "dana@exemplu.ro" }));
  await expectStatus(answer({ message: "dana@exemplu.ro", confirm_contact: true }), 201);

  // The forms: the text stays, and one press sends it.
  const as = await signIn(learner);
  const id = readEnquiryId(await write(listing.id, as, "De la cont de adult: 0745123456"));
  await updateRow(users, learner.id, { birthDate: "2010-01-01" });
  const parent = "mama.learner@example.test";
  const message = `${WITH_PHONE} sau la liceul Eminescu`;
  const form = { message, listing_ids: listing.id, hint: "1" };
  const formPaths = [paths.enquiry(id), paths.enquire(listing.id), paths.enquireSeveral()];
  // A parent's address that looks mistyped is asked about on the same page.
  for (const path of formPaths) {
    const asked = await app.post(path, { as, form: { ...form, parent_email: "mama@gmial.com" } });
    const both = await expectPage(asked, 200);
    for (const text of [
      "Send it anyway",
      "Send the changed message",
      "You are under 18",
      'value="mama@gmail.com"',
    ])
      expect(both, path).toContain(text);
  }
  await updateRow(enquiries, id, { parentEmail: parent });
  for (const path of formPaths) {
    const held = await app.post(path, { as, form });
    const html = await held.text();
    expect(held.status, path).toBe(422);
    for (const text of [
      message,
      "You are under 18",
      'name="confirm_contact"',
      "“0745 123 456” and “liceul Eminescu”",
    ])
      expect(html).toContain(text);
    const confirmed = {
      ...form,
      confirm_contact: "1",
      parent_email: path === paths.enquiry(id) ? "" : parent,
    };
    expect([200, 303]).toContain((await app.post(path, { as, form: confirmed })).status);
  }
  const personal = (await mailsTo(parent)).filter(({ template }) => template === "parent_personal");
  expect(personal.map(({ subject }) => subject)).toEqual(
    Array(3).fill(expect.stringContaining("personal details")),
  );
  // So is one with a wrong field, together with that error.
  for (const [wrong, error] of [
    [{ offered: listing.id }, "Select at least one teacher"],
    [
      { listing_ids: listing.id, parent_email: learner.email },
      "This is your own address. Enter a parent’s address, or leave the field empty.",
    ],
  ] as const) {
    const form = { message: WITH_PHONE, hint: "1", ...wrong };
    const both = await expectPage(app.post(paths.enquireSeveral(), { as, form }), 200);
    for (const text of ['name="confirm_contact"', error]) expect(both).toContain(text);
  }
  // The form to another teacher offers the parent's address, not after that parent stopped the copies, nor once it was
  // cleared for the teacher before, also if the other conversation goes on.
  const other = await createListing(await createTeacher());
  const offers = async () => {
    const pages = [
      paths.listing(other.id),
      paths.enquire(other.id),
      paths.enquireSeveral({ listing_ids: [other.id] }),
    ].map(async (path) => (await app.read(path, { as })).includes(`value="${parent}"`));
    return Promise.all(pages);
  };
  expect(await offers()).toEqual([true, true, true]);
  const ofOther = await signIn(await createUser({ birthDate: "2010-01-01" }));
  expect(await app.read(paths.enquire(other.id), { as: ofOther })).not.toContain(parent);
  const stopped = { parentEmail: null, parentStopKey: "x" };
  await db.update(enquiries).set(stopped).where(eq(enquiries.learnerId, learner.id));
  expect(await offers()).toEqual([false, false, false]);
  const named = { parentEmail: parent, parentStopKey: null };
  await db.update(enquiries).set(named).where(eq(enquiries.learnerId, learner.id));
  expect(await offers()).toEqual([true, true, true]);
  app.clock.now += 1000;
  const cleared = await createListing(await createTeacher());
  await expectStatus(write(cleared.id, as, "Bună ziua, aveți locuri?", { parent_email: "" }), 303);
  await updateRow(enquiries, id, { lastMessageTs: app.clock.now + 1 });
  expect(await offers()).toEqual([false, false, false]);
  // Copied for further teachers, the text is held again.
  const copied = await app.post(paths.enquireMore(), {
    as,
    form: { message: WITH_PHONE, listing_ids: listing.id },
  });
  expect(await copied.text()).toContain('name="confirm_contact"');
  // The teacher's is held too, and what a teacher does not ask a minor for; a picture of homework is fine.
  const teach = (form: Record<string, string>) => app.post(paths.enquiry(id), { as: asTeacher, form });
  for (const message of [WITH_PHONE, "Vino singură miercuri, ai tăi nu trebuie să știe"]) {
    const held = await teach({ message });
    const html = await held.text();
    expect([held.status, html.includes("The learner is under 18")], message).toEqual([422, true]);
    expect(html).toContain(message);
    // Contact data may have a parent's consent; what no teacher asks for cannot be sent.
    const canConfirm = message === WITH_PHONE;
    expect(html.includes('name="confirm_contact"'), message).toBe(canConfirm);
    if (!canConfirm) await expectStatus(teach({ message, confirm_contact: "1" }), 422);
  }
  await dismissReports(id);
  await expectStatus(teach({ message: "Trimite-mi o poză cu tema. Nu spune doar rezultatul." }), 303);
  const warning = "A teacher does not ask a pupil";
  const advice = "Never send pictures";
  const before = await app.read(paths.enquiry(id), { as });
  expect(before).not.toContain(warning);
  expect(before.indexOf(advice)).toBeLessThan(before.indexOf(WITH_PHONE));
  await expectStatus(teach({ message: WITH_PHONE, confirm_contact: "1" }), 303);
  expect((await joinedMailsTo(learner.email)).at(-1)?.text).toContain(`${warning} for contact details`);
  const warned = await app.read(paths.enquiry(id), { as });
  const links = warned.slice(warned.indexOf(warning));
  for (const text of [`href="${paths.reportEnquiry(id)}"`, 'href="tel:119"']) expect(links).toContain(text);
  expect(await app.read(paths.enquiry(id), { as: asTeacher })).not.toContain(warning);

  // The view of the teacher says it as JSON, too, until the learner is of age.
  const isMinor = async () => {
    const auth = bearer(await createAccessToken(teacher));
    const thread = await app.get(paths.apiEnquiry(content._id), auth);
    return (await thread.json<{ content: { learner_under_18?: boolean } }>()).content.learner_under_18;
  };
  expect(await isMinor()).toBe(true);
  app.clock.now += DAY_MS;
  expect(await isMinor()).toBe(false);
});
