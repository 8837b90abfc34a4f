import { sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import type { Ctx } from "@/context";
import { enquiries, mailOutbox, pushOutbox, requestNotices, requests, users } from "@/db/schema";
import { reindexListingsStatements } from "@/features/listings";
import { deliverMail } from "@/features/mail";
import {
  composeRequestDigest,
  isRequestPushDueSql,
  notifyRequests,
  queueRequestDigests,
} from "@/features/requests";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { REQUEST_OPEN_MS } from "@/shared/request-limits";
import { bindings, createTestApp, db } from "../../helpers/app";
import { createCountingDb } from "../../helpers/counting-db";
import { createListing, createTeacher, createUser, listRows, updateRow } from "../../helpers/factories";
import { killDb } from "../../helpers/kill-db";
import { jobContextAt, stubMailEndpoint } from "../../helpers/outbox";
import { insertPushDevice } from "../../helpers/push";
import { servicesAt } from "../../helpers/services";
import { insertRequest } from "./setup";

const app = createTestApp();
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

it("tells 2,400 teachers once each in bounded batches, however often the job is killed", async () => {
  // Twelve batches for each of two requests, four more than those of one run.
  const TEACHERS = 2_400;
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
  const author = await createUser(app);
  const request = await insertRequest(app, author, { county: "b", openedTs: now, createdTs: now });
  // It takes turns with another one.
  const other = await insertRequest(app, await createUser(app), { county: "b", openedTs: now + 1 });

  let kills = 0;
  let ts = now;
  for (; kills < 10; ts += 60_000) if (await runKilled(notifyRequests, ts, 12)) kills++;
  const { db: counting, ledger } = createCountingDb(bindings.DB as never);
  for (let run = 0; run < 2; run++, ts += 60_000)
    await notifyRequests(jobContextAt(ts, { DB: counting as never }));
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
    "A parent in București looks for mathematics, grade 8, Wednesday evening",
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
  const teacher = await createTeacher(app, { locale: "en" });
  await createListing(app, teacher);
  await createListing(app, teacher, { subject: "m", county: "b", online: true });
  const device = await insertPushDevice(teacher.id);
  const countPushes = () => db.$count(pushOutbox, sql`subscription_id = ${device}`);
  const silent = await createTeacher(app, { emailVerifiedTs: null });
  await createListing(app, silent);
  const ask = async (overrides: Parameters<typeof insertRequest>[2] = {}) =>
    insertRequest(app, await createUser(app), overrides);
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
    await insertRequest(app, teacher),
  ];
  await notifyRequests(jobContextAt(now));
  await notifyRequests(jobContextAt(now));
  const told = (await listRows(requestNotices, { teacherId: teacher.id })).map(({ requestId }) => requestId);
  expect(told.sort()).toEqual(fitting.map(({ id }) => id).sort());
  for (const { id } of others) expect(await noticesOf(id)).toEqual([]);
  expect(await listRows(requestNotices, { teacherId: silent.id })).toEqual([]);

  // The sixth before the daily mail is only on the page; the first after it is told.
  const more = [];
  for (let n = 0; n < 3; n++) more.push(await ask({ openedTs: now + n }));
  await notifyRequests(jobContextAt(now + HOUR_MS));
  expect(await listRows(requestNotices, { teacherId: teacher.id })).toHaveLength(5);
  expect(await countPushes()).toBe(5);
  const evening = Date.UTC(2026, 10, 20, 16);
  const tomorrows = await ask();
  await notifyRequests(jobContextAt(evening));
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
    "A parent in Cluj looks for mathematics, grade 8, Wednesday evening",
    "A learner looks for online lessons: mathematics, high school, Wednesday evening",
    "80 lei",
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
});
