import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { appointments, auditLog, enquiries, listings } from "@/db/schema";
import { HOUR_MS } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { app, db, expectPage, expectRedirect, expectStatus } from "../../helpers/app";
import { listRows, signIn, updateRow } from "../../helpers/factories";
import {
  confirmAsGuest,
  findEnquiry,
  newGuestEmail,
  publishListing,
  writeAsGuest,
} from "../../helpers/guests";
import { createConversation, listStates, newestMail, readContent, toIso } from "./appointment-setup";

let talk: Awaited<ReturnType<typeof createConversation>>;
beforeEach(async () => {
  talk = await createConversation();
});

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
  expect((await newestMail(learner.email))?.text).toMatch(new RegExp(`${HOME} Safe lessons: http.*/safety`));
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
  for (let n = 0; n < 2; n++) await app.post(paths.enquiryAppointments(id), { as: asLearner, form: changed });
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
  // Above the messages.
  expect(page).toMatch(/id="first-lesson".*Bună ziua! Aveți locuri libere\?/s);
  expect(page.split("Bună ziua! Aveți locuri libere?")).toHaveLength(2);
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
  const atNight = { ...FORM, times: ["2026-12-01T21:30", "2026-12-02T18:00"], minutes: "60" };
  const sendAtNight = (more: Record<string, string>) =>
    app.post(paths.enquiryAppointments(id), { as: asLearner, form: { ...atNight, ...more } });
  const night = await expectPage(sendAtNight({ reason: "Altă oră" }), 200);
  // Errors come first.
  const wrong = await expectPage(sendAtNight({ reason: "", place: "0722334455" }), 422);
  for (const error of ["Remove phone numbers", "Enter a reason."]) expect(wrong).toContain(error);
  expect(wrong).not.toContain("between 10 PM");
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

  const asking = await expectPage(send(asTeacher, { minutes: "75", reason: "Vin mai devreme" }), 200);
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
  // A lesson that has begun is no longer prepared or changed.
  for (const [minute, isOffered] of [
    [59, true],
    [60, false],
  ] as const) {
    app.clock.now = Date.UTC(2026, 10, 22, 8, minute);
    const page = await app.read(paths.enquiry(id, { token }));
    for (const label of ["Add to your calendar", "Move the lesson", "Cancel the lesson"])
      expect(page.includes(label), `${label} at minute ${minute}`).toBe(isOffered);
  }
  // A page that was opened before keeps what was typed into it.
  const move = { ...FORM, times: "2026-11-23T11:00", token, place: "La școala de muzică", reason: "Nu pot" };
  for (const [path, form, typed] of [
    [paths.appointmentAction(appointment, "cancel"), { token, reason: "Am febră" }, [">Am febră</textarea>"]],
    [paths.enquiryAppointments(id), move, ['value="La școala de muzică"', ">Nu pot</textarea>"]],
  ] as const) {
    const refused = await expectPage(app.post(path, { form }), 409);
    for (const text of ["The lesson has begun", "reason=no_show", ...typed]) expect(refused).toContain(text);
  }
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
