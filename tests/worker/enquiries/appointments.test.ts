import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { appointments, enquiries, mailOutbox, users } from "@/db/schema";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { bearer, createAccessToken } from "../../helpers/accounts";
import { app, db, expectStatus, type TestApp } from "../../helpers/app";
import { createUser, listRows, mailsTo, signIn, updateRow } from "../../helpers/factories";
import { findEnquiry } from "../../helpers/guests";
import { createRacingApp } from "../../helpers/racing-app";
import { createConversation, listStates, newestMail, readContent, toIso } from "./appointment-setup";

let talk: Awaited<ReturnType<typeof createConversation>>;
beforeEach(async () => {
  talk = await createConversation();
});

/** Status, and the reason of a refusal or the codes of its fields. */
async function outcome(sent: Response | Promise<Response>): Promise<string> {
  const answer = await sent;
  const { title = "", errors } = (await answer.json()) as {
    title?: string;
    errors?: { field: string; code: string }[];
  };
  const codes = errors?.map(({ field, code }) => `${field}:${code}`) ?? [title];
  return [answer.status, ...codes].join(" ").trim();
}

describe("a first lesson by JSON", () => {
  it("is proposed, accepted, told to both with a calendar file, and becomes past", async () => {
    const { propose, act, start, id, learner, teacher, call } = talk;
    const proposed = await readContent(await expectStatus(propose("learner"), 201));
    expect(proposed).toEqual({
      _id: expect.any(String),
      enquiry_id: id,
      state: "proposed",
      times: [toIso(start), toIso(start + HOUR_MS)],
      time: null,
      minutes: 60,
      place: "online",
      proposed_by: "learner",
      took_place: null,
    });
    expect(await newestMail(teacher.email)).toMatchObject({
      template: "appointment_proposed",
      subject: "Daria N. propune o primă lecție",
      text: expect.stringContaining("duminică, 22 noiembrie 2026 la 11:00"),
    });
    // The proposal waits for the teacher, whose acceptance answers the enquiry.
    expect(await findEnquiry(id)).toMatchObject({ state: "new", awaitsAnswer: true });
    app.clock.now += HOUR_MS;
    const accepted = await act("teacher", proposed._id, "accept", { time: toIso(start + HOUR_MS) });
    expect(await readContent(accepted)).toMatchObject({ state: "accepted", time: toIso(start + HOUR_MS) });
    expect(await findEnquiry(id)).toMatchObject({ state: "answered", answeredTs: app.clock.now });
    for (const { email } of [learner, teacher])
      expect(await newestMail(email)).toMatchObject({
        template: "appointment_accepted",
        attachment: { name: "lesson.ics", text: expect.stringContaining("DTSTART:20261122T100000Z") },
      });
    expect(await newestMail(learner.email)).toMatchObject({
      text: expect.stringContaining("Sun, Nov 22, 2026, 12:00 PM"),
    });
    app.clock.now = start + 2 * HOUR_MS;
    const list = await readContent<unknown[]>(await app.get(paths.apiAppointments(), await call("teacher")));
    expect(list).toEqual([{ ...proposed, state: "past", time: toIso(start + HOUR_MS) }]);
  });

  it("a new proposal replaces an open one of either side; an agreed lesson moves once the new time is accepted", async () => {
    const { propose, act, start, id, teacher, learner } = talk;
    const first = await readContent(await propose("learner"));
    const second = await readContent(await propose("teacher", [start + DAY_MS]));
    expect(await listStates(id)).toEqual(["cancelled", "proposed"]);
    expect(await outcome(act("teacher", first._id, "accept", { time: first.times[0] }))).toBe(
      "409 lesson_changed",
    );
    await expectStatus(act("learner", second._id, "accept", { time: second.times[0] }), 200);
    expect(await outcome(propose("learner"))).toBe("409 lesson_accepted");
    const STAYS = "Lecția de luni, 23 noiembrie 2026 la 11:00 rămâne stabilită.";
    const move = async () => readContent(await propose("learner", [start], { reason: "Avem serbare." }));
    const moves = [await move()];
    expect(await newestMail(teacher.email)).toMatchObject({
      template: "appointment_moved",
      text: expect.stringMatching(new RegExp(`${STAYS}[\\s\\S]*> Avem serbare\\.`)),
      attachment: null,
    });
    // Declined or withdrawn, the lesson stays, and the mails say so. The reminder is due as before.
    const ends = [
      ["teacher", "decline", learner, "appointment_declined"],
      ["learner", "cancel", teacher, "appointment_withdrawn"],
    ] as const;
    for (const [by, action, { email }, template] of ends) {
      await expectStatus(act(by, moves.at(-1)?._id ?? "", action), 200);
      expect((await newestMail(email))?.template).toBe(template);
      const stays =
        email === teacher.email ? STAYS : "The lesson of Mon, Nov 23, 2026, 11:00 AM stays as agreed.";
      expect((await newestMail(email))?.text).toContain(stays);
      moves.push(await move());
    }
    const [last] = moves.slice(-1);
    expect(await listRows(appointments, { id: second._id })).toMatchObject([
      { state: "accepted", noticeTs: start },
    ]);
    await expectStatus(act("teacher", last?._id ?? "", "accept", { time: toIso(start) }), 200);
    expect(await listRows(appointments, { id: second._id })).toMatchObject([
      { state: "cancelled", cancelledBy: "learner", reason: "", noticeTs: null },
    ]);
    // The withdrawn and the accepted move, too.
    expect(await listRows(appointments, { enquiryId: id, moveReason: "Avem serbare." })).toHaveLength(3);
    expect((await newestMail(learner.email))?.text).toContain("It replaces the lesson of Mon, Nov 23");
    // Who cancels the lesson also ends the proposal to move it.
    app.clock.now += 1000;
    const open = await readContent(await propose("teacher", [start + DAY_MS], { reason: "Nu pot" }));
    await expectStatus(act("learner", last?._id ?? "", "cancel", { reason: "Febră" }), 200);
    expect(await outcome(act("learner", open._id, "accept", { time: open.times[0] }))).toBe(
      "409 lesson_changed",
    );
    expect(await app.read(paths.enquiry(id), { as: talk.asLearner })).toContain("You canceled the lesson.");
    // A lesson that has begun before the answer is past, and the accepted proposal has an event of its own.
    await talk.agree();
    const late = await readContent(await propose("learner", [start + DAY_MS], { reason: "Nu pot" }));
    app.clock.now = start + HOUR_MS / 2;
    await expectStatus(act("teacher", late._id, "accept", { time: late.times[0] }), 200);
    expect(await listRows(appointments, { enquiryId: id, state: "past" })).toHaveLength(1);
    expect(await listRows(appointments, { id: late._id })).toMatchObject([
      { state: "accepted", eventNumber: 1 },
    ]);
  });

  it("refuses wrong input with 422, and wrong states with 409", async () => {
    const { propose, act, agree, start } = talk;
    const inputs: [string, object][] = [
      ["times:required", { times: [] }],
      ["times:too_many", { times: [0, 1, 2, 3].map((n) => toIso(start + n * HOUR_MS)) }],
      ["times:not_time", { times: ["mâine"] }],
      ["times:lesson_in_past", { times: [toIso(start), toIso(app.clock.now)] }],
      ["times:lesson_too_far", { times: [toIso(app.clock.now + 181 * DAY_MS)] }],
      ["minutes:too_small", { minutes: 29 }],
      ["minutes:too_big", { minutes: 121 }],
      ["place:required", { place: " " }],
      ["times:lesson_in_past place:required", { times: [toIso(app.clock.now)], place: " " }],
      ["place:too_long", { place: "x".repeat(101) }],
      ["place:contact_in_place", { place: "Sunați la 0722 334 455" }],
      ["place:contact_in_place", { place: "pe exemplu.ro/lectii" }],
    ];
    for (const [expected, more] of inputs)
      expect(await outcome(propose("learner", [start], more))).toBe(`422 ${expected}`);
    const { _id } = await readContent(await propose("learner", [start], { place: "Str. Lungă 5, Cluj" }));
    const steps: [Parameters<typeof act>, string][] = [
      [["learner", _id, "accept", { time: toIso(start) }], "409 lesson_changed"],
      [["learner", _id, "decline"], "409 lesson_changed"],
      [["teacher", _id, "cancel", { reason: "Nu pot" }], "409 lesson_changed"],
      [["teacher", _id, "accept", { time: toIso(start + 60_000) }], "422 time:invalid_choice"],
      [["teacher", _id, "accept", {}], "422 time:required"],
      [["teacher", _id, "outcome", { took_place: true }], "409 lesson_changed"],
      [["teacher", _id, "decline"], "200"],
      [["teacher", _id, "decline"], "409 lesson_changed"],
    ];
    for (const [step, expected] of steps) expect(await outcome(act(...step))).toBe(expected);
    expect(await listRows(enquiries, { id: talk.id })).toMatchObject([
      { state: "answered", awaitsAnswer: false },
    ]);
    const agreed = await agree();
    const same = propose("learner", [start, start + HOUR_MS], { reason: "Nu pot" });
    expect(await outcome(same)).toBe("422 times:lesson_same_time");
    // A move that was declined before does not hide that the lesson is canceled.
    app.clock.now += 1000;
    const move = await readContent(await propose("learner", [start + DAY_MS], { reason: "Nu pot" }));
    await expectStatus(act("teacher", move._id, "decline"), 200);
    await expectStatus(act("learner", agreed, "cancel", { reason: "Am febră." }), 200);
    const page = await app.read(paths.enquiry(talk.id), { as: talk.asLearner });
    for (const text of ["You canceled the lesson.", "Remove from your calendar"])
      expect(page).toContain(text);
    expect(await newestMail(talk.teacher.email)).toMatchObject({
      template: "appointment_cancelled",
      text: expect.stringContaining("> Am febră."),
    });
    expect(await newestMail(talk.learner.email)).toMatchObject({
      subject: "You canceled the lesson",
      attachment: { text: expect.stringContaining("STATUS:CANCELLED") },
    });
    expect(await outcome(act("teacher", agreed, "cancel", { reason: "x" }))).toBe("409 lesson_changed");
  });

  it("strangers get 404; an idempotency key makes one proposal; the limit of messages holds", async () => {
    const { propose, agree, start, id } = talk;
    const stranger = bearer(await createAccessToken(await createUser()));
    const json = { times: [toIso(start + HOUR_MS)], minutes: 60, place: "online", time: toIso(start) };
    const appointment = await agree();
    await expectStatus(app.post(paths.apiEnquiryAppointments(id), { json, ...stranger }), 404);
    for (const action of ["accept", "decline", "cancel", "outcome"] as const)
      await expectStatus(
        app.post(paths.apiAppointmentAction(appointment, action), { json, ...stranger }),
        404,
      );
    await expectStatus(app.get(paths.appointmentFile(appointment, { token: "x" })), 302);
    const headers = { ...(await talk.call("learner")).headers, "idempotency-key": newId() };
    const repeat = () =>
      app.post(paths.apiEnquiryAppointments(id), { json: { ...json, reason: "Mai târziu" }, headers });
    const ids = [await readContent(await repeat()), await readContent(await repeat())].map(({ _id }) => _id);
    expect(ids[0]).toBe(ids[1]);
    const move = () => propose("learner", [start + HOUR_MS], { reason: "Mai târziu" });
    for (let n = 2; n < 60; n++) await expectStatus(move(), 201);
    await expectStatus(move(), 429);
  });
});

describe("whether it took place", () => {
  it.each(["teacher", "learner"] as const)("a yes of the %s marks the enquiry as won, once", async (side) => {
    const { act, agree, start, id, call } = talk;
    const other = side === "teacher" ? "learner" : "teacher";
    const appointment = await agree();
    expect(await outcome(act(side, appointment, "outcome", { took_place: true }))).toBe("409 lesson_changed");
    const mayReportAbsence = async (reader: "learner" | "teacher") =>
      (await app.read(paths.enquiry(id), { as: await signIn(talk[reader]) })).includes("reason=no_show");
    expect(await mayReportAbsence("learner")).toBe(false);
    app.clock.now = start;
    expect([await mayReportAbsence("learner"), await mayReportAbsence("teacher")]).toEqual([true, false]);
    for (const refused of [
      act(side, appointment, "cancel", { reason: "Nu pot" }),
      talk.propose(side, [start + DAY_MS], { reason: "Nu pot" }),
    ])
      expect(await outcome(refused)).toBe("409 lesson_begun");
    app.clock.now = start + HOUR_MS;
    await expectStatus(act(other, appointment, "outcome", { took_place: false }), 200);
    expect(await mayReportAbsence("learner")).toBe(true);
    expect(await findEnquiry(id)).toMatchObject({ state: "answered", wonTs: null });
    const answered = await readContent(await act(side, appointment, "outcome", { took_place: true }));
    expect(answered).toMatchObject({ state: "past", took_place: true });
    const wonTs = app.clock.now;
    expect(await findEnquiry(id)).toMatchObject({ state: "won", wonTs, reviewMailTs: wonTs + DAY_MS });
    expect(await outcome(act(side, appointment, "outcome", { took_place: false }))).toBe(
      "409 lesson_changed",
    );
    const [own] = await readContent<{ took_place: boolean }[]>(
      await app.get(paths.apiAppointments(), await call(other)),
    );
    expect(own).toMatchObject({ took_place: false });
    // The form of a report is only there while the teacher is.
    expect(await mayReportAbsence("learner")).toBe(other === "learner");
    await updateRow(enquiries, id, { teacherId: null });
    expect(await mayReportAbsence("learner")).toBe(false);
  });
});

describe("requests at the same moment have one winner", () => {
  it.each([
    ["accept", "accept", "409 lesson_changed", ["accepted"]],
    ["accept", "propose", "409 lesson_changed", ["cancelled", "proposed"]],
    ["accept", "cancel", "409 lesson_changed", ["cancelled"]],
    ["move", "cancelLesson", "409 lesson_changed", ["cancelled"]],
    ["acceptMove", "cancelLesson", "409 lesson_changed", ["cancelled", "cancelled"]],
    ["cancelLesson", "acceptMove", "409 lesson_changed", ["accepted", "cancelled"]],
    ["propose", "accept", "409 lesson_accepted", ["accepted"]],
    ["cancel", "accept", "409 lesson_changed", ["accepted"]],
  ] as const)("%s while the other side's %s is first", async (late, first, expected, states) => {
    const { propose, act, agree, start, id } = talk;
    const isOfLesson = late.includes("ove") || first.includes("ove");
    const lesson = isOfLesson ? await agree() : "";
    const moved = [start + DAY_MS];
    const move = (as: TestApp) => propose("learner", moved, { reason: "Nu pot" }, as);
    const proposed = late === "move" ? null : await (isOfLesson ? move(app) : propose("learner"));
    const _id = proposed ? (await readContent(proposed))._id : "";
    const run = (action: typeof late | typeof first, as: TestApp) => {
      if (action === "accept") return act("teacher", _id, "accept", { time: toIso(start) }, as);
      if (action === "acceptMove") return act("teacher", _id, "accept", { time: toIso(start + DAY_MS) }, as);
      if (action === "cancelLesson") return act("learner", lesson, "cancel", { reason: "Febră" }, as);
      if (action === "move") return move(as);
      return action === "cancel"
        ? act("learner", _id, "cancel", { reason: "" }, as)
        : propose("learner", [start + DAY_MS], {}, as);
    };
    const racing = createRacingApp(2, () => run(first, app));
    expect(await outcome(run(late, racing))).toBe(expected);
    expect(await listStates(id)).toEqual(states);
  });
});

describe("conversations that allow no lessons", () => {
  const cases: Record<string, [() => Promise<unknown>, string]> = {
    "marked as spam": [
      () => app.post(paths.enquiryState(talk.id), { as: talk.asTeacher, form: { state: "spam" } }),
      "enquiry_closed",
    ],
    "blocked by the reader": [
      async () => app.post(paths.apiEnquiryBlock(talk.id), await talk.call("learner")),
      "person_blocked",
    ],
    "with a closed account": [
      () => db.update(users).set({ disabledTs: 1 }).where(eq(users.id, talk.teacher.id)),
      "recipient_closed",
    ],
    "with an erased side": [
      () => db.update(enquiries).set({ teacherId: null }).where(eq(enquiries.id, talk.id)),
      "account_erased",
    ],
  };
  it.each(Object.keys(cases))(
    "%s: 409, also between the read and the write; the page offers nothing",
    async (name) => {
      const [close, reason] = cases[name] ?? [async () => {}, ""];
      const { propose, id, asLearner } = talk;
      const proposal = await readContent(await propose("learner"));
      const mails = (await listRows(mailOutbox, { template: "appointment_proposed" })).length;
      // A closed account may still be reopened, so it stops no write that has begun.
      if (reason !== "recipient_closed")
        expect(await outcome(propose("learner", undefined, {}, createRacingApp(2, close)))).toBe(
          `409 ${reason}`,
        );
      else await close();
      expect(await outcome(propose("learner"))).toBe(`409 ${reason}`);
      expect(await outcome(talk.act("learner", proposal._id, "cancel"))).toBe(`409 ${reason}`);
      expect(await listRows(mailOutbox, { template: "appointment_proposed" })).toHaveLength(mails);
      const page = await app.read(paths.enquiry(id), { as: asLearner });
      expect(page).not.toMatch(/(action|href)="[^"]*\/appointments/);
    },
  );

  it("a block cancels the lesson; what the blocked person then proposes reaches only themselves", async () => {
    const { agree, propose, act, id, teacher, call, asTeacher } = talk;
    const agreed = await agree();
    await expectStatus(app.post(paths.apiEnquiryBlock(id), await call("teacher")), 204);
    expect(await listRows(appointments, { id: agreed })).toMatchObject([
      { state: "cancelled", cancelledBy: "teacher", noticeTs: app.clock.now },
    ]);
    const blocking = await app.read(paths.enquiry(id), { as: asTeacher });
    for (const part of ["The lesson was canceled when you blocked this person.", "Remove from your calendar"])
      expect(blocking).toContain(part);
    const mails = (await mailsTo(teacher.email)).length;
    const hidden = await readContent(await expectStatus(propose("learner"), 201));
    expect(await mailsTo(teacher.email)).toHaveLength(mails);
    await expectStatus(
      app.request(paths.apiEnquiryBlock(id), { method: "DELETE", ...(await call("teacher")) }),
      204,
    );
    expect(await outcome(act("teacher", hidden._id, "accept", { time: hidden.times[0] }))).toBe(
      "404 not_found",
    );
    const seen = await readContent<{ _id: string }[]>(
      await app.get(paths.apiAppointments(), await call("teacher")),
    );
    expect(seen.map(({ _id }) => _id)).toEqual([agreed]);
    expect(await app.read(paths.enquiry(id), { as: asTeacher })).toContain("You canceled the lesson.");
    await expectStatus(propose("teacher"), 201);
  });

  it("a learner under 18 names no street, gets no contact data in a reason, and a parent gets copies", async () => {
    await updateRow(users, talk.learner.id, { birthDate: "2010-01-01" });
    const street = { place: "Strada Lungă nr. 5" };
    expect(await outcome(talk.propose("learner", undefined, street))).toBe("422 contact_data_under_18");
    await db.update(enquiries).set({ parentEmail: "mama@example.test" }).where(eq(enquiries.id, talk.id));
    const network = { place: "Îmi scrii pe Instagram" };
    expect(await outcome(talk.propose("teacher", undefined, network))).toBe("422 contact_data_to_under_18");
    const { _id } = await readContent(await talk.propose("teacher", [talk.start], street));
    await talk.act("learner", _id, "accept", { time: toIso(talk.start) });
    const reason = "Scrie-mi la 0745 123 456";
    for (const answer of [
      talk.propose("teacher", [talk.start + DAY_MS], { reason }),
      talk.act("teacher", _id, "cancel", { reason }),
    ])
      expect(await outcome(answer)).toBe("422 contact_data_to_under_18");
    await talk.propose("learner", [talk.start + DAY_MS], { reason: "Am test" });
    const copies = await mailsTo("mama@example.test");
    for (const { text } of copies) expect(text).toContain("> Price in the listing: ");
    const home = "Strada Lungă nr. 5";
    const people = ", Daria N. and Ștefan Țepeș";
    expect(copies.map(({ template, subject }) => [template, subject])).toEqual([
      ["parent_lesson", `Lesson proposed: Sun, Nov 22, 2026, 11:00 AM (${home})${people}`],
      ["parent_lesson", `Lesson agreed: Sun, Nov 22, 2026, 11:00 AM (${home})${people}`],
      ["parent_lesson", `Asked to move the lesson: Mon, Nov 23, 2026, 11:00 AM (Online)${people}`],
    ]);
    expect(
      copies.map(({ attachment }) =>
        attachment?.text
          .match(/DTSTART.*|LOCATION.*/g)
          ?.join()
          .replaceAll("\r", ""),
      ),
    ).toEqual([undefined, `DTSTART:20261122T090000Z,LOCATION:${home}`, undefined]);
    const page = await app.read(paths.enquiry(talk.id), { as: talk.asLearner });
    expect(page).toContain("Go to the teacher’s home only with a parent.");
    expect(page).not.toContain("A child goes");
    const ownFile = (await mailsTo(talk.learner.email)).flatMap(({ attachment }) => attachment?.text ?? []);
    expect(ownFile.join().replace(/\r\n /g, "")).toContain("Go to the teacher’s home only with a parent.");
    const quoted = copies.map(({ text }) => text.match(/^> (?!Price).*$/gm)?.join());
    expect(quoted).toEqual([
      "> I propose a first lesson:,> Sun, Nov 22, 2026, 11:00 AM,> 60 minutes. Place: Strada Lungă nr. 5",
      "> I agree to this lesson:,> Sun, Nov 22, 2026, 11:00 AM,> 60 minutes. Place: Strada Lungă nr. 5",
      "> I would like to move the lesson to:,> Mon, Nov 23, 2026, 11:00 AM,> 60 minutes. Place: Online,> The lesson of Sun, Nov 22, 2026, 11:00 AM stays as agreed.,> Reason: Am test",
    ]);
  });
});
