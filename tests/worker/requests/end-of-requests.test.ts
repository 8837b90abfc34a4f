import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { auditLog, enquiries, requestNotices, requests } from "@/db/schema";
import { sweepRequests } from "@/features/requests";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { createTestApp, db, expectStatus } from "../../helpers/app";
import { createUser, listRows, mailsTo, templatesTo } from "../../helpers/factories";
import { jobContextAt } from "../../helpers/outbox";
import { createAnsweringTeacher, createAuth, insertRequest, postAnswer } from "./setup";

const readId = async (answer: Response) => (await answer.json<{ content: { _id: string } }>()).content._id;

it("closes open requests after 14 days by mail, and erases ended ones after 90 days", async () => {
  const app = createTestApp();
  const { now } = app.clock;
  const author = await createUser(app, { locale: "en" });
  const gone = await createUser(app, { disabledTs: now });
  const old = await insertRequest(app, author, { openedTs: now - 14 * DAY_MS, createdTs: now - 20 * DAY_MS });
  const young = await insertRequest(app, author, { subject: "c", openedTs: now - 14 * DAY_MS + 1 });
  const silent = await insertRequest(app, gone, { openedTs: now - 15 * DAY_MS });
  const ended = { state: "closed", notifiedPosition: null } as const;
  const erased = await insertRequest(app, author, { subject: "p", ...ended, closedTs: now - 90 * DAY_MS });
  const kept = await insertRequest(app, author, { subject: "h", ...ended, closedTs: now - 89 * DAY_MS });
  const { teacher, listing } = await createAnsweringTeacher(app, { subject: "p" });
  await db.insert(enquiries).values({
    id: "of-erased",
    listingId: listing.id,
    requestId: erased.id,
    teacherId: teacher.id,
    learnerId: author.id,
    state: "answered",
    createdTs: now - 95 * DAY_MS,
    answeredTs: now - 95 * DAY_MS,
    lastMessageTs: now - 95 * DAY_MS,
  });
  for (const [requestId, age] of [
    [old.id, 31],
    [young.id, 29],
    [erased.id, 1],
  ] as const)
    await db
      .insert(requestNotices)
      .values({ requestId, teacherId: teacher.id, createdTs: now - age * DAY_MS });

  for (let run = 0; run < 2; run++) await sweepRequests(jobContextAt(now));
  const stateOf = async (id: string) => {
    const [row] = await listRows(requests, { id });
    return row ? [row.state, row.closeReason, row.closedTs, row.notifiedPosition] : null;
  };
  expect(await stateOf(old.id)).toEqual(["closed", "expired", now, null]);
  expect(await stateOf(silent.id)).toEqual(["closed", "expired", now, null]);
  expect((await stateOf(young.id))?.[0]).toBe("open");
  expect(await stateOf(erased.id)).toBeNull();
  expect(await stateOf(kept.id)).not.toBeNull();
  expect(await templatesTo(author.email)).toEqual(["request_expired"]);
  expect((await mailsTo(author.email))[0]?.text).toContain("0 answers");
  expect(await templatesTo(gone.email)).toEqual([]);
  expect(await listRows(auditLog, { subject: `request:${old.id}` })).toHaveLength(1);
  // The conversation stays.
  expect((await listRows(enquiries, { id: "of-erased" }))[0]?.requestId).toBeNull();
  expect(
    (await listRows(requestNotices, { teacherId: teacher.id })).map(({ requestId }) => requestId),
  ).toEqual([young.id]);
});

it("ends with the first lesson that the author says took place, not the teacher", async () => {
  const app = createTestApp();
  const author = await createUser(app);
  const request = await insertRequest(app, author);
  const answers = [];
  for (let n = 0; n < 2; n++) {
    const answering = await createAnsweringTeacher(app);
    answers.push({ ...answering, id: await readId(await postAnswer(app, request.id, answering)) });
  }
  const [start, as] = [app.clock.now + DAY_MS, () => createAuth(app, author)];
  const lessons: string[] = [];
  for (const { id, teacher } of answers) {
    const proposed = await app.post(paths.apiEnquiryAppointments(id), {
      ...(await as()),
      json: { times: [new Date(start).toISOString()], minutes: 60, place: "online" },
    });
    const lesson = await readId(await expectStatus(proposed, 201));
    await expectStatus(
      app.post(paths.apiAppointmentAction(lesson, "accept"), {
        ...(await createAuth(app, teacher)),
        json: { time: new Date(start).toISOString() },
      }),
      200,
    );
    lessons.push(lesson);
  }
  app.clock.now = start + 26 * HOUR_MS;
  const stateOf = async () => (await listRows(requests, { id: request.id }))[0];
  const tell = async (n: number, auth: Awaited<ReturnType<typeof createAuth>>, tookPlace: boolean) =>
    expectStatus(
      app.post(paths.apiAppointmentAction(lessons[n] ?? "", "outcome"), {
        ...auth,
        json: { took_place: tookPlace },
      }),
      200,
    );
  await tell(0, await createAuth(app, answers[0]?.teacher ?? author), true);
  await tell(1, await as(), false);
  expect((await stateOf())?.state).toBe("open");
  await tell(0, await as(), true);
  expect(await stateOf()).toMatchObject({ state: "closed", closeReason: "lesson", closedTs: app.clock.now });
  expect(await db.$count(enquiries, sql`request_id = ${request.id} and state = 'won'`)).toBe(1);
  expect(await listRows(auditLog, { subject: `request:${request.id}`, action: "request.closed" })).toEqual([
    expect.objectContaining({ actorId: author.id, detail: { reason: "lesson" } }),
  ]);
});
