import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { appointments, auditLog, enquiries, listings, mailOutbox, users } from "@/db/schema";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { bearer, createAccessToken } from "../../helpers/accounts";
import { app, db, expectPage, expectRedirect, expectStatus, type TestApp } from "../../helpers/app";
import { createUser, listRows, mailsTo, signIn, updateRow } from "../../helpers/factories";
import {
  confirmAsGuest,
  findEnquiry,
  newGuestEmail,
  publishListing,
  writeAsGuest,
} from "../../helpers/guests";
import { createRacingApp } from "../../helpers/racing-app";
import { createConversation, listStates, readContent, toIso } from "./appointment-setup";

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

const newestMail = async (email: string) => (await mailsTo(email)).at(-1);

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
      { state: "cancelled", cancelledBy: "learner", reason: "Avem serbare.", noticeTs: null },
    ]);
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
    expect(copies.map(({ template, subject }) => [template, subject])).toEqual([
      ["parent_lesson", `Lesson proposed: Sun, Nov 22, 2026, 11:00 AM (${home})`],
      ["parent_lesson", `Lesson agreed: Sun, Nov 22, 2026, 11:00 AM (${home})`],
      ["parent_lesson", "Asked to move the lesson: Mon, Nov 23, 2026, 11:00 AM (Online)"],
    ]);
    expect(
      copies.map(({ attachment }) =>
        attachment?.text
          .match(/DTSTART.*|LOCATION.*/g)
          ?.join()
          .replaceAll("\r", ""),
      ),
    ).toEqual([undefined, `DTSTART:20261122T090000Z,LOCATION:${home}`, undefined]);
    for (const { text } of copies) expect(text).not.toContain("do not have to do anything");
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

describe("on the page of the conversation", () => {
  const FORM = {
    times: ["2026-11-22T11:00", "", ""],
    minutes: "90",
    where: "place",
    place: "La Biblioteca Județeană",
  };

  it("a proposal has the price of the first lesson, that of a child also the rule of its place, as its mails", async () => {
    const { id, asLearner, propose, act, learner, listing } = talk;
    const HOME = "A child goes to the teacher’s home only with a parent.";
    const ONLINE = "In an online lesson with a child, the door of the room stays open";
    const place = {
      county: "cj" as const,
      neighbourhood: "Cluj-Napoca, Zorilor",
      locations: ["th" as const],
    };
    await updateRow(listings, listing.id, { trial: "free", sessionMinutes: 90, ...place });
    const { _id, times } = await readContent(await propose("teacher"));
    const ofAdult = await app.read(paths.enquiry(id), { as: asLearner });
    expect(ofAdult).not.toContain(ONLINE);
    expect(ofAdult).toContain("<p>In the listing: the first lesson is free, then ");
    const OTHER = "not through this site. The price of a lesson of another length is agreed";
    expect(ofAdult).not.toContain(OTHER);
    await updateRow(listings, listing.id, { trial: "reduced" });
    const ofOtherLength = await app.read(paths.enquiry(id), { as: asLearner });
    // Of the lesson, and of the form, in which the learner chooses a length.
    expect(ofOtherLength.split(OTHER)).toHaveLength(3);
    expect(ofOtherLength).toContain("a reduced price, which the teacher states before it");
    expect(ofOtherLength).toContain("At a tutoring center<");
    await updateRow(enquiries, id, { learnerWho: "child" });
    expect(await app.read(paths.enquiry(id), { as: asLearner })).toContain(ONLINE);
    // A center is not the teacher's home.
    await updateRow(appointments, _id, { place: "tc" });
    expect(await app.read(paths.enquiry(id), { as: asLearner })).not.toContain(HOME);
    await updateRow(appointments, _id, { place: "online" });
    await expectStatus(act("learner", _id, "accept", { time: times[0] }), 200);
    for (const part of [ONLINE, "a reduced price, which the teacher states before it"])
      expect((await newestMail(learner.email))?.text).toContain(part);
    app.clock.now += 1000;
    // A home has the same name for both readers.
    const form = { ...FORM, times: ["2026-11-23T11:00"], where: "th", place: "", reason: "Nu pot online" };
    await expectStatus(app.post(paths.enquiryAppointments(id), { as: talk.asTeacher, form }), 303);
    const atHome = await app.read(paths.enquiry(id), { as: asLearner });
    const WHERE = "At the teacher’s home, Cluj, Cluj-Napoca, Zorilor";
    // In the proposal, and as a choice of the form.
    expect(atHome).toContain(HOME);
    expect(atHome.split(WHERE)).toHaveLength(3);
    expect((await newestMail(learner.email))?.text).toMatch(
      new RegExp(`${HOME} Safe lessons: http.*/safety`),
    );
    const [move] = await listRows(appointments, { enquiryId: id, state: "proposed" });
    const time = toIso(move?.times[0] ?? 0);
    app.clock.now += 1000;
    await expectStatus(act("learner", move?.id ?? "", "accept", { time }), 200);
    const agreed = await newestMail(learner.email);
    for (const part of ["Agree on the exact address in the conversation.", WHERE])
      expect(agreed?.text).toContain(part);
    const file = agreed?.attachment?.text.replace(/\r\n /g, "").replaceAll("\\,", ",") ?? "";
    for (const part of [`LOCATION:${WHERE}`, "the first lesson has a reduced price", HOME])
      expect(file).toContain(part);
    // A listing whose place is not the teacher's home says nothing of that home.
    await updateRow(listings, listing.id, { locations: ["tc"] });
    expect(await app.read(paths.enquiry(id), { as: asLearner })).not.toContain("Zorilor");
    app.clock.now += 1000;
    await expectStatus(act("teacher", move?.id ?? "", "cancel", { reason: "Sunt bolnavă" }), 200);
    expect((await newestMail(learner.email))?.text).toMatch(/The reason:\s+> Sunt bolnavă/);
  });

  it("both sides agree and move by forms, in Romanian time; sent twice, a proposal is made once", async () => {
    const { id, asLearner, asTeacher } = talk;
    const form = { ...FORM, once: newId() };
    for (let n = 0; n < 2; n++)
      await expectRedirect(
        app.post(paths.enquiryAppointments(id), { as: asLearner, form }),
        paths.enquiry(id, { done: "lesson_proposed" }),
      );
    const [{ id: sent, times: sentTimes } = { id: "", times: [] }] = await listRows(appointments, {
      enquiryId: id,
    });
    expect(sentTimes).toEqual([Date.UTC(2026, 10, 22, 9)]);
    // The page before, with another place, replaces the proposal.
    const changed = { ...form, place: "Strada Lungă" };
    app.clock.now += 1000;
    for (let n = 0; n < 2; n++)
      await app.post(paths.enquiryAppointments(id), { as: asLearner, form: changed });
    expect(await listStates(id)).toEqual(["cancelled", "proposed"]);
    const [{ id: appointment, times } = { id: "", times: [] }] = await listRows(appointments, {
      enquiryId: id,
      state: "proposed",
    });
    expect(await listRows(appointments, { id: sent })).toMatchObject([{ state: "cancelled" }]);
    const isSaidSent = async () =>
      (await app.read(paths.enquiry(id, { done: "lesson_proposed" }), { as: asLearner })).includes(
        "Your proposal was sent.",
      );
    expect(await isSaidSent()).toBe(true);
    const page = await app.read(`/ro${paths.enquiry(id)}`, { as: asTeacher });
    expect(page).toContain("Daria N. propune o primă lecție.");
    expect(page).toContain("duminică, 22 noiembrie 2026 la 11:00");
    await expectRedirect(
      app.post(paths.appointmentAction(appointment, "accept"), {
        as: asTeacher,
        form: { time: String(times[0]) },
      }),
      paths.enquiry(id, { done: "lesson_accepted" }),
    );
    expect(await isSaidSent()).toBe(false);
    const file = await expectStatus(app.get(paths.appointmentFile(appointment), { as: asLearner }), 200);
    expect(file.headers.get("content-type")).toBe("text/calendar; charset=utf-8; method=PUBLISH");
    const refused = await expectPage(
      app.post(paths.appointmentAction(appointment, "accept"), {
        as: asTeacher,
        form: { time: String(times[0]) },
      }),
      409,
    );
    expect(refused).toContain("This was changed meanwhile.");
    const unmoved = await expectPage(
      app.post(paths.enquiryAppointments(id), {
        as: asLearner,
        form: { ...FORM, times: ["2026-11-01T11:00"], reason: "" },
      }),
      422,
    );
    const night = await expectPage(
      app.post(paths.enquiryAppointments(id), {
        as: asLearner,
        form: { ...FORM, times: ["2026-12-01T21:30", "2026-12-02T18:00"], minutes: "60", reason: "Altă oră" },
      }),
      200,
    );
    expect(night.match(/9:30.PM is partly or wholly between 10 PM/g)).toHaveLength(1);
    expect(night).toContain("not in the listing");
    for (const error of ["Choose times in the future.", "Enter a reason."]) expect(unmoved).toContain(error);
    expect(unmoved.split('id="field-reason"')).toHaveLength(2);
    await expectRedirect(
      app.post(paths.appointmentAction(appointment, "cancel"), {
        as: asLearner,
        form: { reason: "" },
      }),
      paths.enquiry(id, { done: "lesson_cancelled" }),
    );
    expect(await app.read(paths.enquiry(id), { as: asTeacher })).not.toContain("Motivul:");
  });

  it("keeps what was typed with each error, and after the session ended", async () => {
    const { id, asLearner } = talk;
    const form = { times: ["2026-11-01T11:00", "mâine"], minutes: "90", where: "place", place: "0722334455" };
    const page = await expectPage(app.post(paths.enquiryAppointments(id), { as: asLearner, form }), 422);
    for (const part of [
      "This is not a date and time",
      "Remove phone numbers",
      'value="0722334455"',
      'value="mâine"',
    ])
      expect(page).toContain(part);
    const signedOut = await expectPage(app.post(paths.enquiryAppointments(id), { form }), 401);
    expect(signedOut).toContain('value="0722334455"');
  });

  it("warns a teacher of other lessons at the time, also once one is accepted, never the learner", async () => {
    const { id, teacher, asTeacher, asLearner } = talk;
    const others = [await createConversation(), await createConversation()] as const;
    for (const { id: otherId } of others)
      await db.update(enquiries).set({ teacherId: teacher.id }).where(eq(enquiries.id, otherId));
    const [other, another] = others;
    await other.propose("learner", [Date.UTC(2026, 10, 22, 10)]);
    const setOther = (values: Partial<typeof appointments.$inferInsert>) =>
      db.update(appointments).set(values).where(eq(appointments.enquiryId, other.id));
    const send = (as: typeof asTeacher, more = {}) => {
      app.clock.now += 1000;
      return app.post(paths.enquiryAppointments(id), { as, form: { ...FORM, ...more } });
    };
    await setOther({ proposedBy: "teacher" });
    const asked = await expectPage(send(asTeacher), 200);
    expect(asked).toContain("Overlaps a time that you proposed to Daria N., Sun, Nov 22, 2026, 12:00 PM,");
    expect(asked).toContain('value="2026-11-22T11:00"');
    await setOther({ proposedBy: "learner", state: "accepted", time: Date.UTC(2026, 10, 22, 10) });
    await expectStatus(send(asLearner), 303);
    const OVERLAP = "Overlaps the lesson with Daria N., Sun, Nov 22, 2026, 12:00 PM.";
    expect(await app.read(paths.enquiry(id), { as: asTeacher })).toContain(OVERLAP);
    expect(await expectPage(send(asTeacher), 200)).toContain(OVERLAP);
    await expectStatus(send(asTeacher, { overlap: "1" }), 303);
    const proposal = (await listRows(appointments, { enquiryId: id, state: "proposed" }))[0];
    const form = { time: String(proposal?.times[0]) };
    const accept = paths.appointmentAction(proposal?.id ?? "", "accept");
    await expectStatus(app.post(accept, { as: asLearner, form }), 303);
    expect((await newestMail(teacher.email))?.text).toContain(
      "Se suprapune cu lecția cu Daria N., duminică, 22 noiembrie 2026 la 12:00.",
    );
    expect((await newestMail(talk.learner.email))?.text).not.toContain("Overlaps");
    expect(await app.read(paths.calendar(), { as: asTeacher })).toContain(OVERLAP);

    // The form says what a move does, and has the lesson's length and place. One elsewhere has those of its listing.
    const own = await app.read(paths.enquiry(id), { as: asTeacher });
    expect(own).toContain("The lesson of Sun, Nov 22, 2026, 11:00 AM stays agreed until");
    for (const part of ['<option value="90" selected="">', 'value="La Biblioteca Județeană"'])
      expect(own).toContain(part);
    await updateRow(listings, another.listing.id, { sessionMinutes: 120, price: 15_000 });
    const elsewhere = await app.read(paths.enquiry(another.id), { as: asTeacher });
    for (const part of [
      '<option value="120" selected="">',
      "150 lei for 120 minutes, if you did not agree otherwise. The teacher is paid directly, not through this site.",
    ])
      expect(elsewhere).toContain(part);
    expect(elsewhere).not.toContain("La Biblioteca Județeană");

    // A proposal elsewhere names the lesson once, with the times that clash, and both pages offer to withdraw it.
    const propose = (more = {}) =>
      app.post(paths.enquiryAppointments(another.id), {
        as: asTeacher,
        form: { ...FORM, times: ["2026-11-22T11:30", "2026-11-22T12:00", ""], minutes: "30", ...more },
      });
    const CLASH =
      "Sun, Nov 22, 2026, 11:30 AM / Sun, Nov 22, 2026, 12:00 PM: Overlaps the lesson with Daria N., Sun, Nov 22, 2026, 11:00 AM.";
    const warned = await expectPage(propose(), 200);
    expect(warned.match(/<li>[^<]*Overlaps the lesson[^<]*/g)).toHaveLength(2);
    expect(warned).toContain(CLASH);
    await expectStatus(propose({ overlap: "1" }), 303);
    const taken = await app.read(paths.enquiry(another.id), { as: asTeacher });
    expect(taken).toContain("A time that you proposed is no longer free");
    const [open] = await listRows(appointments, { enquiryId: another.id });
    const withdraw = `action="${paths.appointmentAction(open?.id ?? "", "cancel")}"`;
    for (const path of [paths.enquiry(id), paths.calendar()]) {
      const page = await app.read(path, { as: asTeacher });
      expect(page).toContain(
        "Overlaps a time that you proposed to Daria N., Sun, Nov 22, 2026, 11:30 AM / Sun",
      );
      expect(page).toContain(withdraw);
    }
    // The other side's form has the place, and its proposal says that it replaces the teacher's.
    const asOther = another.asLearner;
    expect(await app.read(paths.enquiry(another.id), { as: asOther })).toContain(
      'value="La Biblioteca Județeană"',
    );
    app.clock.now += 1000;
    const counter = { ...FORM, times: ["2026-11-23T11:00"] };
    await expectStatus(app.post(paths.enquiryAppointments(another.id), { as: asOther, form: counter }), 303);
    const countered = await app.read(paths.enquiry(another.id), { as: asTeacher });
    expect(countered).toContain("proposes other times instead of those that you proposed.");
    expect((await newestMail(teacher.email))?.text).toContain(
      "Aceste ore le înlocuiesc pe cele propuse de dumneavoastră.",
    );

    const asking = await expectPage(send(asTeacher, { reason: "Vin mai devreme" }), 200);
    expect(asking).toContain("Send the new times");
    expect(asking).not.toContain("Propose anyway");
    const move = { minutes: "60", reason: "Vin mai devreme", once: newId() };
    for (let n = 0; n < 2; n++)
      await expectRedirect(send(asTeacher, move), paths.enquiry(id, { done: "lesson_moved" }));
    const toDecide = await app.read(paths.enquiry(id), { as: asLearner });
    for (const text of [
      "asks to move the lesson.",
      "Reason: Vin mai devreme",
      "Agreed.",
      "Keep the agreed time",
    ])
      expect(toDecide).toContain(text);
    // Each heading has its own buttons.
    expect(toDecide).toMatch(
      /The agreed lesson<\/h3>.*Add to your calendar.*The requested move<\/h3>.*Keep the agreed time.*Propose other times/s,
    );
    // A proposal to move a lesson does not clash with it.
    expect(await app.read(paths.calendar(), { as: asLearner })).not.toContain("Overlaps");
    const [moving] = await listRows(appointments, { enquiryId: id, state: "proposed" });
    await expectRedirect(
      app.post(paths.appointmentAction(moving?.id ?? "", "cancel"), { as: asTeacher, form: {} }),
      paths.enquiry(id, { done: "lesson_withdrawn" }),
    );
    const kept = await app.read(paths.enquiry(id, { done: "lesson_withdrawn" }), { as: asTeacher });
    for (const text of [
      "The proposal is withdrawn.",
      "You withdrew the proposal.",
      "Agreed.",
      "Move the lesson",
    ])
      expect(kept).toContain(text);
  });

  it("the list of conversations says what is agreed, and a change by the other side is unread", async () => {
    const { propose, act, agree, start, teacher, asTeacher, asLearner } = talk;
    const open = (as: typeof asTeacher, box: string) => app.read(paths.inbox({ box }), { as });
    await app.read(paths.enquiry(talk.id), { as: asTeacher });
    const { _id } = await readContent(await propose("teacher"));
    const ANSWERED = [/badge--positive">(?:You r|R)eplied</, "No answer needed<"] as const;
    const received = await open(asTeacher, "received");
    expect(received).toContain("Times proposed: waiting for Daria N.");
    // A proposal without a message is an answer, for both sides and in the reply share.
    for (const page of [
      received,
      await open(asLearner, "sent"),
      await app.read(paths.enquiry(talk.id), { as: asTeacher }),
    ]) {
      expect(page).toMatch(ANSWERED[0]);
      expect(page).not.toContain(ANSWERED[1]);
    }
    const [{ fullAnswerTs } = {}] = await listRows(enquiries, { id: talk.id });
    expect(fullAnswerTs).not.toBeNull();
    expect(await open(asLearner, "sent")).toContain("Times proposed: waiting for your answer");
    const expectUnread = async (text: string) => {
      app.clock.now += 1000;
      const page = await open(asTeacher, "received");
      expect(page).toContain(text);
      expect(page).toContain("entry--unread");
      await app.read(paths.enquiry(talk.id), { as: asTeacher });
      expect(await open(asTeacher, "received")).not.toContain("entry--unread");
    };
    await expectStatus(act("learner", _id, "accept", { time: toIso(start) }), 200);
    await expectUnread("Lesson agreed: Sun, Nov 22, 2026, 11:00 AM");
    await expectStatus(act("learner", _id, "cancel", { reason: "Am febră" }), 200);
    await expectUnread("Lesson canceled: Sun, Nov 22, 2026, 11:00 AM");
    const second = await readContent(await propose("teacher"));
    await expectStatus(act("learner", second._id, "decline"), 200);
    await expectUnread("entry--unread");
    const agreed = await agree();
    app.clock.now += 1000;
    // A proposal to move it, which nobody answers in time.
    await expectStatus(propose("learner", [start + HOUR_MS / 2], { reason: "Nu pot" }), 201);
    app.clock.now = start + HOUR_MS / 2;
    const as = await signIn(teacher);
    expect(await app.read(paths.inbox(), { as })).toContain("Lesson agreed: Sun, Nov 22, 2026, 11:00 AM");
    app.clock.now = start + HOUR_MS;
    const over = await app.read(paths.enquiry(talk.id), { as });
    expect(over).toContain("This lesson is over.");
    expect(over).not.toContain("Propose a time");
    const TO_ANSWER = [
      [paths.inbox(), "Did the lesson of Sun, Nov 22, 2026, 11:00 AM take place?"],
      [paths.ownListings(), "Say whether your first lesson took place"],
      [paths.calendar(), "Did it take place?"],
    ] as const;
    for (const [path, text] of TO_ANSWER) expect(await app.read(path, { as })).toContain(text);
    await expectStatus(act("teacher", agreed, "outcome", { took_place: false }), 200);
    for (const [path, text] of TO_ANSWER) expect(await app.read(path, { as })).not.toContain(text);
  });

  it("only what the teacher does with a lesson is an answer, the same in the list and on the page", async () => {
    const { id, propose, act, agree, start, teacher, asTeacher, asLearner } = talk;
    const expectBadge = async (text: string, as = asTeacher) => {
      for (const path of [paths.inbox(), paths.enquiry(id)]) {
        const page = await app.read(path, { as });
        const badges = [...page.matchAll(/class="badge badge--\w+">([^<]*)</g)].map(([, badge]) => badge);
        expect(badges, path).toContain(text);
      }
    };
    const write = async () => {
      app.clock.now += 1000;
      await app.post(paths.enquiry(id), { as: asLearner, form: { message: "Mulțumesc!" } });
      await app.post(paths.enquiryState(id), { as: asTeacher, form: { state: "answered" } });
      app.clock.now += 1000;
    };
    await app.post(paths.enquiry(id), { as: asTeacher, form: { message: "Da, am locuri libere marți." } });
    await write();
    await expectBadge("No answer needed");
    const withdrawn = await readContent(await propose("learner"));
    await expectStatus(act("learner", withdrawn._id, "cancel"), 200);
    await app.post(paths.enquiryState(id), { as: asTeacher, form: { state: "answered" } });
    await expectBadge("No answer needed");
    const before = await app.read(paths.enquiry(id), { as: asTeacher });
    for (const text of ["What came of it?", "Lessons agreed"]) expect(before).toContain(text);
    await agree();
    await expectBadge("Lesson agreed");
    // The lesson itself tells the outcome.
    const after = await app.read(paths.enquiry(id), { as: asTeacher });
    expect(after).toContain("This is spam");
    for (const text of ["What came of it?", "Lessons agreed"]) expect(after).not.toContain(text);
    await write();
    await expectBadge("Lesson agreed");
    // With the agreed lesson, a declined move.
    const move = await readContent(await propose("learner", [start + 3 * HOUR_MS], { reason: "Nu pot" }));
    await expectStatus(act("teacher", move._id, "decline"), 200);
    await expectBadge("Lesson agreed");
    await write();
    app.clock.now = start + HOUR_MS;
    const [agreed] = await listRows(appointments, { enquiryId: id, state: "accepted" });
    await expectStatus(act("learner", agreed?.id ?? "", "outcome", { took_place: false }), 200);
    await expectBadge("No answer needed", await signIn(teacher));
  });

  it("guests agree by their link, and say whether it took place", async () => {
    const { listing, asTeacher } = await publishListing();
    const email = newGuestEmail();
    await writeAsGuest(listing.id, { email });
    const { id, token } = await confirmAsGuest(email);
    await expectRedirect(
      app.post(paths.enquiryAppointments(id), { as: asTeacher, form: FORM }),
      paths.enquiry(id, { done: "lesson_proposed" }),
    );
    const [{ id: appointment, times } = { id: "", times: [] }] = await listRows(appointments, {
      enquiryId: id,
    });
    expect((await newestMail(email))?.text).toContain(paths.enquiry(id, { token }));
    const act = (action: "accept" | "outcome", form: Record<string, string>) =>
      app.post(paths.appointmentAction(appointment, action), { form: { token, ...form } });
    await expectRedirect(
      act("accept", { time: String(times[0]) }),
      paths.enquiry(id, { token, done: "lesson_accepted" }),
    );
    const text = (await newestMail(email))?.attachment?.text ?? "";
    expect(text).toContain("BEGIN:VEVENT");
    expect(text).not.toContain("token");
    await expectStatus(app.get(paths.appointmentFile(appointment, { token })), 200);
    app.clock.now = Date.UTC(2026, 10, 22, 12);
    const asked = await app.read(paths.enquiry(id, { token }));
    // The state comes before the question. Another first lesson makes no sense yet.
    expect(asked.indexOf("This lesson is over")).toBeLessThan(asked.indexOf("take place?"));
    expect(asked).not.toContain("Propose a time");
    expect(asked).toMatch(/You cannot change your answer later\..*>Yes</s);
    for (const form of [{}, { took_place: "da" }] as Record<string, string>[])
      expect(await expectPage(act("outcome", form), 422)).toMatch(
        /Choose whether the lesson took place\..*>Yes</s,
      );
    await expectRedirect(
      act("outcome", { took_place: "yes" }),
      paths.enquiry(id, { token, done: "lesson_told" }),
    );
    const told = await app.read(paths.enquiry(id, { token, done: "lesson_told" }));
    for (const text of ["answer about the lesson is saved", "You answered: the lesson took place."])
      expect(told).toContain(text);
    expect(told.match(/>Write a review</g)).toHaveLength(1);
    expect(told).not.toContain("Propose a time");
    expect(await findEnquiry(id)).toMatchObject({ state: "won" });
    const events = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, `enquiry:${id}`));
    expect(events.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        "enquiry.lesson_proposed",
        "enquiry.lesson_accepted",
        "enquiry.lesson_outcome_told",
      ]),
    );
  });
});
