import { sql } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { listJobRuns } from "@/db/job-runs";
import { jobRuns } from "@/db/schema";
import type { Bindings } from "@/env";
import { runSchedule } from "@/jobs";
import { type Job, SCHEDULE } from "@/jobs/schedule";
import { JOB_NAMES } from "@/shared/job-crons";
import { app, db } from "../../helpers/app";
import { queueTestMail, stubMailEndpoint } from "../../helpers/outbox";

const MINUTE_MS = 60_000;
const PERIOD_MS = 5 * MINUTE_MS;
/** By the minutes between its runs, the minutes after its last success in which a job is not yet late. */
const IN_TIME: Record<number, number> = { 1: 3, 5: 15, 60: 180, 1440: 26 * 60 };
const endpoint = stubMailEndpoint();

it("tells that a job is late after three periods, a nightly one two hours after the end of the night it missed", async () => {
  const { now } = app.clock;
  await db.run(sql`insert into job_runs (name, last_success_ts)
    select value, ${now} from json_each(${JSON.stringify(JOB_NAMES)})`);
  const listLate = async (ts: number) =>
    (await listJobRuns({ db, now: ts })).filter(({ state }) => state === "late").map(({ name }) => name);
  for (const { name, minutesBetweenRuns } of await listJobRuns({ db, now })) {
    const lastTs = now + (IN_TIME[minutesBetweenRuns] ?? 0) * MINUTE_MS;
    expect([name, (await listLate(lastTs)).includes(name)]).toEqual([name, false]);
    expect([name, (await listLate(lastTs + 1)).includes(name)]).toEqual([name, true]);
  }
  await db.delete(jobRuns);
});

it("records each job's last success and failure", async () => {
  const {
    bindings,
    clock: { now },
  } = app;
  const run = (ts: number) =>
    runSchedule("send-badge-reminders", bindings, { waitUntil: () => {} }, undefined, () => ts);
  const find = async (ts: number) =>
    (await listJobRuns({ db, now: ts })).find(({ name }) => name === "send-badge-reminders");

  expect(await find(now)).toMatchObject({ state: "never", minutesBetweenRuns: 5 });
  await run(now);
  expect(await find(now)).toMatchObject({ lastSuccessTs: now, state: "ok" });

  const complaints = vi.spyOn(console, "error").mockImplementation(() => {});
  const job = SCHEDULE.find(({ name }) => name === "send-badge-reminders") as Job;
  vi.spyOn(job, "run").mockRejectedValue(new Error("no bucket"));
  await expect(run(now + PERIOD_MS)).rejects.toThrow("send-badge-reminders");
  complaints.mockClear();
  vi.restoreAllMocks();
  expect(await find(now + PERIOD_MS)).toMatchObject({
    lastSuccessTs: now,
    lastErrorTs: now + PERIOD_MS,
    state: "failed",
  });
});

it("sends a queue message if more mail is due than one run delivers", async () => {
  const { bindings } = app;
  const messages: unknown[] = [];
  const MAIL_QUEUE = { send: async (message: unknown) => void messages.push(message) };
  const run = () =>
    runSchedule("deliver-mail", { ...bindings, MAIL_QUEUE } as unknown as Bindings, { waitUntil: () => {} });
  for (let n = 0; n < 51; n++) await queueTestMail(`reader${n}@example.test`);
  await run();
  expect(endpoint.requests).toHaveLength(50);
  expect(messages).toEqual([{ wake: "outbox" }]);
  await run();
  expect(endpoint.requests).toHaveLength(51);
  expect(messages).toHaveLength(1);
});
