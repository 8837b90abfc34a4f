import { type SQL, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as t from "@/db/schema";
import { reindexListingsStatements } from "@/features/listings";
import { SCHEDULE } from "@/jobs/schedule";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import type { JobName } from "@/shared/job-crons";
import { REQUEST_OPEN_MS } from "@/shared/request-limits";
import { app, db } from "../../helpers/app";
import { runJobs } from "../../helpers/backups";
import { replaceDueRows } from "../../helpers/due-rows";
import { createTeacher, createUser } from "../../helpers/factories";
import { fakeAuthority } from "../../helpers/fake-authority";
import { fakeStripe } from "../../helpers/fake-stripe";
import {
  enquiryValues,
  guestValues,
  id,
  insertAlerts,
  insertBadges,
  insertEndingPromotions,
  insertForEachListing,
  num,
  owner,
} from "../../helpers/listing-rows";
import { servicesAt } from "../../helpers/services";

const LISTINGS = 6;
/** When maintenance ends. */
const { now: resumedTs } = app.clock;
let learnerId: string;

beforeAll(async () => {
  const teacher = await createTeacher();
  learnerId = (await createUser()).id;
  for (let n = 1; n <= LISTINGS; n++)
    await db.run(sql`
      insert into listings (num, id, owner_id, subject, county, online, title, description, state, created_ts, updated_ts,
        published_ts, price, session_minutes, price_per_hour)
      values (${n}, ${`listing-${n}-of-six`}, ${teacher.id}, 'm', 'cj', 1, 'Matematică', 'Lecții clare', 'published', 0, 0,
        ${resumedTs - DAY_MS}, 9000, 60, 9000)`);
  await expireListings(resumedTs + 60 * DAY_MS);
});

beforeEach(async () => {
  fakeStripe();
  await fakeAuthority().connect();
  await db.delete(t.restores);
  await db.insert(t.restores).values({ backupTs: resumedTs - DAY_MS, resumedTs });
});

async function expireListings(ts: number): Promise<void> {
  await db.run(
    sql`update listings set state = 'published', expires_ts = ${ts}, expiry_notice = null, erased_ts = null`,
  );
  const [first, ...rest] = reindexListingsStatements(servicesAt(resumedTs), sql`1`);
  if (first) await db.batch([first, ...rest]);
}

/** Mails and push messages that a job at a time (ms) queues. */
async function countQueued(job: JobName, ts: number): Promise<number> {
  const before = await listQueued();
  await runJobs(job, ts, app.bindings);
  return [...(await listQueued())].filter((queued) => !before.has(queued)).length;
}

async function listQueued(): Promise<Set<string>> {
  const rows = await db.all<{ id: string }>(
    sql`select id from mail_outbox union all select id from push_outbox`,
  );
  return new Set(rows.map((row) => row.id));
}

const insertDevices = insertForEachListing(t.pushSubscriptions, {
  id,
  user_id: owner,
  endpoint: sql`'https://push.example.com/' || ${num}`,
  p256dh: "",
  auth: "",
  session_id: id,
  created_ts: 0,
});

/** For jobs that mail, the rows about which they mail at `ts` (ms) and not earlier. */
const DUE_AT: Partial<Record<JobName, (ts: number) => SQL[]>> = {
  "queue-alert-digests": (ts) => [
    ...insertAlerts(ts),
    insertForEachListing(t.alertMatches, { filters_id: num, listing_num: num, created_ts: ts }),
  ],
  "notify-requests": (ts) => [
    insertDevices,
    sql`insert into requests (id, user_id, subject, level, county, online, availability, learner_who, text, locale, state,
        created_ts, opened_ts, notified_position)
      values ('request-one', ${learnerId}, 'm', 'h', 'cj', 1, '[]', 'me', '', 'ro', 'open', ${ts}, ${ts}, 0)`,
  ],
  "sweep-requests": (ts) => [
    sql`insert into requests (id, user_id, subject, level, county, online, availability, learner_who, text, locale, state,
        created_ts, opened_ts)
      values ('request-one', ${learnerId}, 'm', 'h', 'cj', 1, '[]', 'me', '', 'ro', 'open', 0, ${ts - REQUEST_OPEN_MS})`,
  ],
  "send-expiry-reminders": (ts) => [sql`update listings set expires_ts = ${ts + 14 * DAY_MS}`],
  "remind-unanswered": (ts) => [
    insertForEachListing(t.enquiries, { ...enquiryValues(ts - DAY_MS), learner_id: learnerId }),
  ],
  "send-appointment-notices": (ts) => [
    insertForEachListing(t.enquiries, { ...enquiryValues(ts - DAY_MS), learner_id: learnerId }),
    insertForEachListing(t.appointments, {
      id,
      enquiry_id: id,
      proposed_by: "learner",
      state: "cancelled",
      times: "[0]",
      time: ts + DAY_MS,
      minutes: 60,
      place: "online",
      created_ts: 0,
      updated_ts: 0,
      notice_ts: ts,
    }),
  ],
  "offer-teachers": (ts) => [
    insertForEachListing(t.enquiries, { ...enquiryValues(ts - 2 * DAY_MS), ...guestValues, confirmed_ts: 1 }),
  ],
  "pause-silent-teachers": (ts) => [
    sql`update users set answer_check_ts = ${ts}, answer_asked_ts = null where id = (select max(owner_id) from listings)`,
    insertForEachListing(t.enquiries, {
      ...enquiryValues(ts - 3 * DAY_MS),
      ...guestValues,
      counts_from_ts: ts - DAY_MS,
    }),
  ],
  "send-review-invitations": (ts) => [
    insertForEachListing(t.enquiries, {
      ...enquiryValues(ts - 15 * DAY_MS),
      ...guestValues,
      confirmed_ts: 1,
      state: "answered",
      answered_ts: ts - 15 * DAY_MS,
      review_mail_ts: ts,
    }),
  ],
  "send-badge-reminders": (ts) => insertBadges(ts + 14 * DAY_MS),
  "sweep-alerts": (ts) => insertAlerts(ts - 183 * DAY_MS),
  "send-ending-notices": (ts) => insertEndingPromotions(ts, ts + 2 * DAY_MS),
  "send-ended-notices": (ts) => insertEndingPromotions(ts, ts),
};
const JOBS = Object.keys(DUE_AT) as JobName[];
/** Jobs that mail at a time of day: the hour (UTC, in November), and what changes their due rows so that no run is full. */
const DUE_AT_HOUR: Partial<Record<JobName, [hour: number, change: SQL]>> = {
  "queue-request-digests": [16, sql`update request_notices set created_ts = ${Date.UTC(2026, 10, 20, 15)}`],
  "send-task-digests": [
    5,
    sql`update users set task_digest_day = null where id <> (select max(id) from users)`,
  ],
};

describe.each(JOBS)("%s in the hour after a restore", (job) => {
  const insertDueAt = async (ts: number) => {
    await replaceDueRows(db, "sweep-orphans", ts);
    await expireListings(resumedTs + 60 * DAY_MS);
    for (const statement of DUE_AT[job]?.(ts) ?? []) await db.run(statement);
  };

  it("tells nobody what was due at the end of maintenance, also later", async () => {
    await insertDueAt(resumedTs);
    expect(await countQueued(job, resumedTs + 60_000)).toBe(0);
    expect(await countQueued(job, resumedTs + HOUR_MS)).toBe(0);
  });

  it("tells after the hour what became due in it", async () => {
    await insertDueAt(resumedTs + 60_000);
    expect(await countQueued(job, resumedTs + 2 * 60_000)).toBe(0);
    expect(await countQueued(job, resumedTs + HOUR_MS)).toBeGreaterThan(0);
    expect(await countQueued(job, resumedTs + HOUR_MS + 60_000)).toBe(0);
  });
});

it.each(Object.entries(DUE_AT_HOUR))("%s at its time of day", async (name, [hour, change]) => {
  const job = name as JobName;
  const dueTs = Date.UTC(2026, 10, 20, hour);
  const countAfter = async (resumed: number) => {
    await replaceDueRows(db, job, dueTs);
    await db.run(change);
    await db.run(sql`update restores set resumed_ts = ${resumed}`);
    return [await countQueued(job, dueTs + 60_000), await countQueued(job, resumed + HOUR_MS)];
  };
  expect(await countAfter(dueTs)).toEqual([0, 0]);
  expect(await countAfter(dueTs - 60_000)).toEqual([0, 1]);
});

it("these are all jobs that queue mail or push messages themselves", { timeout: 120_000 }, async () => {
  await db.delete(t.restores);
  const found: string[] = [];
  for (const { name } of SCHEDULE) {
    await replaceDueRows(db, name, resumedTs);
    if ((await countQueued(name, resumedTs)) > 0) found.push(name);
  }
  expect(found.filter((name) => !Object.hasOwn({ ...DUE_AT, ...DUE_AT_HOUR }, name))).toEqual([]);
});
