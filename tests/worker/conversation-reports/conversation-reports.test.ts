import { eq, ne } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { appointments, enquiries, listings, reports, users } from "@/db/schema";
import { sendAppointmentNotices } from "@/features/enquiries";
import type { Day } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { app, db, expectStatus, expectText, type Jar } from "../../helpers/app";
import { listRows, mailsTo, signIn, templatesTo, updateRow } from "../../helpers/factories";

import { jobContextAt } from "../../helpers/outbox";
import { readUndoForm } from "../../helpers/undo";
import { admin, converse, countReadings, decide, listReports, read, report, startWithAdmin } from "./fixture";

beforeEach(startWithAdmin);

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
    expectText(reported?.text ?? "", "within 24 hours.", `(Online) ${stays} Daria N. can cancel it`);
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
    const next =
      {
        dismissed: "can write to",
        warned: `(Online) ${stays}`,
        blocked: "(Online) is canceled",
      }[decision] ?? "";
    for (const { text, subject } of [told ?? expect.fail(), ...(await mailsTo(parentEmail)).slice(1)]) {
      expectText(text, next);
      expect(text.includes("can write to")).toBe(decision !== "blocked");
      expect(subject).toMatch(/: (no measure taken|warning given|messages stopped)$/);
    }
    expect(
      (await app.read(paths.enquiry(id), { as: asLearner })).includes("and gave a warning. The lesson stays"),
    ).toBe(decision === "warned");
    expect((await readParentPage()).includes(stays)).toBe(decision === "warned");
    // The page begins with what was found and done, why, and what the reader may do; the admin's text is for its reader.
    const [state = ""] = (await app.read(paths.enquiry(id), { as: asLearner })).split("Cât costă o oră?");
    const found = isDismissed
      ? "Ați cerut poze.</p>"
      : "What we found: something that can put a person in danger";
    expectText(state, toReporter, found, "You can write to us within six months.");
    expect(state.includes("Messages stopped by our team")).toBe(decision === "blocked");
    if (!isDismissed)
      for (const { text } of [told, (await mailsTo(parentEmail)).at(-1)].flatMap((mail) => mail ?? []))
        expect(text).toContain("What we found: ");
    expect((await readParentPage()).includes("is canceled")).toBe(decision === "blocked");
    // The doubt ends with a later decision that finds nothing, and is none about a lesson proposed after the warning.
    const expectNoDoubt = async () => {
      expect(await app.read(paths.enquiry(id), { as: asLearner })).not.toContain("and gave a warning");
      expect(await readParentPage()).not.toContain(stays);
    };
    if (decision === "warned") {
      const ofLesson = eq(appointments.enquiryId, id);
      await db
        .update(appointments)
        .set({ createdTs: app.clock.now + 1 })
        .where(ofLesson);
      await expectNoDoubt();
      await db.update(appointments).set({ createdTs: 0 }).where(ofLesson);
      const later = { reason: "unsafe", outcome: "dismissed", decidedTs: app.clock.now + 1 } as const;
      const [{ id: first, ...row } = expect.fail()] = await listReports(id);
      await db.insert(reports).values({ ...row, id: newId(), ...later, measure: null });
      await expectNoDoubt();
      await db.delete(reports).where(ne(reports.id, first));
    }
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
    expect(copy?.subject).toMatch(/^Lesson canceled: .*, Daria N. and Ștefan Țepeș$/);
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
    expectText(
      both,
      "and we have decided. What we found:",
      "You were right.",
      "You reported this conversation again on",
    );
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
    expect((await listReports(id)).flatMap((row) => [row.measure, row.measureReason])).toEqual(
      Array(4).fill(null),
    );
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
});
