import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { appointments, enquiries, mailOutbox, messages, reports, users } from "@/db/schema";
import { composeMessages } from "@/features/enquiries";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { app, db, expectPage, expectStatus, expectText } from "../../helpers/app";
import { createListing, listRows, mailsTo, templatesTo, updateRow } from "../../helpers/factories";
import { readEnquiryId } from "../../helpers/guests";

import { jobContextAt } from "../../helpers/outbox";
import { createRacingApp } from "../../helpers/racing-app";
import { readUndoForm } from "../../helpers/undo";
import { joinedMailsTo, write } from "../enquiries/participants";
import { admin, converse, decide, lift, listReports, read, report, startWithAdmin } from "./fixture";

beforeEach(startWithAdmin);

describe("reported conversations of learners under 18", () => {
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
    expectText(
      toParent?.text ?? "",
      "conversation of Daria and",
      "What we found: ",
      paths.parentCopies(id, { token }),
    );
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
    expectText(inbox, "Blocked people", "Messages stopped by our team");
    expect(inbox).not.toContain("Person blocked");
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
    const toReporter = (await mailsTo(parentEmail)).find(
      ({ template }) => template === "conversation_report_decided",
    );
    expectText(toReporter?.text ?? "", "We took no further measure.", paths.parentCopies(id, { token }));
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
});
