import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import {
  appointments,
  auditLog,
  enquiries,
  listings,
  mailOutbox,
  messages,
  reports,
  users,
} from "@/db/schema";
import { composeMessages, sendAppointmentNotices } from "@/features/enquiries";
import { eraseReporters } from "@/features/moderation";
import { DAY_MS, type Day, HOUR_MS } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { bearer, createUserWithPassword, PASSWORD, signInByEmail } from "../../helpers/accounts";
import { app, db, expectPage, expectStatus, expectText, type Jar } from "../../helpers/app";
import {
  createAdmin,
  createListing,
  createUser,
  listRows,
  mailsTo,
  signIn,
  templatesTo,
  updateRow,
} from "../../helpers/factories";
import {
  confirmAsGuest,
  findGuestLink,
  newGuestEmail,
  publishListing,
  readEnquiryId,
  writeAsGuest,
} from "../../helpers/guests";

import { jobContextAt } from "../../helpers/outbox";
import { createRacingApp } from "../../helpers/racing-app";
import { readUndoForm } from "../../helpers/undo";
import { createParticipants, findListingEnquiry, joinedMailsTo, write } from "../enquiries/participants";

let admin: Jar;
beforeEach(async () => {
  await db.delete(reports);
  admin = await signIn(await createAdmin());
});

const report = (id: string, as: Jar | null, more: Record<string, string> = {}) =>
  app.post(paths.reportEnquiry(id), {
    ...(as ? { as } : {}),
    form: { reason: "unsafe", text: "Priviți.", ...more },
  });
const listReports = (enquiryId: string) => listRows(reports, { enquiryId });
const decide = async (id: string, form: Record<string, string>, as = admin) =>
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
const lift = async (id: string, form: Record<string, string> = {}) => {
  const stops = (await listReports(id)).map((row) => (row.measure === "blocked" ? (row.decidedTs ?? 0) : 0));
  const decided = String(Math.max(...stops));
  return app.post(paths.adminConversationAction(id, "lift"), {
    as: admin,
    form: { side: "teacher", decided, text: "Am citit din nou.", ...form },
  });
};
const read = (id: string) => app.read(paths.adminConversation(id), { as: admin });
const countReadings = (id: string) =>
  db.$count(
    auditLog,
    and(eq(auditLog.subject, `enquiry:${id}`), eq(auditLog.action, "enquiry.read_by_admin")),
  );

/** A conversation in which both wrote, and the teacher proposed a lesson. */
async function converse() {
  const people = await createParticipants();
  await write(people.listing.id, people.asLearner, "Cât costă o oră?");
  const id = (await findListingEnquiry(people.listing.id))?.id ?? "";
  app.clock.now += 60_000;
  await app.post(paths.enquiry(id), { as: people.asTeacher, form: { message: "Trimite-mi o poză." } });
  return { ...people, id };
}

describe("/admin/conversations", () => {
  it("shows admins a reported conversation only, and records each view", async () => {
    const { id, asLearner, learner, teacher } = await converse();
    await expectStatus(app.get(paths.adminConversation(id), { as: admin }), 404);
    await db.insert(appointments).values({
      id: newId(),
      enquiryId: id,
      times: [app.clock.now + 86_400_000],
      minutes: 60,
      place: "online",
      state: "proposed",
      proposedBy: "teacher",
      createdTs: app.clock.now,
      updatedTs: app.clock.now,
    });
    // All that was offered and typed about an earlier lesson.
    await db.insert(appointments).values({
      ...{ id: newId(), enquiryId: id, minutes: 60, place: "online", proposedBy: "teacher" },
      ...{ times: [Date.UTC(2026, 8, 1, 20), Date.UTC(2026, 8, 2, 7)], time: Date.UTC(2026, 8, 2, 7) },
      ...{
        state: "cancelled",
        cancelledBy: "learner",
        reason: "Nu vin noaptea.",
        moveReason: "Avem serbare.",
        createdTs: 2,
        updatedTs: 4,
      },
    });
    // The lesson that it had moved.
    await db.insert(appointments).values({
      ...{ id: newId(), enquiryId: id, minutes: 60, place: "online", proposedBy: "teacher" },
      ...{ times: [Date.UTC(2026, 8, 1, 7)], time: Date.UTC(2026, 8, 1, 7) },
      ...{ state: "cancelled", cancelledBy: "teacher", createdTs: 1, updatedTs: 3 },
    });
    // One that the learner never saw, before another of the learner.
    await db.insert(appointments).values({
      ...{ id: newId(), enquiryId: id, minutes: 60, place: "online", proposedBy: "teacher" },
      ...{ times: [Date.UTC(2026, 8, 3, 7)], isUndelivered: true },
      ...{ state: "cancelled", cancelledBy: "learner", createdTs: 1, updatedTs: 5 },
    });
    await updateRow(enquiries, id, { learnerWho: "child", learnerGrade: 7 });
    await report(id, asLearner);
    const queue = await app.read(paths.adminConversations(), { as: admin });
    expect(queue).toContain(`href="${paths.adminConversation(id)}"`);
    const today = await app.read(paths.admin(), { as: admin });
    for (const text of [
      "1 is about danger or illegal content",
      "no two-step sign-in",
      paths.adminConversations(),
    ])
      expectText(today, text);
    expect(await countReadings(id)).toBe(0);
    const page = await read(id);
    for (const text of [
      "Cât costă o oră?",
      "Trimite-mi o poză.",
      "Priviți.",
      "Teacher (reported)",
      learner.email,
      teacher.email,
      "This view is recorded",
      "Proposed",
      "Sep 1, 2026",
      "chosen: ",
      "Canceled (Daria Neagu)",
      "Moved (",
      "not delivered · Online · Canceled<",
      "child, grade 7. The lessons are for a child: a parent",
      "Reason: Nu vin noaptea.",
      "Reason for moving the lesson: Avem serbare.",
      "Disable the account of",
    ])
      expectText(page, text);
    expect(page).not.toContain("suspend the listing");
    expect(await countReadings(id)).toBe(1);
    await db.update(appointments).set({ times: [app.clock.now] });
    expectText(await read(id), "Not answered in time");
    expect(await countReadings(id)).toBe(2);
    // Admins neither see nor decide their own.
    for (const role of [learner, teacher]) {
      await updateRow(users, role.id, { role: "a" });
      const own = await signIn(role);
      await expectStatus(app.get(paths.adminConversation(id), { as: own }), 403);
      await expectStatus(decide(id, { decision: "dismissed" }, own), 403);
      const report = (await listReports(id)).map((row) => row.id);
      const form = { report, reason: "unsafe", category: "unsafe", text: "Text." };
      for (const action of role === learner ? (["suspend-listings", "disable"] as const) : [])
        await expectStatus(app.post(paths.adminUserAction(teacher.id, action), { as: own, form }), 403);
      expect(await listReports(id)).toMatchObject([{ outcome: null }]);
      for (const list of [paths.adminConversations(), paths.followUp({ queue: "conversation_reports" })])
        expect(await app.read(list, { as: own })).not.toContain(paths.adminConversation(id));
      await updateRow(users, role.id, { role: role === teacher ? "t" : "u" });
    }
    expect(await countReadings(id)).toBe(2);
    // Its row leads there, before others.
    const tasks = await app.read(paths.followUp({ queue: "conversation_reports" }), { as: admin });
    expect(tasks).toContain(`href="${paths.adminConversation(id)}"`);
    // The listing's own page has nothing to decide.
    expectText(await app.read(paths.adminReports(), { as: admin }), "No open reports");

    // 180 days after the decision the messages are closed again.
    await decide(id, { decision: "dismissed" });
    expectText(await read(id), "Trimite-mi o poză.");
    await db.update(reports).set({ decidedTs: app.clock.now - 181 * 86_400_000 });
    const later = await countReadings(id);
    const closed = await read(id);
    expect(closed).not.toContain("Trimite-mi o poză.");
    expectText(closed, "180 days after the decision");
    expect(await countReadings(id)).toBe(later);
  });

  it.each([
    ["dismissed", "nothing in the conversation", null],
    ["warned", "We have warned the person", "Acesta este un avertisment."],
    ["blocked", "is no longer delivered", "nu mai ajunge la ea."],
  ])("%s tells both sides about the conversation", async (decision, toReporter, toPerson) => {
    const { id, asLearner, asTeacher, learner, teacher } = await converse();
    const time = app.clock.now + 86_400_000;
    await db.insert(appointments).values({
      ...{ id: newId(), enquiryId: id, times: [time], time, minutes: 60, place: "online" },
      ...{ state: "accepted", proposedBy: "teacher", createdTs: 0, updatedTs: 0 },
    });
    const parentEmail = `parent-${id}@example.test`;
    await updateRow(users, learner.id, { birthDate: "2011-01-01" as Day });
    await updateRow(enquiries, id, { parentEmail });
    expectText(
      await app.read(paths.reportEnquiry(id), { as: asLearner }),
      "we also tell the parent who gets copies",
    );
    const location = (await report(id, asLearner)).headers.get("location") ?? "";
    expectText(await app.read(location, { as: asLearner }), "reads it within 24 hours.");
    const checking = "Our team is checking messages of this teacher to you";
    expectText(
      await app.read(paths.enquiry(id), { as: asLearner }),
      checking,
      "Our team is checking the messages of this teacher. The lesson stays",
      "cancel it here",
    );
    const replyTo = { replyTo: app.bindings.CONTACT_EMAIL };
    const receipt = (await mailsTo(learner.email)).at(-1);
    expect(receipt).toMatchObject({ template: "conversation_report_received", ...replyTo });
    const stays = "stays as agreed. If you do not want it,";
    expectText(receipt?.text ?? "", "within 24 hours.", "Until the decision", stays, paths.enquiry(id));
    const [reported] = await mailsTo(parentEmail);
    expectText(reported?.text ?? "", "within 24 hours.", `${stays} Daria N. can cancel it`);
    expect(reported?.text).not.toContain("Priviți.");
    const [parentLink = ""] = reported?.text.match(/\/\S*parent\S*/) ?? [];
    const readParentPage = () =>
      app.read(new URL(parentLink, "https://catedra.test").href.replace("https://catedra.test", ""));
    expectText(await readParentPage(), stays, "Until the decision");
    await expectStatus(decide(id, { decision, text: "" }), 422);
    // The blank of a prepared text.
    if (toPerson !== null) await expectStatus(decide(id, { decision, text: "Pericol: [___]." }), 422);
    await expectStatus(decide(id, { decision }), 303);
    await expectStatus(decide(id, { decision }), 409);
    expect(await app.read(paths.enquiry(id), { as: asLearner })).not.toContain(checking);
    // The teacher could not write meanwhile. The parent, who read of the danger, reads the outcome.
    const isDismissed = decision === "dismissed";
    expect((await templatesTo(teacher.email)).includes("messages_checked")).toBe(isDismissed);
    expect(await templatesTo(parentEmail)).toEqual(["parent_reported", "parent_decided"]);
    const told = (await mailsTo(learner.email)).at(-1);
    expect(told?.template).toBe("conversation_report_decided");
    expectText(told?.text ?? "", toReporter, paths.enquiry(id));
    // Both read what became of the lesson, and whether the teacher may write.
    const next = { dismissed: "can write to", warned: stays, blocked: "M is canceled." }[decision] ?? "";
    for (const { text, subject } of [told ?? expect.fail(), ...(await mailsTo(parentEmail)).slice(1)]) {
      expectText(text, next);
      expect(text.includes("can write to")).toBe(decision !== "blocked");
      expect(subject).toMatch(/: (no measure taken|warning given|messages stopped)$/);
    }
    expect(
      (await app.read(paths.enquiry(id), { as: asLearner })).includes("and gave a warning. The lesson stays"),
    ).toBe(decision === "warned");
    expect((await readParentPage()).includes(stays)).toBe(decision === "warned");
    const warned = (await mailsTo(teacher.email)).find(({ text }) => text.includes("> Ați cerut poze."));
    if (toPerson === null) expect(warned).toBeUndefined();
    else expect(warned).toMatchObject(replyTo);
    if (toPerson !== null)
      for (const text of [
        toPerson,
        "Expunerea de motive",
        "Conversația a fost raportată",
        "> Ați cerut poze.",
      ])
        expect(warned?.text).toContain(text);
    expect(warned?.text ?? "").not.toContain("Termenii de utilizare, „Anunțurile”");
    const outcome = decision === "dismissed" ? "dismissed" : "upheld";
    expect(await listReports(id)).toMatchObject([
      {
        outcome,
        measure: decision === "dismissed" ? null : decision,
        measureText: decision === "dismissed" ? "" : "Ați cerut poze.",
      },
    ]);
    const label = { dismissed: "Dismissed", warned: "Warning", blocked: "Messages stopped" }[decision];
    const resolved = await app.read(paths.adminConversation(id), { as: admin });
    // The measure, who decided and when, and the text, whomever it was written to.
    const of = toPerson === null ? "answer" : "explanation";
    expect(resolved.split(">Decided<")[1]).toMatch(
      new RegExp(`${label}.*<time.*Our ${of}:</strong> (<!-- -->)?Ați cerut poze.`, "s"),
    );
    const [enquiry] = await listRows(enquiries, { id });
    expect(enquiry?.learnerBlockedTs !== null).toBe(decision === "blocked");
    // The history of each side has the report and what was decided, and whom it was about.
    for (const [person, side] of [
      [teacher, "about"],
      [learner, "from"],
    ] as const) {
      const history = await app.read(paths.adminUser(person.id), { as: admin });
      for (const text of ["Conversation reported", `Reports ${outcome}`])
        expect(history).toMatch(new RegExp(`${text}(?:(?!<li).)*${side} this person`, "s"));
    }
    // A lesson that the admin cancelled was cancelled by neither side: both are told, and the parent.
    await sendAppointmentNotices(jobContextAt(app.clock.now));
    if (decision !== "blocked") return;
    const [lesson] = await listRows(appointments, { enquiryId: id });
    expect(lesson).toMatchObject({ state: "cancelled", cancelledBy: null });
    for (const [email, subject] of [
      [learner.email, "The lesson with"],
      [teacher.email, "Lecția cu Daria N. este anulată: echipa noastră a oprit mesajele"],
    ] as const)
      expect(
        (await mailsTo(email)).filter((mail) => mail.template === "appointment_cancelled"),
      ).toMatchObject([{ subject: expect.stringContaining(subject) }]);
    const copy = (await mailsTo(parentEmail)).at(-1);
    expectText(copy?.text ?? "", "Our team stopped the messages, so this lesson is canceled:");
    expect(copy?.subject).not.toContain("Daria");
    // The teacher, who got a mail, reads the same on the page, also after a form of an older page.
    const { headers } = await app.post(paths.enquiry(id), { as: asTeacher, form: { message: "Alo?" } });
    const stopped = await app.read(headers.get("location") ?? "", { as: asTeacher });
    expectText(stopped, "The lesson is canceled.", "our team stopped your messages to this person");
    for (const part of [
      `action="${paths.enquiry(id)}"`,
      `action="${paths.enquiryAppointments(id)}"`,
      "Your message was sent",
      "Waiting for your answer",
    ])
      expect(stopped).not.toContain(part);
  });

  it("suspending all listings keeps the report open, for a decision about the messages", async () => {
    const { id, asLearner, teacher, listing } = await converse();
    await report(id, asLearner);
    // An earlier report about the teacher, which an admin upheld.
    await db.insert(reports).values({
      ...{ id: newId(), listingId: listing.id, reason: "advance_payment", text: "Cere bani înainte." },
      ...{ locale: "ro", createdTs: 1, outcome: "upheld", decidedTs: 2 },
    });
    expectText(await app.read(paths.adminReport(listing.id), { as: admin }), "Other reports", "Priviți.");
    const html = await read(id);
    expectText(html, "Other reports about this person", "Cere bani înainte.");
    const path = paths.adminUserAction(teacher.id, "suspend-listings");
    const [, address = ""] = html.match(new RegExp(`action="(${path}[^"]*)"`)) ?? [];
    const [open] = await listReports(id);
    const form = { reason: "unsafe", text: "Verificăm.", report: open?.id ?? "" };
    const answer = await app.post(address.replaceAll("&amp;", "&"), { as: admin, form });
    expect(answer.headers.get("location")).toBe(paths.adminConversation(id, { done: "listings_suspended" }));
    const run = "0.1";
    const done = await app.read(paths.adminConversation(id, { done: "listings_suspended", run }), {
      as: admin,
    });
    expectText(done, "The report is still open", "<kbd>U</kbd>");
    // In the notice above the messages, and it leads back here.
    const undo = `${paths.adminUserAction(teacher.id, "undo-suspension")}?task=conversation_reports%3A${id}&amp;run=${run}"`;
    expect(done.indexOf(undo)).toBeGreaterThan(0);
    expect(done.indexOf(undo)).toBeLessThan(done.indexOf("Who writes"));
    expectText(done, "Undo the suspension");
    expect(await listReports(id)).toMatchObject([{ outcome: null }]);
    expect(await listRows(listings, { id: listing.id })).toMatchObject([{ state: "suspended" }]);
    // A report led to it, also of the messages.
    expect((await mailsTo(teacher.email)).at(-1)?.text).toContain("L-am verificat în urma unei raportări");
    await expectStatus(decide(id, { decision: "warned" }), 303);
  });

  it("says before and after a decision about danger that listings stay public, and then suspends them after a report", async () => {
    const { id, asLearner, teacher } = await converse();
    await report(id, asLearner);
    expectText(await read(id), "The teacher’s public listing stays visible");
    const answer = await expectStatus(decide(id, { decision: "warned" }), 303);
    const next = await app.read(answer.headers.get("location") ?? "", { as: admin });
    expectText(next, "The teacher’s listing is still public.");
    expect(next).toContain(`href="${paths.adminConversation(id)}#suspend-listings"`);
    const html = await read(id);
    const path = paths.adminUserAction(teacher.id, "suspend-listings");
    const [, address = ""] = html.match(new RegExp(`action="(${path}[^"]*)"`)) ?? [];
    const [, upheld = ""] = html.match(/name="upheld_report" value="([^"]*)"/) ?? [];
    // It is not ticked, also on the page of the person; a refused form keeps the tick.
    const isTicked = (page: string) =>
      new RegExp(`<input[^>]*checked=""[^>]*value="${upheld}"|value="${upheld}"[^>]*checked=""`).test(page);
    const ofPerson = await app.read(paths.adminUser(teacher.id), { as: admin });
    expectText(ofPerson, "What led to this decision", `name="upheld_report" value="${upheld}"`);
    expect([isTicked(html), isTicked(ofPerson)]).toEqual([false, false]);
    const form = { reason: "other", text: "", upheld_report: upheld };
    const refused = await app.post(address.replaceAll("&amp;", "&"), { as: admin, form });
    expect([refused.status, isTicked(await refused.text())]).toEqual([422, true]);
    form.text = "Verificăm.";
    const done = await app.post(address.replaceAll("&amp;", "&"), { as: admin, form });
    // Nothing is left to decide about the messages.
    expect(done.headers.get("location")).toContain(paths.adminUser(teacher.id, { done: "suspended" }));
    expect((await mailsTo(teacher.email)).at(-1)?.text).toContain("L-am verificat în urma unei raportări");
  });

  it("shows each further report of a side, while one is open and after the decision", async () => {
    const { id, asLearner, learner } = await converse();
    const send = (text: string) => report(id, asLearner, { text });
    const countUrgentMails = async () =>
      (await mailsTo("contact@catedra.test")).filter(({ text }) => text.includes(paths.adminConversation(id)))
        .length;
    await send("Cere poze.");
    expectText(await app.read(paths.enquiry(id), { as: asLearner }), "you can send another report");
    for (const text of ["Cere poze.", "M-a așteptat la școală."]) await expectStatus(send(text), 303);
    expect(await listReports(id)).toHaveLength(2);
    expectText(await read(id), "Cere poze.", "M-a așteptat la școală.");
    expect(await countUrgentMails()).toBe(1);
    await expectStatus(decide(id, { decision: "warned" }), 303);
    const told = (await mailsTo(learner.email)).filter(
      ({ template }) => template === "conversation_report_decided",
    );
    expect(told).toHaveLength(1);
    // The same words as before the decision, too.
    app.clock.now += 1000;
    await expectStatus(send("Cere poze."), 303);
    expect((await listReports(id)).filter(({ outcome }) => outcome === null)).toMatchObject([
      { text: "Cere poze.", createdTs: app.clock.now },
    ]);
    expect(await app.read(paths.adminConversations(), { as: admin })).toContain(paths.adminConversation(id));
    expect(await countUrgentMails()).toBe(2);
    // The first decision stays on the page.
    const both = await app.read(paths.enquiry(id), { as: asLearner });
    expectText(both, "and we have decided. You were right.", "You reported this conversation again on");
    for (const [text, status] of [
      ["4.", 303],
      ["5.", 303],
      ["6.", 429],
    ] as const)
      await expectStatus(send(text), status);
  });

  it("no action and a warning are undone while the mails wait, not by the reported person", async () => {
    const { id, asLearner, learner, teacher } = await converse();
    await report(id, asLearner);
    const undo = async (as: Jar) =>
      app.post(paths.adminConversationAction(id, "undo"), { as, form: await readUndoForm(`enquiry:${id}`) });
    const countMails = async () => [
      (await mailsTo(learner.email)).length,
      (await mailsTo(teacher.email)).length,
    ];
    const before = await countMails();
    for (const [decision, delayMs] of [
      ["dismissed", 0],
      ["dismissed", 5],
      ["warned", 0],
      ["warned", 5],
    ] as const) {
      // Pressed twice, it decides once, and the undo stays that of the first press.
      const ids = (await listReports(id)).map((row) => row.id);
      const form = { report: ids, queue: "open", text: "Ați cerut poze.", reason: "unsafe", decision };
      const press = () => app.post(paths.adminConversationAction(id, "decide"), { as: admin, form });
      const first = press();
      app.clock.now += delayMs;
      const statuses = (await Promise.all([first, press()])).map(({ status }) => status);
      expect(statuses.sort()).toEqual([303, 409]);
      expect(await read(id)).toContain(paths.adminConversationAction(id, "undo"));
      await updateRow(users, teacher.id, { role: "a" });
      await expectStatus(undo(await signIn(teacher)), 403);
      await updateRow(users, teacher.id, { role: "t" });
      await expectStatus(undo(admin), 303);
      expect(await listReports(id)).toMatchObject([{ outcome: null, measure: null }]);
      expect(await countMails()).toEqual(before);
    }
    // Of a block both sides are told at once: it is confirmed instead, for that decision only.
    // What is missing is said first. A prepared text is in the language of the person concerned.
    const refused = await expectStatus(decide(id, { decision: "blocked", confirmed: "", text: "" }), 422);
    expect(await refused.text()).not.toContain("takes effect at once");
    const filled = await expectStatus(decide(id, { decision: "blocked", text: "", intent: "fill" }), 200);
    expectText(await filled.text(), "pune o persoană în pericol");
    for (const confirmed of ["", "warned"]) {
      const asked = await (await expectStatus(decide(id, { decision: "blocked", confirmed }), 200)).text();
      expectText(
        asked,
        "takes effect at once, and you cannot undo it; the other side can lift the block in the conversation, except a learner under 18",
      );
      expect(asked).toContain('name="confirmed" value="blocked"');
      expectText(asked, "Confirm the decision");
      expect(asked).toMatch(/notice--warning"[^>]*tabindex="-1" autofocus/);
      expectText(asked, "Ați cerut poze.</textarea>");
    }
    const changed = await expectStatus(decide(id, { decision: "dismissed", confirmed: "blocked" }), 200);
    expectText(await changed.text(), "You have changed the decision to “No action”.");
    expect(await listReports(id)).toMatchObject([{ outcome: null }]);
    await expectStatus(decide(id, { decision: "blocked" }), 303);
    await expectStatus(undo(admin), 409);
  });

  it("a refused text of a teacher to a learner under 18 is reported, and mailed to the parent once an hour", async () => {
    const { id, learner, asLearner, asTeacher, teacher } = await converse();
    const parentEmail = "mama@example.test";
    await updateRow(users, learner.id, { birthDate: "2010-01-01" });
    await updateRow(enquiries, id, { parentEmail });
    const say = (message: string) => app.post(paths.enquiry(id), { as: asTeacher, form: { message } });
    await expectStatus(say("Sunați-mă la 0745 123 456"), 422);
    expect(await listReports(id)).toEqual([]);
    const texts = [`${"Lecția a fost bună. ".repeat(90)}Fă o poză cu tine.`, "Nu le spune părinților."];
    for (const text of [...texts, texts[1] ?? ""]) {
      app.clock.now += 1000;
      await expectStatus(say(text), 422);
      // The first mail has left; the texts of the hour after it join the second one.
      const sent = { state: "sent", sentTs: app.clock.now } as const;
      if (text === texts[0])
        await db.update(mailOutbox).set(sent).where(eq(mailOutbox.recipient, parentEmail));
    }
    const found = { reportedSide: "teacher", reason: "unsafe", isAutomatic: true };
    expect(await listReports(id)).toMatchObject(texts.map((text) => ({ ...found, text })));
    expectText(await read(id), ...texts, "The site, automatically");
    const copies = await joinedMailsTo(parentEmail);
    expect(copies.map(({ template }) => template)).toEqual(["parent_refused", "parent_refused"]);
    expect(copies.map(({ text }) => text.match(/^> (.*)$/gm))).toEqual(texts.map((text) => [`> ${text}`]));
    expect(copies[1]?.nextAttemptTs).toBe((copies[0]?.sentTs ?? 0) + HOUR_MS);
    app.clock.now += 1000;
    const third = "Trimite-mi o poză cu tine.";
    const afterRefusal = await expectPage(say(third), 422);
    // What was typed stays, without a form: nothing can be sent before the decision.
    expectText(afterRefusal, "Our team is checking your messages", `${third}</p>`);
    expect(afterRefusal).not.toContain('id="first-lesson"');
    expect(afterRefusal).not.toContain(`action="${paths.enquiry(id)}"`);
    const received = await app.read(paths.inbox(), { as: asTeacher });
    expect(received).toContain("Our team is checking it");
    const { payload } = (await joinedMailsTo(parentEmail))[1] ?? {};
    const composed = await composeMessages(jobContextAt(app.clock.now), { payload, recipient: parentEmail });
    expect(composed).toMatchObject({ template: "parent_refused", quote: [texts[1], third] });
    // The learner has not reported it, and reads only that something was not delivered.
    for (const path of [paths.enquiry(id), paths.inbox()])
      expect(await app.read(path, { as: asLearner })).not.toContain("You reported this conversation");
    const seen = await app.read(paths.enquiry(id), { as: asLearner });
    expectText(seen, "was not delivered to you. Our team reads it", 'call <a href="tel:119">119</a>');
    expect(seen).toContain(paths.reportEnquiry(id));
    for (const as of [asLearner, asTeacher])
      expect(await app.read(paths.inbox(), { as })).not.toContain(third);
    app.clock.now += DAY_MS;
    const start = new Date(app.clock.now + DAY_MS).toISOString().slice(0, 16);
    const proposal = { times: start, minutes: "60", where: "place", place: "la mine, fără să știe părinții" };
    const propose = (place: string) =>
      app.post(paths.enquiryAppointments(id), { as: asTeacher, form: { ...proposal, place } });
    const placed = await expectPage(propose(proposal.place), 422);
    expect(placed).toContain('id="field-place-error"');
    expect(await listReports(id)).toHaveLength(4);
    // The teacher writes nothing and agrees on no lesson before the decision; what was typed stays.
    const waits = "Our team is checking your messages";
    const unsent = await expectPage(say("Ne vedem marți la 18."), 409);
    for (const text of [waits, "Ne vedem marți la 18.</p>"]) expect(unsent).toContain(text);
    const other = await createListing(teacher, { subject: "c" });
    const path = paths.enquiry(readEnquiryId(await write(other.id, asLearner, "Predați și chimie?")));
    await expectStatus(app.post(path, { as: asTeacher, form: { message: "Da, cu drag." } }), 409);
    const refused = await expectPage(propose("Biblioteca Județeană"), 409);
    for (const text of [waits, 'value="Biblioteca Județeană"']) expect(refused).toContain(text);
    const page = await app.read(paths.enquiry(id), { as: asTeacher });
    expect(page).toContain(waits);
    for (const form of [paths.enquiryAppointments(id), paths.enquiry(id)])
      expect(page).not.toContain(`action="${form}"`);
    await app.post(paths.enquiryAppointments(id), { as: asLearner, form: { ...proposal, place: "Aici" } });
    const [offered] = await listRows(appointments, { enquiryId: id, state: "proposed" });
    const answer = (action: "accept" | "decline") =>
      app.post(paths.appointmentAction(offered?.id ?? "", action), {
        as: asTeacher,
        form: { time: String(offered?.times[0]) },
      });
    await expectStatus(answer("accept"), 409);
    await expectStatus(answer("decline"), 303);
    await expectStatus(decide(id, { decision: "dismissed" }), 303);
    // Nothing broke the rules: the teacher may write, and the parent, who read of the check, reads the outcome.
    expect(await templatesTo(teacher.email)).toContain("messages_checked");
    expect((await mailsTo(parentEmail)).at(-1)).toMatchObject({
      template: "parent_decided",
      text: expect.stringMatching(/We found nothing that breaks our rules\.\s.*stays\s+undelivered/),
      condition: ["parent_copy", id, expect.any(String)],
    });
    const token = new URL(copies[0]?.unsubscribeUrl ?? "").searchParams.get("token") ?? "";
    expectText(
      await app.read(paths.parentCopies(id, { token })),
      "Our team checked this conversation and decided on",
      "We found nothing that breaks our rules. The message that was stopped automatically stays undelivered.",
    );
    await expectStatus(propose("Biblioteca Județeană"), 303);
    expect(await app.read(paths.enquiry(id), { as: asLearner })).not.toContain("was not delivered to you");
    // The parent learns that an account was disabled, and enabled again, until the learner is 18.
    const disable = async () => {
      app.clock.now += 1000;
      await report(id, asLearner);
      const open = (await listRows(reports, { enquiryId: id })).find((row) => row.outcome === null)?.id ?? "";
      const form = { category: "unsafe", reason: "Cere poze.", report: [open] };
      await expectStatus(app.post(paths.adminUserAction(teacher.id, "disable"), { as: admin, form }), 303);
    };
    const parentPage = () => app.read(paths.parentCopies(id, { token }));
    await disable();
    expectText(await parentPage(), "We have disabled the teacher’s account.");
    await expectStatus(app.post(paths.adminUserAction(teacher.id, "enable"), { as: admin, form: {} }), 303);
    expect((await mailsTo(parentEmail)).slice(-2).map(({ text }) => text)).toEqual([
      expect.stringContaining("We have disabled the teacher’s account."),
      expect.stringContaining("We have checked again and enabled it."),
    ]);
    const enabled = await parentPage();
    expect(enabled).not.toContain("We have disabled");
    expectText(enabled, "We found nothing that breaks our rules.");
    await updateRow(users, learner.id, { birthDate: "2008-01-01" });
    const told = await templatesTo(parentEmail);
    await disable();
    expect(await templatesTo(parentEmail)).toEqual(told);
    expect(await parentPage()).not.toContain("Our team checked");
  });

  it("a report of a danger to a learner under 18 stops what the teacher sends at the same moment", async () => {
    const { id, learner, asLearner, asTeacher } = await converse();
    await updateRow(users, learner.id, { birthDate: "2010-01-01" });
    const stored = { message: "Trimite-mi tema.", once: "1" };
    await expectStatus(app.post(paths.enquiry(id), { as: asTeacher, form: stored }), 303);
    const times = new Date(app.clock.now + DAY_MS).toISOString().slice(0, 16);
    const proposal = { times, minutes: "60", where: "online" };
    await app.post(paths.enquiryAppointments(id), { as: asLearner, form: proposal });
    const [offered] = await listRows(appointments, { enquiryId: id });
    const sent: [string, Record<string, string>][] = [
      [paths.enquiry(id), { message: "Ne vedem marți la 18." }],
      [paths.enquiryAppointments(id), proposal],
      [paths.appointmentAction(offered?.id ?? "", "accept"), { time: String(offered?.times[0]) }],
    ];
    await report(id, asLearner);
    const setOutcome = (outcome: "dismissed" | null) => db.update(reports).set({ outcome });
    const refuse = async (path: string, form: Record<string, string>) => {
      await setOutcome("dismissed");
      const racing = createRacingApp(2, () => setOutcome(null));
      racing.clock.now = app.clock.now;
      const refused = await expectPage(racing.post(path, { as: asTeacher, form }), 409);
      expect(refused).toContain("Our team is checking your messages");
    };
    for (const [path, form] of sent) await refuse(path, form);
    expect(await listRows(messages, { enquiryId: id, author: "teacher" })).toHaveLength(2);
    expect(await listRows(appointments, { enquiryId: id })).toEqual([offered]);
    const time = app.clock.now + DAY_MS;
    const agreed = { ...(offered ?? expect.fail()), id: newId(), state: "accepted" as const, time };
    await db.insert(appointments).values(agreed);
    await refuse(paths.appointmentAction(agreed.id, "cancel"), { reason: "Sunt bolnavă." });
    expect(await listRows(appointments, { id: agreed.id })).toEqual([agreed]);
    // The form of a message that was stored before is not refused.
    await expectStatus(app.post(paths.enquiry(id), { as: asTeacher, form: stored }), 303);
  });

  it("stops the messages to a learner under 18 for good, and tells the learner without naming who reported", async () => {
    const { id, listing, learner, teacher, asLearner, asTeacher } = await converse();
    const parentEmail = `parinte-${id}@example.test`;
    await updateRow(users, learner.id, { birthDate: "2010-01-01" });
    await updateRow(enquiries, id, { parentEmail });
    await write(listing.id, asLearner, "Și la fizică?");
    const [other = ""] = (await listRows(enquiries, { learnerId: learner.id }))
      .map((row) => row.id)
      .filter((found) => found !== id);
    const say = (message: string) => app.post(paths.enquiry(id), { as: asTeacher, form: { message } });
    await expectStatus(say("Fă o poză cu tine."), 422);
    // Nobody expects an answer before the decision.
    await updateRow(users, teacher.id, { replyMedianS: 7200 });
    const waiting = await app.read(paths.enquiry(other), { as: asLearner });
    expectText(waiting, "No reply yet", "You can write here again");
    for (const text of ["usually replies", "we remind them"]) expect(waiting).not.toContain(text);
    const [copy] = await mailsTo(parentEmail);
    const token = new URL(copy?.unsubscribeUrl ?? "").searchParams.get("token") ?? "";
    // All statements of reasons say that a rule refused the text.
    const [found] = await listReports(id);
    const suspension = { reason: "unsafe", text: "Verificăm.", report: found?.id ?? "" };
    await app.post(paths.adminUserAction(teacher.id, "suspend-listings"), { as: admin, form: suspension });
    expect((await mailsTo(teacher.email)).at(-1)?.text).toContain("O regulă automată a refuzat un text");
    // While another danger with this learner waits, and after a stop, the teacher does not read that they may write.
    const dismissOther = async () => {
      await report(other, asLearner);
      await expectStatus(decide(other, { decision: "dismissed" }), 303);
      expect(await templatesTo(teacher.email)).not.toContain("messages_checked");
    };
    await dismissOther();
    await expectStatus(decide(id, { decision: "blocked" }), 303);
    const told = (await mailsTo(learner.email)).filter(({ template }) => template === "conversation_checked");
    expect(told).toHaveLength(1);
    expectText(told[0]?.text ?? "", "We have stopped the teacher’s messages to you.");
    expect(told[0]?.text).not.toContain("report");
    const measure = (await mailsTo(teacher.email)).find(
      ({ template }) => template === "conversation_measure",
    );
    expect(measure?.text).toContain("O regulă automată a refuzat un text");
    for (const text of ["Nu am folosit mijloace automate", "a fost raportată"])
      expect(measure?.text).not.toContain(text);
    const toParent = (await mailsTo(parentEmail)).find(({ template }) => template === "parent_decided");
    expectText(toParent?.text ?? "", "the conversation of Daria about", paths.parentCopies(id, { token }));
    for (const conversation of [id, other]) {
      const page = await app.read(paths.enquiry(conversation), { as: asLearner });
      expect(page).toContain("Our team stopped the messages of this person");
      for (const text of ["You blocked this person", ">Unblock<"]) expect(page).not.toContain(text);
      const unblock = app.post(paths.enquiryBlock(conversation), { as: asLearner, form: { blocked: "" } });
      expect(await expectPage(unblock, 403)).toContain("until you are 18");
    }
    const parentPage = await app.read(paths.parentCopies(id, { token }));
    expectText(parentPage, "Our team stopped the messages of this person to Daria N.");
    expect(parentPage).not.toContain("blocked this person");
    const inbox = await app.read(paths.inbox({ box: "sent" }), { as: asLearner });
    expect(inbox).toContain("Blocked people");
    expect(inbox).not.toContain(">Unblock<");
    const [{ learnerBlockedTs: stoppedTs } = expect.fail()] = await listRows(enquiries, { id });
    expect(stoppedTs).not.toBeNull();
    // Later reports without an action do not hide the decision in force.
    const parentForm = { token, reason: "spam", text: "Tot scrie." };
    const readBoth = async () => [
      await app.read(paths.enquiry(id), { as: asLearner }),
      await app.read(paths.parentCopies(id, { token })),
    ];
    await report(id, asLearner, { reason: "spam" });
    expectText(await read(id), "are already stopped");
    await report(id, asLearner, { reason: "offensive" });
    await expectStatus(app.post(paths.parentReport(id), { form: parentForm }), 303);
    app.clock.now += 1000;
    await expectStatus(decide(id, { decision: "dismissed" }), 303);
    const kept = await readBoth();
    expectText(kept[0] ?? "", "We took no further measure after your latest report.");
    expectText(kept[1] ?? "", "We have stopped the teacher’s messages", "We took no further measure.");
    const later = (await mailsTo(learner.email)).at(-1)?.text ?? "";
    expectText(
      later,
      "Spam or advertising; Insulting or indecent",
      "The messages of this person stay stopped.",
    );
    for (const text of [...kept, later]) expect(text).not.toContain("We found nothing");
    // An admin lifts it after an objection, for 60 seconds with an undo.
    const listBlocks = async () =>
      (await listRows(enquiries, { learnerId: learner.id })).map((row) => row.learnerBlockedTs);
    const count = async (email: string, template: string) =>
      (await mailsTo(email)).filter((mail) => mail.template === template).length;
    const countTold = async () => [
      await count(teacher.email, "conversation_stop_lifted"),
      await count(learner.email, "conversation_checked"),
      await count(parentEmail, "parent_decided"),
    ];
    const setBlock = (blocked: string) =>
      app.post(paths.enquiryBlock(id), { as: asLearner, form: { blocked } });
    const expectLostText = async () =>
      expect(await (await expectStatus(lift(id), 409)).text()).toMatch(
        /name="lost_text"[^>]*>Am citit din nou/,
      );
    app.clock.now += 1000;
    expectText(await read(id), "no longer reach the other side", "Let the messages arrive again");
    await expectStatus(lift(id, { text: "" }), 422);
    await expectStatus(lift(id, { side: "learner" }), 409);
    // Not after another decision, or a new report, also at the same moment.
    await expectStatus(lift(id, { decided: "1" }), 409);
    await report(id, asLearner);
    await expectLostText();
    await decide(id, { decision: "dismissed" });
    app.clock.now += 1000;
    const unseen = newId();
    await db.insert(appointments).values({
      ...{
        id: unseen,
        enquiryId: id,
        minutes: 60,
        place: "online",
        proposedBy: "teacher",
        state: "proposed",
      },
      ...{ times: [app.clock.now + DAY_MS], isUndelivered: true, createdTs: 1, updatedTs: 1 },
    });
    await expectStatus(lift(id), 303);
    await expectLostText();
    // The teacher waits for no answer to what the learner never saw.
    expect(await listRows(appointments, { id: unseen })).toMatchObject([{ state: "cancelled" }]);
    expect(await listBlocks()).toEqual([null, null]);
    expect(await countTold()).toEqual([1, 2, 3]);
    expect((await mailsTo(teacher.email)).at(-1)?.text).toContain("> Am citit din nou.");
    expectText((await mailsTo(learner.email)).at(-1)?.text ?? "", "The teacher can write to you again");
    expect(await app.read(paths.enquiry(id), { as: asLearner })).not.toContain(
      "Our team stopped the messages of this person<",
    );
    for (const page of await readBoth()) {
      expectText(page, "Our team stopped the messages of this person on", "We took no further measure");
      expect(page).not.toContain("We found nothing");
    }
    expectText(await read(id), "lifted on");
    // The learner's own block of that minute does not make the stop theirs.
    app.clock.now += 1000;
    await setBlock("1");
    const undo = { as: admin, form: await readUndoForm(`enquiry:${id}`) };
    await expectStatus(app.post(paths.adminConversationAction(id, "undo"), undo), 303);
    expect(await listBlocks()).toEqual([stoppedTs, stoppedTs]);
    expect(await countTold()).toEqual([0, 1, 2]);
    await dismissOther();
    expect(await app.read(paths.enquiry(other), { as: asLearner })).toContain("Our team stopped");
    // An adult may lift it, and a later block is the learner's own.
    await updateRow(users, learner.id, { birthDate: "2000-01-01" });
    const adult = await app.read(paths.enquiry(id), { as: asLearner });
    expectText(adult, "Our team stopped the messages of this person", "Unblock");
    await expectStatus(setBlock(""), 303);
    app.clock.now += 1000;
    await setBlock("1");
    expect(await app.read(paths.enquiry(id), { as: asLearner })).toContain("You blocked this person");
  });

  it("lifting a stop keeps the block that the learner had set, who then may end it", async () => {
    const { id, learner, asLearner } = await converse();
    await updateRow(users, learner.id, { birthDate: "2010-01-01" });
    const text = "Vino singură miercuri, ai tăi nu trebuie să știe";
    const createdTs = app.clock.now;
    await db.insert(messages).values({ id: newId(), enquiryId: id, author: "teacher", text, createdTs });
    await report(id, asLearner, { block: "1" });
    app.clock.now += 1000;
    await decide(id, { decision: "blocked" });
    const unblock = () => app.post(paths.enquiryBlock(id), { as: asLearner, form: { blocked: "" } });
    await expectStatus(unblock(), 403);
    const form = await app.read(paths.reportEnquiry(id), { as: asLearner });
    expectText(form, "Back to the conversation");
    expect(form).not.toContain('name="block"');
    // A second decision: both reporters are told.
    const [first] = await listReports(id);
    const email = "bunica@example.test";
    await updateRow(reports, first?.id ?? "", { reporterId: null, email });
    await report(id, asLearner);
    app.clock.now += 1000;
    const second = (await listReports(id)).find((row) => row.outcome === null)?.id ?? "";
    await decide(id, { decision: "blocked", report: second });
    await expectStatus(lift(id), 303);
    for (const to of [email, learner.email])
      expectText((await mailsTo(to)).at(-1)?.text ?? "", "We read the conversation again and lifted that");
    const page = await app.read(paths.enquiry(id), { as: asLearner });
    expectText(page, "You blocked this person", "We read the conversation again and lifted that");
    // A later report without an action hides neither the decision nor the warning below what was found wrong.
    app.clock.now += 1000;
    await report(id, asLearner, { reason: "spam" });
    app.clock.now += 1000;
    await decide(id, { decision: "dismissed" });
    expectText(
      await app.read(paths.enquiry(id), { as: asLearner }),
      "We read the conversation again and lifted that",
      "We found nothing",
      "A teacher does not ask a pupil for contact details",
    );
    await expectStatus(unblock(), 303);
    expect((await listRows(enquiries, { id }))[0]?.learnerBlockedTs).toBeNull();
  });

  it("a teacher reports a learner: the decision is about the learner, and each side's reports apart", async () => {
    const { id, asLearner, asTeacher, learner, teacher, listing } = await converse();
    expect(await app.read(paths.reportEnquiry(id), { as: asTeacher })).toContain("decide about the learner");
    await report(id, asTeacher);
    app.clock.now += 1000;
    await report(id, asLearner);
    expect((await listReports(id)).map((row) => row.reportedSide).sort()).toEqual(["learner", "teacher"]);
    const urgent = (await mailsTo("contact@catedra.test")).filter(({ text }) =>
      text.includes(paths.adminConversation(id)),
    );
    expect(urgent).toHaveLength(2);
    const page = await read(id);
    expectText(page, "Learner (reported)");
    expectText(page, "The decision is about Daria Neagu");
    const tasks = await app.read(paths.followUp({ queue: "conversation_reports" }), { as: admin });
    expectText(tasks, "Daria Neagu");
    // A form about the teacher that was read before: nothing is decided about the learner.
    const aboutTeacher = (await listReports(id)).find((row) => row.reportedSide === "teacher")?.id ?? "";
    const stale = await expectStatus(decide(id, { decision: "warned", report: aboutTeacher }), 409);
    const shown = await stale.text();
    expectText(shown, "Ați cerut poze.");
    expect(shown).not.toMatch(/<input[^>]*name="decision"[^>]*checked/);
    await updateRow(users, learner.id, { canCreateAdmin: true });
    expect(await read(id)).not.toContain("Disable the account of");
    await updateRow(users, learner.id, { canCreateAdmin: false });
    const aboutLearner = (await listReports(id)).find((row) => row.reportedSide === "learner")?.id ?? "";
    // The form of the user's page, which comes back to the report after its undo.
    const disable = paths.adminUserAction(learner.id, "disable", { task: `conversation_reports:${id}` });
    expect(await read(id)).toContain(`action="${disable}"`);
    const form = { category: "unsafe", reason: "Ați cerut poze.", report: [aboutLearner] };
    await expectStatus(decide(id, { decision: "disabled", report: aboutLearner }), 422);
    await expectStatus(app.post(disable, { as: admin, form }), 303);
    const undo = paths.adminUserAction(learner.id, "undo-disabling");
    const undone = await readUndoForm(`user:${learner.id}`);
    await expectStatus(app.post(undo, { as: admin, form: undone }), 303);
    expect((await listReports(id)).map((row) => row.measure)).toEqual([null, null]);
    expect((await listRows(users, { id: learner.id }))[0]?.disabledTs).toBeNull();
    await expectStatus(app.post(disable, { as: admin, form }), 303);
    expect((await listRows(users, { id: learner.id }))[0]?.disabledTs).not.toBeNull();
    expect((await listRows(users, { id: teacher.id }))[0]?.disabledTs).toBeNull();
    expect((await listReports(id)).map((row) => `${row.reportedSide} ${row.outcome}`).sort()).toEqual([
      "learner upheld",
      "teacher null",
    ]);
    expectText((await mailsTo(teacher.email)).at(-1)?.text ?? "", "Am dezactivat contul persoanei");
    // An upheld report about a learner says nothing about the teacher's listings.
    expectText(await app.read(paths.adminReport(listing.id), { as: admin }), "None");
  });

  it("stops the messages to a guest in all conversations, until the guest confirms to unblock", async () => {
    const { listing, teacher, asTeacher } = await publishListing();
    const email = newGuestEmail();
    const send = async (listingId: string) => {
      await writeAsGuest(listingId, { email });
      await confirmAsGuest(email);
      return findGuestLink(email);
    };
    const first = await send(listing.id);
    const second = await send((await createListing(teacher, { subject: "c" })).id);
    // A guest who writes for a child: the teacher waits for the decision in both.
    await db.update(enquiries).set({ learnerWho: "child" });
    const answer = { as: asTeacher, form: { message: "Vă aștept." } };
    await report(first.id, null, { token: first.token, reason: "spam" });
    await expectStatus(app.post(paths.enquiry(second.id), answer), 303);
    await report(first.id, null, { token: first.token });
    await expectStatus(app.post(paths.enquiry(second.id), answer), 409);
    expectText(await app.read(first.path), "Our team is checking messages of this teacher to you");
    expectText(await app.read(paths.inbox(), { as: asTeacher }), "Our team is checking it");
    await decide(first.id, { decision: "blocked" });
    const told = (await mailsTo(email)).find(({ template }) => template === "conversation_report_decided");
    expectText(told?.text ?? "", "in any other of the two", first.path);
    const other = await app.read(second.path);
    expectText(other, "Our team stopped the messages of this person", "because they broke our rules");
    expect(other).not.toContain("You blocked this person");
    const form = { token: first.token, blocked: "" };
    const pressed = await app.post(paths.enquiryBlock(first.id), { form });
    const unblocked = await app.read(pressed.headers.get("location") ?? "");
    expectText(unblocked, "You have unblocked the person since then.");
    expect(unblocked).not.toContain("no longer delivered");
  });

  it("a guest reports by their link, and can be warned, not disabled", async () => {
    const { listing, teacher, asTeacher } = await publishListing();
    const email = newGuestEmail();
    await writeAsGuest(listing.id, { email });
    await confirmAsGuest(email);
    const { id, token } = await findGuestLink(email);
    await expectStatus(report(id, null, { token: "x" }), 401);
    await expectStatus(report(id, null, { token }), 303);
    expect(await listReports(id)).toMatchObject([{ reportedSide: "teacher", email, enquiryId: id }]);
    // The guest's side remembers the report, and says what a deletion does to it.
    const waiting = await app.read(paths.enquiry(id, { token }));
    for (const text of ["We have not decided yet.", "the report loses what you wrote"])
      expectText(waiting, text);
    expect(waiting).toContain(paths.reportEnquiry(id));
    expect(await app.read(paths.enquiry(id), { as: asTeacher })).not.toContain("You reported");
    await decide(id, { decision: "dismissed" });
    const decided = await app.read(paths.enquiry(id, { token }));
    expectText(decided, ", and we have decided. We found nothing");
    expect(decided).not.toContain("the report loses");
    // Also once the address of the reporter is erased.
    await eraseReporters({ db, now: app.clock.now + 181 * DAY_MS });
    expectText(await app.read(paths.enquiry(id, { token })), ", and we have decided. We found nothing");
    await db.update(reports).set({ email });
    await report(id, asTeacher, { reason: "spam" });
    const page = await read(id);
    expectText(page, "without an account");
    expect(page).not.toContain("Disable the account of");
    await decide(id, { decision: "warned" });
    const mail = (await mailsTo(email)).at(-1);
    expect(mail).toMatchObject({ template: "conversation_measure" });
    expectText(mail?.text ?? "", "What you wrote breaks our rules");
    expect((await mailsTo(teacher.email)).at(-1)?.template).toBe("conversation_report_decided");
    // One event of the block, and the log has no codes.
    await report(id, asTeacher, { reason: "illegal", good_faith: "1" });
    await decide(id, { decision: "blocked" });
    const isBlock = and(eq(auditLog.subject, `enquiry:${id}`), eq(auditLog.action, "enquiry.blocked"));
    expect(await db.$count(auditLog, isBlock)).toBe(1);
    const log = await app.read(paths.adminAudit({ subject: `enquiry:${id}` }), { as: admin });
    for (const text of ["1 report · about the learner · messages stopped", "by an administrator · "])
      expectText(log, text);

    // Erased by the guest: the reports about them are closed, and the teacher is told.
    await report(id, asTeacher, { reason: "unsafe" });
    await app.post(paths.enquiry(id), { form: { token, intent: "erase" } });
    expect(await db.$count(messages, and(eq(messages.enquiryId, id), eq(messages.author, "learner")))).toBe(
      0,
    );
    const rows = await listReports(id);
    expect(rows).toHaveLength(4);
    expect(rows.every((row) => row.email === null && row.name === "")).toBe(true);
    expect(rows.filter(({ outcome }) => outcome === "account_deleted")).toMatchObject([{ text: "" }]);
    expectText((await mailsTo(teacher.email)).at(-1)?.text ?? "", "și-a șters datele");
    await expectStatus(decide(id, { decision: "dismissed" }), 409);
  });

  it("a report about a teacher whom the erased message never reached stays open as long as it has a text", async () => {
    const { listing, teacher, asTeacher } = await publishListing();
    const email = newGuestEmail();
    const send = async () => {
      await writeAsGuest(listing.id, { email });
      await confirmAsGuest(email);
      return findGuestLink(email);
    };
    const erase = ({ id, token }: { id: string; token: string }) =>
      expectStatus(app.post(paths.enquiry(id), { form: { token, intent: "erase" } }), 200);
    await app.post(paths.enquiryBlock((await send()).id), { as: asTeacher, form: { blocked: "1" } });

    const own = await send();
    expect(await listRows(enquiries, { id: own.id })).toMatchObject([{ teacherId: null }]);
    await report(own.id, null, { token: own.token });
    await erase(own);
    expect(await db.select().from(reports)).toMatchObject([
      { enquiryId: null, outcome: "account_deleted", text: "", email: null },
    ]);
    expectText((await mailsTo(email)).at(-1)?.text ?? "", "so there is nothing left that we could check");

    // The text of a report that was sent with an account stays.
    const other = await send();
    await report(other.id, await signIn(await createUser()), { token: other.token });
    await erase(other);
    expect(await listRows(messages, { enquiryId: other.id })).toEqual([]);
    expectText(await read(other.id), "Priviți.");
    await expectStatus(decide(other.id, { decision: "warned" }), 303);
    expectText((await mailsTo(teacher.email)).at(-1)?.text ?? "", "Acesta este un avertisment.");
  });

  it("an erased learner closes the reports about them, an erased teacher keeps those about the learner open", async () => {
    const teacher = await createUserWithPassword({ role: "t" });
    const learner = await createUserWithPassword();
    const listing = await createListing(teacher);
    const [asTeacher, asLearner] = [await signIn(teacher), await signIn(learner)];
    await write(listing.id, asLearner, "Bună ziua");
    const id = (await findListingEnquiry(listing.id))?.id ?? "";
    await report(id, asTeacher);
    const erase = async (email: string) => {
      const { token } = await signInByEmail(email);
      await expectStatus(
        app.request(paths.authMe(), { method: "DELETE", json: { password: PASSWORD }, ...bearer(token) }),
        200,
      );
    };
    // An explanation is erased with the person who got it.
    const measureText = "Ați cerut poze.";
    await db.update(reports).set({ measureText });
    const [aboutLearner = expect.fail()] = await listReports(id);
    const decided = { id: newId(), reportedSide: "teacher", outcome: "upheld", measure: "warned" } as const;
    await db.insert(reports).values({ ...aboutLearner, ...decided, decidedTs: 1 });
    await erase(teacher.email);
    expect(await listRows(reports, { id: decided.id })).toMatchObject([{ measureText: "" }]);
    await db.delete(reports).where(eq(reports.id, decided.id));
    expect(await listReports(id)).toMatchObject([
      { outcome: null, listingId: null, reporterId: null, text: "", measureText },
    ]);
    expectText(await read(id), "Bună ziua");
    await erase(learner.email);
    // Nobody of the two is left, and so no conversation.
    expect(await listRows(enquiries, { id })).toEqual([]);
    expect(await db.select().from(reports)).toMatchObject([
      { enquiryId: null, outcome: "account_deleted", measureText: "" },
    ]);
  });
});
