import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { enquiries, messages, reports, users } from "@/db/schema";
import { offerTeachers, refreshReplies, remindUnanswered } from "@/features/enquiries";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { app, createTestApp, db, expectStatus } from "../../helpers/app";
import { createCountingDb } from "../../helpers/counting-db";
import {
  createListing,
  createTeacher,
  createUser,
  mailsTo,
  signIn,
  updateRow,
} from "../../helpers/factories";
import { confirmAsGuest, newGuestEmail, writeAsGuest } from "../../helpers/guests";
import { servicesAt } from "../../helpers/services";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

async function createParticipants() {
  const teacher = await createTeacher({ locale: "ro" });
  const learner = await createUser({ firstName: "Daria", lastName: "Neagu" });
  const listing = await createListing(teacher);
  return { teacher, learner, listing };
}

/** Inserts an enquiry with the given age (ms). */
async function insertEnquiry(
  participants: Awaited<ReturnType<typeof createParticipants>>,
  agoMs: number,
  overrides = {},
) {
  const id = newId();
  const ts = app.clock.now - agoMs;
  await db.insert(enquiries).values({
    id,
    listingId: participants.listing.id,
    teacherId: participants.teacher.id,
    learnerId: participants.learner.id,
    state: "new",
    createdTs: ts,
    lastMessageTs: ts,
    learnerReadTs: ts,
    ...overrides,
  });
  return id;
}

describe("usual response time of a teacher", () => {
  const findMedian = async (id: string) =>
    (await db.select({ median: users.replyMedianS }).from(users).where(eq(users.id, id)))[0]?.median;

  it("the listing page shows the median of first answers once there are five", async () => {
    const participants = await createParticipants();
    const as = await signIn(participants.teacher);
    const answer = async (agoMs: number) => {
      const id = await insertEnquiry(participants, agoMs);
      await expectStatus(app.post(paths.enquiry(id), { as, form: { message: "Da" } }), 303);
      return id;
    };
    for (const hours of [1, 90, 2, 3]) await answer(hours * HOUR_MS);
    expect(await findMedian(participants.teacher.id)).toBeNull();
    expect(await app.read(paths.listing(participants.listing.id))).not.toContain("Usually replies");
    const fifth = await answer(100 * HOUR_MS);
    expect(await findMedian(participants.teacher.id)).toBe(3 * 3600);
    expect(await app.read(`/ro${paths.listing(participants.listing.id)}`)).toContain(
      "Răspunde de obicei în 3 ore",
    );
    // For an even number, the median is the mean of the middle two. A second answer does not count.
    await answer(4 * HOUR_MS);
    expect(await findMedian(participants.teacher.id)).toBe(3.5 * 3600);
    app.clock.now += HOUR_MS;
    await app.post(paths.enquiry(fifth), { as, form: { message: "Și încă ceva" } });
    expect(await findMedian(participants.teacher.id)).toBe(3.5 * 3600);
  });

  it("uses the newest fifty", async () => {
    const participants = await createParticipants();
    for (let n = 0; n < 60; n++) {
      const answeredTs = app.clock.now - (n + 1) * DAY_MS;
      // The older ones took a week each: fewer than half of the newest fifty, more than half of all.
      const took = n < 26 ? HOUR_MS : 7 * DAY_MS;
      await insertEnquiry(participants, 0, {
        state: "answered",
        answeredTs,
        createdTs: answeredTs - took,
      });
    }
    const id = await insertEnquiry(participants, HOUR_MS);
    await app.post(paths.enquiry(id), {
      as: await signIn(participants.teacher),
      form: { message: "Da" },
    });
    expect(await findMedian(participants.teacher.id)).toBe(3600);
  });
});

describe("reminder of unanswered enquiries", () => {
  it("is sent once after a day, in the teacher's language, also for guests, counted from the confirmation", async () => {
    const participants = await createParticipants();
    const as = await signIn(participants.learner);
    await app.post(paths.enquire(participants.listing.id), { as, form: { message: "Bună ziua!" } });
    const email = newGuestEmail();
    await writeAsGuest(participants.listing.id, { email });
    app.clock.now += HOUR_MS;
    await confirmAsGuest(email);

    const remind = () => remindUnanswered(servicesAt(app.clock.now, app.bindings));
    const reminders = async () =>
      (await mailsTo(participants.teacher.email)).filter(({ template }) => template === "enquiry_reminder");
    app.clock.now += 23 * HOUR_MS - 1;
    expect(await remind()).toBe(0);
    app.clock.now += 1;
    expect(await remind()).toBe(1);
    const [first] = await reminders();
    expect(first?.subject).toBe("Daria N. încă așteaptă un răspuns");
    expect(first?.text).toContain("https://catedra.test/ro/enquiries/");
    app.clock.now += HOUR_MS;
    expect(await remind()).toBe(1);
    app.clock.now += 3 * DAY_MS;
    expect(await remind()).toBe(0);
    expect((await reminders()).map(({ subject }) => subject.split(" ")[0])).toEqual(["Daria", "Ilinca"]);
  });

  it.each([
    ["back", Date.UTC(2026, 9, 24, 12)],
    ["forward", Date.UTC(2027, 2, 27, 12)],
  ])("and offer and reply share are due in elapsed time when clocks go %s", async (_, begin) => {
    for (const table of [messages, enquiries]) await db.delete(table);
    app.clock.now = begin;
    const { learner, listing } = await createParticipants();
    const as = await signIn(learner);
    await app.post(paths.enquire(listing.id), { as, form: { message: "Bună ziua!" } });
    for (const [agoMs, due] of [
      [DAY_MS - 1, [0, 0, 0]],
      [DAY_MS, [1, 0, 0]],
      [2 * DAY_MS - 1, [0, 0, 0]],
      [2 * DAY_MS, [0, 1, 0]],
      [2 * DAY_MS + 1, [0, 0, 1]],
    ] as const) {
      const ctx = servicesAt(begin + agoMs, app.bindings);
      const found = [await remindUnanswered(ctx), await offerTeachers(ctx), await refreshReplies(ctx)];
      expect(found, `${agoMs} ms later`).toEqual(due);
    }
  });

  it("is not sent for answered, archived or old enquiries, nor of blocked senders, nor for closed or erased accounts", async () => {
    const participants = await createParticipants();
    for (const state of ["answered", "won", "lost", "spam"])
      await insertEnquiry(participants, 2 * DAY_MS, { state });
    await insertEnquiry(participants, 2 * DAY_MS, { teacherBlockedTs: 1, awaitsAnswer: false });
    await insertEnquiry(participants, 15 * DAY_MS);
    await insertEnquiry(participants, 2 * DAY_MS, { learnerId: null });
    await insertEnquiry(participants, 2 * DAY_MS, {
      learnerId: (await createUser({ disabledTs: 1 })).id,
    });
    // The teacher answered the same person in the other conversation of the two.
    const answered = { learnerId: (await createUser()).id };
    await insertEnquiry(participants, 2 * DAY_MS, answered);
    await insertEnquiry(participants, 3 * DAY_MS, {
      ...answered,
      state: "answered",
      answeredTs: app.clock.now - DAY_MS,
    });
    // A guest reported a danger in the other conversation of the two.
    const guest = { learnerId: null, guestName: "Ilinca", guestEmail: newGuestEmail(), confirmedTs: 1 };
    await insertEnquiry(participants, 2 * DAY_MS, guest);
    const enquiryId = await insertEnquiry(participants, 15 * DAY_MS, guest);
    const danger = { reportedSide: "teacher", reason: "unsafe", email: guest.guestEmail } as const;
    await db.insert(reports).values({ id: newId(), enquiryId, ...danger, createdTs: app.clock.now });
    const closed = await createTeacher({ disabledTs: 1 });
    await insertEnquiry({ ...participants, teacher: closed }, 2 * DAY_MS);
    await writeAsGuest(participants.listing.id, { email: newGuestEmail() });
    app.clock.now += DAY_MS;
    expect(await remindUnanswered(servicesAt(app.clock.now, app.bindings))).toBe(0);
    expect(await mailsTo(participants.teacher.email)).toEqual([]);
    // The list of the teacher changes nothing for the learner.
    await insertEnquiry(participants, 2 * DAY_MS, { awaitsAnswer: false });
    expect(await remindUnanswered(servicesAt(app.clock.now, app.bindings))).toBe(1);
  });
});

describe("count of conversations in the header", () => {
  it("has what is unread, and of a teacher what waits for an answer until it is given", async () => {
    const participants = await createParticipants();
    const first = await insertEnquiry(participants, HOUR_MS);
    const second = await insertEnquiry(participants, HOUR_MS);
    await insertEnquiry(participants, HOUR_MS, { state: "spam" });
    const as = await signIn(participants.teacher);
    await insertEnquiry(participants, HOUR_MS, { learnerId: null, teacherReadTs: app.clock.now });
    const COUNTED = "unread or waiting for your answer<";
    expect(await app.read("/", { as })).toContain(`2 conversations ${COUNTED}`);
    expect(await app.read(`/ro${paths.inbox()}`, { as })).toContain(
      "2 conversații necitite sau care așteaptă",
    );
    expect(await app.read(paths.enquiry(first), { as })).toContain(`2 conversations ${COUNTED}`);
    await app.post(paths.enquiry(first), { as, form: { message: "Da" } });
    expect(await app.read(paths.enquiry(second), { as })).toContain(`1 conversation ${COUNTED}`);
    await app.post(paths.enquiryState(second), { as, form: { state: "answered" } });
    expect(await app.read("/", { as })).not.toContain(COUNTED);
    // An answered conversation with something new counts until it is read.
    await updateRow(enquiries, second, { lastMessageTs: app.clock.now + 1 });
    expect(await app.read("/", { as })).toContain(`1 conversation ${COUNTED}`);
    expect(await app.read(paths.enquiry(second), { as })).not.toContain(COUNTED);
    const learners = await app.read("/", { as: await signIn(participants.learner) });
    expect(learners).toContain("2 unread conversations<");
    expect(await app.read("/")).not.toContain("unread");
  });

  it("is read in the query that loads the session user, over counted rows only", async () => {
    const participants = await createParticipants();
    for (let n = 0; n < 40; n++) {
      await insertEnquiry(participants, n * 1000, {
        state: "answered",
        awaitsAnswer: false,
        teacherReadTs: app.clock.now,
      });
    }
    await insertEnquiry(participants, HOUR_MS);
    const as = await signIn(participants.teacher);
    const { db: counted, ledger } = createCountingDb(app.bindings.DB as never);
    const counting = createTestApp({ DB: counted as never });
    await counting.get("/ranking", { as });
    const reads = ledger.statements.filter(({ sql }) => /^\s*select/i.test(sql));
    expect(reads).toHaveLength(1);
    // The listing is read for the number of requests, too.
    expect(reads[0]?.rowsRead).toBeLessThan(14);
  });
});
