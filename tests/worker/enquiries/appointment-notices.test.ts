import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { appointments, enquiries, mailOutbox, pushOutbox, reports, users } from "@/db/schema";
import { sendAppointmentNotices } from "@/features/enquiries";
import { DAY_MS, type Day, HOUR_MS } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { bearer, createUserWithPassword, signInByEmail } from "../../helpers/accounts";
import { app, bindings, db, expectStatus } from "../../helpers/app";
import { listRows, updateRow } from "../../helpers/factories";
import { confirmAsGuest, newGuestEmail, publishListing, writeAsGuest } from "../../helpers/guests";
import { killDb } from "../../helpers/kill-db";
import { jobContextAt } from "../../helpers/outbox";
import { insertPushDevice } from "../../helpers/push";
import { createConversation, readContent } from "./appointment-setup";

beforeEach(async () => {
  for (const table of [pushOutbox, appointments, mailOutbox]) await db.delete(table);
});

const run = (ts: number, DB = bindings.DB) => sendAppointmentNotices(jobContextAt(ts, { DB }));
/** The mails of the job: their templates, and how many of each. */
async function countNotices(): Promise<Record<string, number>> {
  const rows = await db.all<{
    template: string;
    n: number;
  }>(sql`select template, count(*) as n from ${mailOutbox}
    where template in ('appointment_reminder', 'appointment_question', 'appointment_cancelled') group by template`);
  return Object.fromEntries(rows.map(({ template, n }) => [template, n]));
}

it("reminds both a day before, and asks both a day after the end, also by push and over both changes of summer time", async () => {
  // Clocks go back on 25 October 2026, and forward on 28 March 2027: a day is 24 hours for the notices.
  for (const [start, date] of [
    [Date.UTC(2026, 9, 25, 8), "Sun, Oct 25, 2026, 10:00 AM"],
    [Date.UTC(2027, 2, 28, 7), "Sun, Mar 28, 2027, 10:00 AM"],
  ] as const) {
    app.clock.now = start - 10 * DAY_MS;
    const { agree, learner } = await createConversation();
    await insertPushDevice(learner.id);
    await agree(start, { minutes: 90 });
    await db.delete(pushOutbox);
    const steps = [
      [start - DAY_MS - 1, 0, 0],
      [start - DAY_MS, 2, 0],
      [start + 90 * 60_000 + DAY_MS - 1, 2, 0],
      [start + 90 * 60_000 + DAY_MS, 2, 2],
      [start + 30 * DAY_MS, 2, 2],
    ] as const;
    for (const [ts, reminders, questions] of steps) {
      for (let n = 0; n < 2; n++) await run(ts);
      const { appointment_reminder: reminded = 0, appointment_question: asked = 0 } = await countNotices();
      expect([reminded, asked]).toEqual([reminders, questions]);
    }
    const [reminder] = await listRows(mailOutbox, {
      template: "appointment_reminder",
      recipient: learner.email,
    });
    for (const part of [date, "Price in the listing: "]) expect(reminder?.text).toContain(part);
    const pushes = (await db.select().from(pushOutbox)).map(({ payload }) => JSON.parse(payload).title);
    expect(pushes.sort()).toEqual(
      ["Did the lesson with", "Lesson with"].map((text) => expect.stringContaining(text)),
    );
    for (const table of [pushOutbox, appointments, mailOutbox]) await db.delete(table);
  }
});

it("sends each notice once when the job is killed 20 times and runs twice or a day late", async () => {
  const { agree, start } = await createConversation();
  const first = await agree();
  const COUNT = 120;
  await db.run(sql`insert into enquiries (id, teacher_id, learner_id, listing_id, state, created_ts, last_message_ts)
    with recursive row(n) as (select 1 union all select n + 1 from row where n < ${COUNT - 1})
    select printf('e%015d', n), teacher_id, learner_id, listing_id, 'answered', 0, 0
    from row, enquiries where enquiries.id = (select enquiry_id from ${appointments} where id = ${first})`);
  await db.run(sql`insert into ${appointments}
      (id, enquiry_id, proposed_by, state, times, time, minutes, place, created_ts, updated_ts, notice_ts)
    select 'a' || substr(enquiries.id, 2), enquiries.id, proposed_by, appointments.state, times, time, minutes, place, 0, 0,
      notice_ts from ${appointments}, enquiries where enquiries.id like 'e0%'`);
  let seed = 23;
  function random(end: number): number {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % end;
  }
  let kills = 0;
  for (const [due, template] of [
    [start - HOUR_MS, "appointment_reminder"],
    [start + 3 * DAY_MS, "appointment_question"],
  ] as const) {
    for (const enough = kills + 10; kills < enough; ) {
      const killed = killDb(bindings.DB, { call: random(4), isExecuted: random(2) === 0 });
      await run(due, killed).catch(() => kills++);
    }
    await Promise.all([run(due), run(due)]);
    expect(await countNotices()).toMatchObject({ [template]: 2 * COUNT });
  }
});

it("a reminder that is late until the lesson has begun is not sent; the question still is", async () => {
  const { agree, propose, start } = await createConversation();
  await agree();
  await run(start);
  expect(await countNotices()).toEqual({});
  await run(start + 2 * DAY_MS);
  expect(await countNotices()).toEqual({ appointment_question: 2 });
  // Also of a lesson after which another was proposed before the late run.
  app.clock.now = start + 2 * DAY_MS;
  const next = start + 9 * DAY_MS;
  await agree(next);
  app.clock.now = next + 2 * HOUR_MS;
  await expectStatus(propose("teacher", [next + DAY_MS]), 201);
  for (const ts of [app.clock.now, next + 2 * DAY_MS]) await run(ts);
  expect(await countNotices()).toEqual({ appointment_question: 4 });
});

it("a lesson that is agreed within a day gets no reminder, and who answered is not asked", async () => {
  const { agree, act } = await createConversation();
  const start = app.clock.now + 20 * HOUR_MS;
  const appointment = await agree(start);
  await run(start - HOUR_MS);
  app.clock.now = start + HOUR_MS;
  await act("teacher", appointment, "outcome", { took_place: true });
  await run(start + 2 * DAY_MS);
  expect(await countNotices()).toEqual({ appointment_question: 1 });
});

type Talk = Awaited<ReturnType<typeof createConversation>> & { appointment: string };
const STOPS: Record<string, [(talk: Talk) => Promise<unknown>, object]> = {
  cancelled: [
    ({ act, appointment }) => act("learner", appointment, "cancel", { reason: "Am febră" }),
    { appointment_cancelled: 2 },
  ],
  moved: [
    async ({ propose, act, start }) => {
      const { _id, times } = await readContent(
        await propose("learner", [start + DAY_MS], { reason: "Nu pot" }),
      );
      return act("teacher", _id, "accept", { time: times[0] });
    },
    {},
  ],
  "marked as spam": [
    ({ id, asTeacher }) => app.post(paths.enquiryState(id), { as: asTeacher, form: { state: "spam" } }),
    { appointment_cancelled: 2 },
  ],
  reported: [
    ({ id, asLearner }) =>
      app.post(paths.reportEnquiry(id), {
        as: asLearner,
        form: { reason: "unsafe", text: "", good_faith: "1" },
      }),
    {},
  ],
  "reported by a guest in another conversation": [
    async ({ id }) => {
      const [{ id: _, ...row } = expect.fail()] = await listRows(enquiries, { id });
      const guest = { learnerId: null, guestName: "Ilinca", guestEmail: newGuestEmail() };
      await db.update(enquiries).set(guest).where(eq(enquiries.id, id));
      const enquiryId = newId();
      await db.insert(enquiries).values({ ...row, ...guest, id: enquiryId });
      const danger = { reportedSide: "teacher", reason: "unsafe", email: guest.guestEmail } as const;
      await db.insert(reports).values({ id: newId(), enquiryId, ...danger, createdTs: app.clock.now });
    },
    {},
  ],
  "of a closed account": [
    ({ learner }) => db.update(users).set({ disabledTs: 1 }).where(eq(users.id, learner.id)),
    {},
  ],
  "of an erased learner": [
    ({ id }) => db.update(enquiries).set({ learnerId: null }).where(eq(enquiries.id, id)),
    {},
  ],
};
it.each(Object.keys(STOPS))("no reminder of a lesson %s a moment before", async (name) => {
  const [stop, others] = STOPS[name] ?? [async () => {}, {}];
  const talk = await createConversation();
  // Within an hour, so that the sessions still last.
  const start = app.clock.now + DAY_MS + HOUR_MS;
  const appointment = await talk.agree(start);
  app.clock.now += HOUR_MS;
  let stops = 0;
  // Between the job's read and its batch.
  const stopping = {
    prepare: (query: string) => bindings.DB.prepare(query),
    batch: async (statements: D1PreparedStatement[]) => {
      const answer = stops++ === 0 ? await stop({ ...talk, appointment }) : null;
      if (answer instanceof Response) expect([200, 201, 303]).toContain(answer.status);
      return bindings.DB.batch(statements);
    },
  };
  await run(app.clock.now, stopping as unknown as D1Database);
  expect(stops).toBe(1);
  await run(app.clock.now);
  expect(await countNotices()).toEqual(others);
});

it("a lesson of an account that is closed is cancelled, and the other side told once", async () => {
  const admin = await createUserWithPassword({ role: "a" });
  const { token } = await signInByEmail(admin.email);
  const { agree, learner, teacher, id: enquiryId, asLearner } = await createConversation();
  const id = await agree();
  const parentEmail = `parent-${enquiryId}@example.test`;
  await updateRow(users, learner.id, { birthDate: "2010-01-01" as Day });
  await updateRow(enquiries, enquiryId, { parentEmail });
  const json = { disabled: true, reason: "Spam", category: "spam" };
  await expectStatus(
    app.request(paths.apiAdminUser(teacher.id), { method: "PATCH", json, ...bearer(token) }),
    200,
  );
  // The teacher did not cancel it.
  expect(await listRows(appointments, { id })).toMatchObject([{ state: "cancelled", cancelledBy: null }]);
  expect(await app.read(paths.enquiry(enquiryId), { as: asLearner })).toContain("The lesson is canceled.");
  for (let n = 0; n < 2; n++) await run(app.clock.now);
  expect(await listRows(mailOutbox, { template: "appointment_cancelled" })).toMatchObject([
    { recipient: learner.email, subject: expect.stringMatching(/^The lesson with .* is canceled$/) },
  ]);
  const [copy] = await listRows(mailOutbox, { recipient: parentEmail });
  expect(copy?.text).toMatch(/From Catedra:\s+> This lesson is canceled:/);
});

it("tells both sides once of a lesson that a block cancelled, and the other side of an erasure", async () => {
  const { agree, id, call, learner, teacher: blocker, start } = await createConversation();
  await agree();
  // A learner under 18, whose parent gets copies.
  const parentEmail = `parent-${id}@example.test`;
  await updateRow(users, learner.id, { birthDate: "2010-01-01" as Day });
  await updateRow(enquiries, id, { parentEmail });
  await expectStatus(app.post(paths.apiEnquiryBlock(id), await call("teacher")), 204);
  for (let n = 0; n < 2; n++) await run(app.clock.now);
  await run(start);
  expect(await countNotices()).toEqual({ appointment_cancelled: 2 });
  expect(
    await listRows(mailOutbox, { template: "appointment_cancelled", recipient: learner.email }),
  ).toHaveLength(1);
  // The file removes the lesson from the calendar of the side that blocked, too.
  expect(
    await listRows(mailOutbox, { template: "appointment_cancelled", recipient: blocker.email }),
  ).toMatchObject([
    {
      subject: expect.stringContaining("a fost anulată când ați blocat această persoană"),
      text: expect.stringContaining("Fișierul atașat elimină"),
    },
  ]);
  expect(await listRows(mailOutbox, { recipient: parentEmail })).toMatchObject([
    {
      template: "parent_lesson",
      subject: expect.stringContaining("Lesson canceled: "),
      text: expect.stringMatching(/From Catedra:\s+> This lesson is canceled:/),
      attachment: { text: expect.stringContaining("STATUS:CANCELLED") },
    },
  ]);

  const guest = newGuestEmail();
  const { listing, teacher, asTeacher } = await publishListing();
  await writeAsGuest(listing.id, { email: guest });
  const { id: enquiryId, token } = await confirmAsGuest(guest);
  const form = { times: "2026-11-28T11:00", minutes: "60", where: "place", place: "La bibliotecă" };
  await app.post(paths.enquiryAppointments(enquiryId), { as: asTeacher, form });
  const [proposal] = await listRows(appointments, { enquiryId });
  await app.post(paths.appointmentAction(proposal?.id ?? "", "accept"), {
    form: { token, time: String(proposal?.times[0]) },
  });
  await app.post(paths.enquiry(enquiryId), { form: { token, intent: "erase" } });
  for (let n = 0; n < 2; n++) await run(app.clock.now);
  expect(await listRows(appointments, { enquiryId })).toMatchObject([{ state: "cancelled", place: "" }]);
  expect(
    await listRows(mailOutbox, { template: "appointment_cancelled", recipient: teacher.email }),
  ).toMatchObject([{ text: expect.stringContaining("Cont șters") }]);
});
