import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import {
  auditLog,
  contactMessages,
  decisionUndos,
  enquiries,
  followUpNotes,
  mailOutbox,
  orders,
  refunds,
  teacherInformation,
} from "@/db/schema";
import { addDays, DAY_MS, toDay } from "@/shared/dates";
import { formatDateTime, formatLei } from "@/shared/format";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { app, createTestApp, db, expectRedirect, expectStatus, expectText } from "../../helpers/app";
import {
  createListing,
  createTeacher,
  createUser,
  listRows,
  mailsTo,
  updateRow,
} from "../../helpers/factories";
import { type Caller, listFollowUp } from "../../helpers/follow-up";
import { captureErrors } from "../../helpers/intercept";
import { failWrites } from "../../helpers/kill-db";

import { createOrder } from "../../helpers/orders";
import { insertMessage, listMessageKeys, setUpEmptyList } from "./messages";

let me: Caller;
let id: string;

beforeEach(async () => {
  ({ me } = await setUpEmptyList());
  await db.delete(mailOutbox);
  id = (await insertMessage(1)).replace("contact:", "");
});

const TEXT = "Deschideți profilul.\n\nAcolo este <fotografia>.";
const call = (json: unknown, message = id) =>
  app.post(paths.apiAdminContactReply(message), { json, headers: me.headers });
/** The version of the task that its page shows. */
const findVersion = async () =>
  String((await listRows(followUpNotes, { key: `contact:${id}` }))[0]?.version ?? 0);
const submit = async (text: string) => {
  const form = { text, filters: "queue=contact", version: await findVersion() };
  return app.post(paths.adminContactReply(id), { form, as: me.jar });
};
const submitAndFindUndo = async (text: string) => {
  await expectStatus(submit(text), 303);
  return (await listRows(decisionUndos, { subject: `contact:${id}` }))[0];
};
const findMessage = async () => (await listRows(contactMessages, { id }))[0];

describe("POST /api/admin/contact/{id}/reply", () => {
  it("stores the reply, mails it with the message quoted, and closes the row", async () => {
    const answer = await expectStatus(call({ text: TEXT }), 200);
    expect(await answer.json()).toMatchObject({ content: { text: TEXT } });
    expect(await findMessage()).toMatchObject({
      replies: [{ text: TEXT, created_ts: app.clock.now }],
      closedTs: app.clock.now,
    });
    expect(await listMessageKeys(me)).toEqual([]);
    expect(await listMessageKeys(me, { view: "done" })).toEqual([`contact:${id}`]);
    const [mail, ...further] = await mailsTo("ilinca@example.test");
    expect(further).toEqual([]);
    expect(mail).toMatchObject({
      template: "contact_reply",
      subject: "Re: Fotografia de profil",
      replyTo: app.bindings.CONTACT_EMAIL,
      about: `contact:${id}`,
    });
    expect(mail?.text).toContain(
      "Deschideți profilul.\n\nAcolo este <fotografia>.\n\nMesajul dumneavoastră:\n\n> Cum o schimb?",
    );
    expect(mail?.html).toContain("&lt;fotografia&gt;");
    expect(await listRows(auditLog, { subject: `contact:${id}` })).toMatchObject([
      { action: "follow_up.done" },
    ]);
  });

  it("refuses an unknown message, an empty text, and a closed message; parallel replies leave once", async () => {
    await expectStatus(call({ text: TEXT }, newId()), 404);
    await expectStatus(call({ text: " " }), 422);
    const answers = await Promise.all(Array.from({ length: 10 }, () => call({ text: TEXT })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const closed = await expectStatus(call({ text: TEXT }), 409);
    expect(await closed.json()).toMatchObject({ title: "wrong_state" });
    expect(await mailsTo("ilinca@example.test")).toHaveLength(1);
    await me.patch(`contact:${id}`, { outcome: "" });
    app.clock.now += 1000;
    await expectStatus(call({ text: "Încă ceva." }), 200);
    expect((await findMessage())?.replies.map(({ text }) => text)).toEqual([TEXT, "Încă ceva."]);
  });
});

describe("the page of a message", () => {
  it("offers to record a withdrawal before the reply, which keeps the task open", async () => {
    const user = await createUser();
    const order = await createOrder({ buyerId: user.id });
    const page = () => app.read(paths.followUpRow(`contact:${id}`), { as: me.jar });
    await updateRow(contactMessages, id, { email: user.email });
    expect(await page()).not.toContain("seems to ask");
    await updateRow(contactMessages, id, { message: "Mă retrag din contract." });
    const html = await page();
    expectText(html, "seems to ask for a withdrawal");
    expect(html.indexOf(`href="${paths.adminOrder(order.id)}`)).toBeLessThan(
      html.indexOf('name="keep_open"'),
    );
    const form = { text: TEXT, keep_open: "1", version: "0" };
    const reply = (fields: Record<string, string>) =>
      app.post(paths.adminContactReply(id), { form: fields, as: me.jar });
    const answers = await Promise.all([reply(form), reply(form)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    const answer = answers.find(({ status }) => status === 303) ?? expect.fail();
    // Each form sends once.
    await expectStatus(reply(form), 409);
    expect(await findMessage()).toMatchObject({ closedTs: null, replies: [{ text: TEXT }] });
    expect(await listMessageKeys(me)).toEqual([`contact:${id}`]);
    const replied = await app.read(answer.headers.get("location") ?? "", { as: me.jar });
    for (const text of ["The task stays open", `action="${paths.adminUndoReply(id)}`])
      expectText(replied, text);
    const isKept = (answer: string) => /name="keep_open"[^>]* checked/.test(answer);
    expect(isKept(html)).toBe(true);
    const empty = await (await reply({ text: "", version: "1" })).text();
    expect(isKept(empty)).toBe(false);
    expectText(empty, "Write the reply.");
    await updateRow(orders, order.id, { withdrawnTs: 1 });
    expect(await page()).not.toContain("seems to ask");
    // The order page closes the message, whatever its version is.
    const task = `contact:${id}`;
    const closing = paths.followUpRow(task);
    expect(await app.read(paths.adminOrder(order.id, { done: "withdraw", task }), { as: me.jar })).toContain(
      `action="${closing}"`,
    );
    await expectStatus(
      app.post(closing, { form: { intent: "done", outcome: "Withdrawal recorded" }, as: me.jar }),
      303,
    );
    expect(await listMessageKeys(me)).toEqual([]);
  });

  it("has the form, and the sender's account and orders", async () => {
    const user = await createUser({ firstName: "Ilinca", lastName: "Șerban" });
    await updateRow(contactMessages, id, { email: user.email });
    const order = await createOrder({ buyerId: user.id });
    const html = await app.read(paths.followUpRow(`contact:${id}`), { as: me.jar });
    expect(html).toContain(`action="${paths.adminContactReply(id)}"`);
    const task = `contact:${id}`;
    expect(html).toContain(`href="${paths.adminUser(user.id, { task })}"`);
    // With the day of the message, for a withdrawal, and the way back.
    const query = { task, withdrawn_on: toDay((await findMessage())?.createdTs ?? 0) };
    expect(html).toContain(`href="${paths.adminOrder(order.id, query).replace("&", "&amp;")}"`);
    expectText(html, "If the message is a withdrawal");
    const refund = { id: newId(), orderId: order.id, kind: "withdrawal", amount: 1629 } as const;
    await db.insert(refunds).values({ ...refund, state: "sent", createdTs: app.clock.now });
    const settled = await app.read(paths.followUpRow(`contact:${id}`), { as: me.jar });
    expectText(settled, `refund of ${formatLei(1629, "en")}`);
    expect(settled).not.toContain("If the message is a withdrawal");
    // Another order may be meant, and a refund that is not sent yet says nothing.
    const other = await createOrder({ buyerId: user.id });
    const pending = { id: newId(), orderId: other.id, kind: "refund", amount: 500 } as const;
    await db.insert(refunds).values({ ...pending, state: "pending", createdTs: app.clock.now });
    const both = await app.read(paths.followUpRow(`contact:${id}`), { as: me.jar });
    for (const text of [`refund of ${formatLei(1629, "en")}`, "If the message is a withdrawal"])
      expectText(both, text);
    expect(both).not.toContain("Refunded on");
    // Typed by a visitor, with another name than that of the account. On a phone, too, it stands above the reply.
    expectText(html, "the address is not confirmed");
    expect(html.indexOf("Do not send account data")).toBeLessThan(html.indexOf(paths.adminContactReply(id)));
    expectText(html, "The email begins with a greeting to Ilinca");
    expect(html).not.toContain("Other messages from this address");
    const second = newId();
    const row = (await findMessage()) ?? expect.fail();
    await db.insert(contactMessages).values({ ...row, id: second, subject: "Încă o dată" });
    for (const [shown, other] of [
      [id, second],
      [second, id],
    ] as const)
      expect(await app.read(paths.followUpRow(`contact:${shown}`), { as: me.jar })).toContain(
        `href="${paths.followUpRow(`contact:${other}`)}"`,
      );
    expectText(html, "another name: Ilinca.");
    await updateRow(contactMessages, id, { userId: user.id, name: "ilinca serban" });
    const signedIn = await app.read(paths.followUpRow(`contact:${id}`), { as: me.jar });
    for (const text of ["not confirmed", "another name"]) expect(signedIn).not.toContain(text);
    const { decisionId = "" } = (await submitAndFindUndo(TEXT)) ?? {};
    const list = await app.read(
      paths.followUp({ queue: "contact", done: "replied", row: `contact:${id}`, decision: decisionId }),
      { as: me.jar },
    );
    for (const text of ["You can undo it until 11:01:00 AM", `action="${paths.adminUndoReply(id)}"`])
      expectText(list, text);
    expectText(
      await app.read(paths.followUpRow(`contact:${id}`), { as: me.jar }),
      "Acolo este &lt;fotografia&gt;",
    );
  });

  it("undoes a reply within 60 seconds, and has its text again; not once the task was changed", async () => {
    const undo = (undone_decision = "") =>
      app.post(paths.adminUndoReply(id), { form: { undone_decision }, as: me.jar });
    const first = await submitAndFindUndo(TEXT);
    app.clock.now += 59_000;
    const page = paths.followUpRow(`contact:${id}`, { done: "replyUndone" });
    await expectRedirect(undo(first?.decisionId ?? ""), page);
    const html = await app.read(page, { as: me.jar });
    for (const text of ["No email was sent", "Acolo este &lt;fotografia&gt;.</textarea>"])
      expectText(html, text);
    expect(await findMessage()).toMatchObject({ replies: [], closedTs: null });
    expect(await listMessageKeys(me)).toEqual([`contact:${id}`]);
    expect(await mailsTo("ilinca@example.test")).toEqual([]);
    const second = await submitAndFindUndo(TEXT);
    await me.patch(`contact:${id}`, { note: "Am și sunat." });
    const refused = await expectStatus(undo(second?.decisionId ?? ""), 409);
    expectText(await refused.text(), "can no longer be undone");
    expect(await mailsTo("ilinca@example.test")).toHaveLength(1);
  });

  it("keeps the note and the reply that were typed together, whichever is sent", async () => {
    const key = `contact:${id}`;
    const html = await app.read(paths.followUpRow(key), { as: me.jar });
    const since = html.match(/name="since" value="(\d+)"/)?.[1] ?? "";
    const form = { version: "0", since, note: "De sunat", due: "", outcome: "", text: TEXT };
    const kept = ["De sunat</textarea>", "Acolo este &lt;fotografia&gt;.</textarea>"];
    const saved = app.post(paths.followUpRow(key), { form: { ...form, intent: "save" }, as: me.jar });
    const unsent = await (await expectStatus(saved, 422)).text();
    const wrong = app.post(paths.adminContactReply(id), { form: { ...form, due: "2026-02-31" }, as: me.jar });
    for (const page of [unsent, await (await expectStatus(wrong, 422)).text()])
      for (const text of kept) expect(page).toContain(text);
    expectText(unsent, "This reply has not been sent");
    await expectStatus(app.post(paths.adminContactReply(id), { form, as: me.jar }), 303);
    expect(await listRows(followUpNotes, { key })).toMatchObject([{ note: "De sunat", outcome: "Replied" }]);
    // What another admin saved meanwhile stays where nothing was typed.
    await me.patch(key, { note: "Am sunat", outcome: "" });
    const late = app.post(paths.adminContactReply(id), { form: { ...form, note: "" }, as: me.jar });
    const stale = await (await expectStatus(late, 409)).text();
    for (const text of ["Am sunat</textarea>", kept[1] ?? ""]) expect(stale).toContain(text);
    // With the current version, an emptied field stays empty after an error of another field.
    const emptied = { ...form, note: "", due: "2026-02-31", version: await findVersion() };
    const invalid = app.post(paths.adminContactReply(id), { form: emptied, as: me.jar });
    expect(await (await expectStatus(invalid, 422)).text()).not.toContain("Am sunat</textarea>");
  });

  it("keeps the typed text of a refused reply", async () => {
    const html = await (await expectStatus(submit("x".repeat(4001)), 422)).text();
    expect(html).toContain("x".repeat(4001));
    expect(html).toContain("No account has this email address");
    await submit(TEXT);
    const late = await (await expectStatus(submit("Al doilea"), 409)).text();
    for (const text of ["Al doilea", "was answered or closed meanwhile", "Reply written on"])
      expectText(late, text);
    expect(late).not.toContain("Replied on");
  });
});

describe("POST /admin/enquiries/{id}/remind", () => {
  it("mails the teacher once a day until they answer; the page shows both sides and earlier mails", async () => {
    const { me } = await setUpEmptyList();
    const teacher = await createTeacher();
    await db
      .update(teacherInformation)
      .set({ phoneNumber: "+40712345678" })
      .where(eq(teacherInformation.userId, teacher.id));
    const learner = await createUser({ firstName: "Ilinca", lastName: "Pop" });
    const listing = await createListing(teacher);
    const id = newId();
    const createdTs = app.clock.now - 20 * DAY_MS;
    const sides = { listingId: listing.id, teacherId: teacher.id, learnerId: learner.id };
    await db
      .insert(enquiries)
      .values({ id, ...sides, state: "new", createdTs, lastMessageTs: createdTs, remindedTs: createdTs });
    const key = `enquiries_unanswered:${id}`;
    const remind = (query = {}, form = {}) =>
      app.post(paths.adminRemindTeacher(id, query), { form, as: me.jar });
    const read = () => app.read(paths.followUpRow(key), { as: me.jar });

    await me.patch(key, { note: "Am sunat deja" });
    const before = await read();
    expect(before.indexOf('pre-line break-anywhere">Am sunat deja')).toBeGreaterThan(0);
    expect(before).toContain('href="tel:+40712345678"');
    for (const person of [learner, teacher])
      expect(before).toContain(`href="${paths.adminUser(person.id, { task: key })}"`);
    // In a run through all tasks, each page that the task opens leads back to it, also after an action.
    const from = { task: key, run: "0.1.contact:x" };
    const inRun = await app.read(paths.followUpRow(key, { run: from.run }), { as: me.jar });
    for (const path of [paths.adminListing(listing.id, from), paths.adminUser(learner.id, from)]) {
      expect(inRun).toContain(`href="${path.replace("&", "&amp;")}"`);
      const opened = await app.read(path, { as: me.jar });
      expect(opened).toContain(`href="${paths.followUpRow(key, { run: from.run })}"`);
      expect(opened).toMatch(/action="[^"]*\?task=[^"]*&amp;run=/);
    }
    const role = paths.adminUserAction(learner.id, "role", from);
    await expectRedirect(
      app.post(role, { form: { role: "t" }, as: me.jar }),
      paths.adminUser(learner.id, { done: "role", ...from }),
    );
    await expectRedirect(app.get(role, { as: me.jar }), paths.adminUser(learner.id, from));
    // The note that was typed in the form of the button is saved with it.
    expect(before).toMatch(
      new RegExp(`<form[^>]*action="${paths.adminRemindTeacher(id)}".*name="note".*</form>`, "s"),
    );
    const typed = { note: "Am și scris.", outcome: "", due: "2026-02-31" };
    const wrong = app.post(paths.adminRemindTeacher(id), { form: typed, as: me.jar });
    expectText(await (await expectStatus(wrong, 422)).text(), "Am și scris.</textarea>");
    const answers = await Promise.all(Array.from({ length: 5 }, () => remind({}, { note: "Am și scris." })));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409, 409, 409, 409]);
    expect(await mailsTo(teacher.email)).toMatchObject([{ template: "enquiry_reminder" }]);
    const events = await listRows(auditLog, { subject: `enquiry:${id}`, actorId: me.admin.id });
    expect(events.map(({ action }) => action).sort()).toEqual([
      "enquiry.teacher_reminded",
      "follow_up.noted",
      "follow_up.noted",
    ]);
    // The teacher has time to answer.
    expect((await listFollowUp(me, { queue: "enquiries_unanswered" })).content).toEqual([]);
    expect((await listFollowUp(me, { view: "snoozed" })).content).toMatchObject([
      { key, note: "Am și scris.", snoozed_until: addDays(toDay(app.clock.now), 2) },
    ]);
    const after = await read();
    expect(after).not.toContain(paths.adminRemindTeacher(id));
    expectText(after, "Email waiting");
    expectText(after, "the next reminder from", formatDateTime(app.clock.now + DAY_MS, "en"));

    const findSnoozeDay = async () => (await listRows(followUpNotes, { key }))[0]?.snoozedUntil;
    await updateRow(enquiries, id, { remindedTs: app.clock.now - DAY_MS });
    // A typed day of return is kept, also one that the form had; the day of a snooze that ended is not.
    const [typedDay, passed] = [5, -1].map((days) => addDays(toDay(app.clock.now), days));
    for (const [stored, sent, saved] of [
      [null, typedDay, typedDay],
      [typedDay, typedDay, typedDay],
      [passed, passed, addDays(toDay(app.clock.now), 2)],
    ] as const) {
      await db.update(followUpNotes).set({ snoozedUntil: stored ?? null });
      await updateRow(enquiries, id, { remindedTs: 1 });
      await expectStatus(remind({}, { snoozed_until: sent ?? "" }), 303);
      expect(await findSnoozeDay()).toBe(saved);
    }
    await updateRow(enquiries, id, { remindedTs: 1 });
    await expectRedirect(
      remind(),
      paths.followUp({ queue: "enquiries_unanswered", done: "reminded", row: key }),
    );
    // In a run through all tasks, the next task follows.
    await updateRow(enquiries, id, { remindedTs: 1 });
    await expectRedirect(
      remind({ run: "task1" }),
      paths.nextTask({ after: "task1", kind: "tasks", done: "reminded", decided: key }),
    );
    // Neither happens without the other, whichever write fails.
    const countMails = async () => (await mailsTo(teacher.email)).length;
    for (const skipped of [0, 1, 2]) {
      await updateRow(enquiries, id, { remindedTs: 1 });
      const mails = await countMails();
      await db.delete(followUpNotes);
      const { database } = failWrites(app.bindings.DB, { message: "lost", isExecuted: false, skipped });
      const failing = createTestApp({ DB: database } as never);
      await captureErrors(() => failing.post(paths.adminRemindTeacher(id), { form: {}, as: me.jar }));
      const [enquiry] = await listRows(enquiries, { id });
      const notes = await listRows(followUpNotes, { key });
      const written = enquiry?.remindedTs === 1 ? 0 : 1;
      expect([notes.length, (await countMails()) - mails], `after ${skipped} writes`).toEqual([
        written,
        written,
      ]);
    }
    await updateRow(enquiries, id, { remindedTs: 1, state: "answered" });
    const mails = await countMails();
    await expectStatus(remind(), 409);
    expect(await countMails()).toBe(mails);
  });
});
