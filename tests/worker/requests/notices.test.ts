import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import type { Ctx } from "@/context";
import {
  enquiries,
  listings,
  mailOutbox,
  pushOutbox,
  requestNotices,
  requestQueue,
  requests,
  users,
} from "@/db/schema";
import { createListingsToken } from "@/features/enquiries/silence/listings-link";
import { reindexListingsStatements } from "@/features/listings";
import { deliverMail } from "@/features/mail";
import {
  composeRequestDigest,
  isRequestPushDueSql,
  notifyTeachersOfRequests,
  queueRequestDigests,
} from "@/features/requests";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { REQUEST_OPEN_MS } from "@/shared/request-limits";
import { createUserWithPassword, findLinkToken, requestToken } from "../../helpers/accounts";
import { app, bindings, db, expectStatus } from "../../helpers/app";
import { createCountingDb } from "../../helpers/counting-db";
import {
  createAdmin,
  createListing,
  createTeacher,
  createUser,
  listRows,
  signIn,
  updateRow,
} from "../../helpers/factories";
import { killDb } from "../../helpers/kill-db";
import { jobContextAt, stubMailEndpoint } from "../../helpers/outbox";
import { insertPushDevice } from "../../helpers/push";
import { servicesAt } from "../../helpers/services";
import { readUndoForm } from "../../helpers/undo";
import { COMPLETE_LISTING } from "../listings/listing-api";
import { createAuth, insertRequest } from "./setup";

/** 11:00 in Bucharest. */
const { now } = app.clock;
const endpoint = stubMailEndpoint();
const COMPOSERS = { request_digest: composeRequestDigest };

beforeEach(async () => {
  for (const table of ["push_outbox", "request_notices", "messages", "enquiries", "requests"])
    await db.run(sql`delete from ${sql.identifier(table)}`);
});

/** Numbers from 0 to `end`, the end excluded; the same in each run. */
let seed = 11;
function random(end: number): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % end;
}

/** Runs a job that dies at a random one of its first calls; the database may still execute that call. */
const runKilled = (run: (ctx: Ctx) => Promise<unknown>, ts: number, calls: number): Promise<boolean> =>
  run(
    jobContextAt(ts, { DB: killDb(bindings.DB, { call: random(calls), isExecuted: random(2) === 0 }) }),
  ).then(
    () => false,
    (error: Error) => {
      expect(String(error.cause ?? error)).toContain("killed");
      return true;
    },
  );

const noticesOf = (requestId: string) => listRows(requestNotices, { requestId });

it("tells 5,000 teachers once each in bounded batches, however often the job is killed", async () => {
  // 25 batches for each of two requests, more than those of two runs.
  const TEACHERS = 5_000;
  await db.run(sql`
    insert into users (id, email, email_verified_ts, first_name, last_name, role, signup_ts)
    with recursive row(n) as (select 1 union all select n + 1 from row where n < ${TEACHERS})
    select printf('t%015d', n), printf('t%d@example.test', n), ${now}, 'Ana', 'Pop', 't', ${now} from row`);
  await db.run(sql`
    insert into listings (id, owner_id, subject, county, title, description, state, created_ts, updated_ts,
      published_ts, expires_ts, price, session_minutes, price_per_hour)
    select id, id, 'm', 'b', 'Matematică', 'Lecții clare', 'published', 0, 0,
      ${now} - 1000 * cast(substr(id, 2) as integer), ${now + 60 * DAY_MS}, 9000, 60, 9000
    from users where id glob 't0*'`);
  const [first, ...rest] = reindexListingsStatements(servicesAt(now), sql`listings.owner_id glob 't0*'`);
  if (first) await db.batch([first, ...rest]);
  const device = await insertPushDevice("t000000000002000");
  const author = await createUser();
  const request = await insertRequest(author, { county: "b", openedTs: now, createdTs: now });
  // It takes turns with another one.
  const other = await insertRequest(await createUser(), { county: "b", openedTs: now + 1 });

  let kills = 0;
  let ts = now;
  for (; kills < 10; ts += 60_000) if (await runKilled(notifyTeachersOfRequests, ts, 12)) kills++;
  const { db: counting, ledger } = createCountingDb(bindings.DB as never);
  for (let run = 0; run < 3; run++, ts += 60_000)
    await notifyTeachersOfRequests(jobContextAt(ts, { DB: counting as never }));
  expect(Math.max(...ledger.statements.map(({ rowsRead }) => rowsRead))).toBeLessThan(6_000);
  for (const { id } of [request, other]) {
    expect((await noticesOf(id)).length).toBe(TEACHERS);
    expect((await listRows(requests, { id }))[0]?.notifiedPosition).toBeNull();
  }
  const pushes = await listRows(pushOutbox, { subscriptionId: device });
  expect(pushes.map(({ payload }) => JSON.parse(payload).path).sort()).toEqual(
    [request, other].map(({ id }) => paths.request(id)).sort(),
  );
  expect(JSON.parse(pushes[0]?.payload ?? "").body).toBe(
    "A parent in București is looking for mathematics, grade 8, Wednesday evening",
  );

  // A push message that was not delivered yet is dropped once its request does not fit any more.
  const isDue = async (requestId: string) =>
    (
      await db.get<{ due: number }>(
        sql`select ${isRequestPushDueSql(now, sql`${JSON.stringify(["request_push", requestId, "t000000000002000"])}`)} as due`,
      )
    ).due;
  expect([await isDue(request.id), await isDue(other.id)]).toEqual([1, 1]);
  expect(pushes.map(({ condition }) => condition)).toContainEqual([
    "request_push",
    request.id,
    "t000000000002000",
  ]);
  await updateRow(requests, other.id, { state: "closed" });
  expect([await isDue(request.id), await isDue(other.id)]).toEqual([1, 0]);
  const { openedTs } = request;
  await updateRow(requests, request.id, { openedTs: now - REQUEST_OPEN_MS });
  expect(await isDue(request.id)).toBe(0);
  await updateRow(requests, request.id, { openedTs });

  // One mail for each teacher, whatever is killed.
  const evening = now + 8 * HOUR_MS;
  for (kills = 0; kills < 4; ) if (await runKilled(queueRequestDigests, evening, 8)) kills++;
  for (let run = 0; run < 2; run++) await queueRequestDigests(jobContextAt(evening));
  expect(await db.$count(mailOutbox, sql`template = 'request_digest'`)).toBe(TEACHERS);
  expect(await db.$count(requestNotices, sql`digest_ts is null`)).toBe(0);
});

it("tells of at most five a day by mail and push, of those that fit, and mails what is still open in the evening", async () => {
  const teacher = await createTeacher({ locale: "en" });
  await createListing(teacher);
  await createListing(teacher, { subject: "m", county: "b", online: true });
  const device = await insertPushDevice(teacher.id);
  const countPushes = () => db.$count(pushOutbox, sql`subscription_id = ${device}`);
  const silent = await createTeacher({ emailVerifiedTs: null });
  await createListing(silent);
  const ask = async (overrides: Parameters<typeof insertRequest>[1] = {}) =>
    insertRequest(await createUser(), overrides);
  const fitting = [
    await ask({ text: "Prima", maxPrice: 8000 }),
    await ask({
      county: null,
      online: true,
      text: "Online",
      learnerWho: "me",
      learnerGrade: null,
      level: "h",
    }),
    await ask({ text: "A treia" }),
  ];
  const others = [
    await ask({ subject: "c" }),
    await ask({ county: "tm" }),
    await ask({ state: "pending", openedTs: null, notifiedPosition: null }),
    await insertRequest(teacher),
    // Its time is over, but no job has closed it yet.
    await ask({ openedTs: now - REQUEST_OPEN_MS }),
  ];
  await notifyTeachersOfRequests(jobContextAt(now));
  expect(await notifyTeachersOfRequests(jobContextAt(now))).toBe(0);
  const told = (await listRows(requestNotices, { teacherId: teacher.id })).map(({ requestId }) => requestId);
  expect(told.sort()).toEqual(fitting.map(({ id }) => id).sort());
  for (const { id } of others) expect(await noticesOf(id)).toEqual([]);
  const bodies = (await listRows(pushOutbox, { subscriptionId: device })).map(
    ({ payload }) => JSON.parse(payload).body,
  );
  expect(bodies).toContain(
    "A parent in Cluj is looking for mathematics, grade 8, Wednesday evening. Maximum per hour: 80 lei",
  );
  expect(await listRows(requestNotices, { teacherId: silent.id })).toEqual([]);

  // The sixth before the daily mail is only on the page; the first after it is told.
  const more = [];
  for (let n = 0; n < 3; n++) more.push(await ask({ openedTs: now + n }));
  await notifyTeachersOfRequests(jobContextAt(now + HOUR_MS));
  expect(await listRows(requestNotices, { teacherId: teacher.id })).toHaveLength(5);
  expect(await countPushes()).toBe(5);
  const evening = Date.UTC(2026, 10, 20, 16);
  const tomorrows = await ask();
  await notifyTeachersOfRequests(jobContextAt(evening));
  expect(await noticesOf(tomorrows.id)).toHaveLength(1);
  expect(await countPushes()).toBe(6);

  // Nothing before 6 pm; then all of before, in one mail, without what was closed or answered.
  const deliver = (ts: number) => deliverMail(jobContextAt(ts), COMPOSERS);
  await queueRequestDigests(jobContextAt(now + 6 * HOUR_MS));
  expect(await db.$count(mailOutbox)).toBe(0);
  await queueRequestDigests(jobContextAt(now + 8 * HOUR_MS));
  await queueRequestDigests(jobContextAt(now + 8 * HOUR_MS));
  await updateRow(requests, fitting[2]?.id ?? "", { state: "closed" });
  await db.insert(enquiries).values({
    id: "answer",
    requestId: more[0]?.id ?? "",
    teacherId: teacher.id,
    state: "answered",
    createdTs: now,
    lastMessageTs: now,
  });
  await deliver(now + 8 * HOUR_MS);
  expect(endpoint.requests).toHaveLength(1);
  const [mail] = endpoint.requests;
  expect(mail?.to).toBe(teacher.email);
  const lines = [
    "A parent in Cluj is looking for mathematics, grade 8, Wednesday evening",
    "A learner is looking for online lessons: mathematics, high school, Wednesday evening",
    "Subject and level: Not a level of your listing",
    "Maximum per hour: 80 lei. Below your price: 90 lei an hour",
    "Prima",
    paths.signIn({ next: paths.request(fitting[0]?.id ?? "") }),
    "/unsubscribe?token=",
  ];
  for (const line of lines) expect(mail?.text).toContain(line);
  for (const request of [fitting[2], more[0], tomorrows])
    expect(mail?.text).not.toContain(request?.id ?? "?");
  expect(mail?.text).not.toContain("A treia");

  // The next evening; an empty one is not sent, and no mail to those who turned it off.
  await db
    .update(users)
    .set({ mailOff: ["requests"] })
    .where(sql`id = ${teacher.id}`);
  await queueRequestDigests(jobContextAt(now + 32 * HOUR_MS));
  await deliver(now + 32 * HOUR_MS);
  expect(endpoint.requests).toHaveLength(1);
  // No push message to those who turned it off, who still find it on the page.
  await updateRow(users, teacher.id, { pushOff: ["requests"] });
  const quiet = await ask();
  await notifyTeachersOfRequests(jobContextAt(now + 33 * HOUR_MS));
  expect([(await noticesOf(quiet.id)).length, await countPushes()]).toEqual([1, 6]);
});

it("tells once of open requests when a fitting listing is published or resumed", async () => {
  const post = async (user: { id: string }, path: string) =>
    expectStatus(app.post(path, await createAuth(user)), 200);
  const ask = async (overrides: Parameters<typeof insertRequest>[1] = {}) =>
    insertRequest(await createUser(), overrides);
  const told = async ({ id }: { id: string }) =>
    (await listRows(requestNotices, { teacherId: id })).map(({ requestId }) => requestId).sort();
  const resumed = await createTeacher();
  const listing = await createListing(resumed, { state: "paused", online: true });
  const linked = await createTeacher({ answerPausedTs: now });
  await createListing(linked, { state: "paused", stateReasons: ["unanswered"] });
  const other = await createTeacher();
  await createListing(other, { subject: "c" });
  const moved = await createListing(other, { county: "tm" });
  const device = await insertPushDevice(resumed.id);
  const request = await ask();
  const online = await ask({ county: null, online: true, openedTs: now + 1 });
  await notifyTeachersOfRequests(jobContextAt(now + 1));
  for (const teacher of [resumed, linked, other]) expect(await told(teacher)).toEqual([]);

  // Its listing is resumed, and paused again before the job.
  await post(resumed, paths.apiListingAction(listing.id, "resume"));
  await post(resumed, paths.apiListingAction(listing.id, "pause"));
  await notifyTeachersOfRequests(jobContextAt(now + 2));
  expect(await told(resumed)).toEqual([]);
  await post(resumed, paths.apiListingAction(listing.id, "resume"));
  // One that closes before the job, and one whose approval can still be undone.
  const closed = await ask({ notifiedPosition: null, state: "closed" });
  const undoable = await ask({ openedTs: now + 2 });
  await db.run(sql`insert into decision_undos (subject, version, state_before, expires_ts)
    values (${`request:${undoable.id}`}, 1, '{}', ${now + 60_000})`);
  let kills = 0;
  for (let run = 0; run < 60 && kills < 12; run++)
    if (await runKilled(notifyTeachersOfRequests, now + 3, 10)) kills++;
  await notifyTeachersOfRequests(jobContextAt(now + 4));
  expect(await told(resumed)).toEqual([request.id, online.id].sort());
  expect(await db.$count(pushOutbox, sql`subscription_id = ${device}`)).toBe(2);
  expect(await noticesOf(closed.id)).toEqual([]);
  await updateRow(requests, undoable.id, { state: "closed" });

  // A listing that stays visible tells of nothing again, but in another county it does; so does the mailed link.
  await db.delete(requestNotices);
  await db.run(sql`insert into request_notices (request_id, teacher_id, created_ts)
    values (${request.id}, ${resumed.id}, ${now - 2 * DAY_MS})`);
  await post(resumed, paths.apiListingAction(listing.id, "renew"));
  await notifyTeachersOfRequests(jobContextAt(now + 5));
  expect(await told(resumed)).toEqual([request.id]);
  const { title, description, levels, version } = moved;
  const json = { ...COMPLETE_LISTING, title, description, levels, version, point: null };
  const edit = { method: "PUT", ...(await createAuth(other)), json };
  await expectStatus(app.request(paths.apiListing(moved.id), edit), 200);
  const scope = { action: "resume", id: linked.id, email: linked.email, ts: now } as const;
  const form = { token: createListingsToken(servicesAt(now), scope) };
  await expectStatus(app.post(paths.changeListings("resume"), { form }), 200);
  await notifyTeachersOfRequests(jobContextAt(now + 6));
  expect([await told(other), await told(linked)]).toEqual([[request.id, online.id].sort(), [request.id]]);
  expect(await db.$count(requestQueue)).toBe(0);
});

it("tells once of open requests when an account is enabled or a decision is undone", async () => {
  const as = await signIn(await createAdmin());
  const press = (path: string, form: Record<string, string> = {}) =>
    expectStatus(app.post(path, { form, as }), 303);
  const hidden = {
    disabled: await createTeacher(),
    closed: await createUserWithPassword({ role: "t", disabledTs: now, disabledBy: "self" }),
    suspended: await createTeacher(),
    decided: await createTeacher(),
  };
  const teachers = Object.values(hidden);
  for (const teacher of teachers) await createListing(teacher);
  const [decidedListing] = await listRows(listings, { ownerId: hidden.decided.id });
  const { disabled, closed, suspended } = hidden;
  const reason = { reason: "unsafe", text: "Un părinte ne-a scris." };
  await press(paths.adminUserAction(disabled.id, "disable"), { category: "spam", reason: "Spam" });
  await press(paths.adminUserAction(suspended.id, "suspend-listings"), reason);
  await press(paths.adminListingAction(decidedListing?.id ?? "", "suspend"), reason);
  await insertRequest(await createUser(), { notifiedPosition: null });
  const countTold = async () =>
    Promise.all(teachers.map(({ id }) => db.$count(requestNotices, eq(requestNotices.teacherId, id))));
  await notifyTeachersOfRequests(jobContextAt(now + 1));
  expect(await countTold()).toEqual([0, 0, 0, 0]);

  await press(paths.adminUserAction(disabled.id, "enable"));
  const signInAnswer = await (await requestToken({ email: closed.email })).text();
  await expectStatus(app.post(paths.reactivate(), { form: { token: findLinkToken(signInAnswer) } }), 303);
  for (const [subject, path] of [
    [`user:${suspended.id}`, paths.adminUserAction(suspended.id, "undo-suspension")],
    [`listing:${decidedListing?.id}`, paths.adminListingAction(decidedListing?.id ?? "", "undo")],
  ] as const)
    await press(path, await readUndoForm(subject));
  // After the time in which a decision can be undone.
  for (const ts of [now + 120_000, now + 180_000]) await notifyTeachersOfRequests(jobContextAt(ts));
  expect(await countTold()).toEqual([1, 1, 1, 1]);
  expect(await db.$count(requestQueue)).toBe(0);
});

it("keeps a new listing of a teacher at their limit until after the daily mail, and tells the others", async () => {
  const requestIds = [];
  for (let n = 0; n < 8; n++)
    requestIds.push((await insertRequest(await createUser(), { notifiedPosition: null })).id);
  const insertNotices = (teacherId: string, ids: string[]) =>
    db.insert(requestNotices).values(ids.map((requestId) => ({ requestId, teacherId, createdTs: now })));
  const [full, nearly, other] = [await createTeacher(), await createTeacher(), await createTeacher()];
  await insertNotices(full.id, requestIds.slice(0, 5));
  await insertNotices(nearly.id, requestIds.slice(0, 4));
  // More than a run takes of the queue.
  for (const teacher of [...Array(21).fill(full), nearly, other]) await createListing(teacher);
  await db.run(sql`insert into request_queue select num from listings
    where owner_id in (${full.id}, ${nearly.id}, ${other.id})`);
  const countTold = () =>
    Promise.all(
      [full, nearly, other].map(({ id }) => db.$count(requestNotices, eq(requestNotices.teacherId, id))),
    );
  for (let run = 1; run < 4; run++) await notifyTeachersOfRequests(jobContextAt(now + run));
  expect(await countTold()).toEqual([5, 5, 5]);
  expect(await db.$count(requestQueue)).toBe(22);

  const evening = now + 8 * HOUR_MS;
  for (let run = 0; run < 2; run++) await notifyTeachersOfRequests(jobContextAt(evening + run));
  expect(await countTold()).toEqual([8, 8, 5]);
  expect(await db.$count(requestQueue)).toBe(0);
});
