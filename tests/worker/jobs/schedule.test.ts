import { expect, it, vi } from "vitest";
import { listJobRuns } from "@/db/job-runs";
import type { Bindings } from "@/env";
import { runSchedule } from "@/jobs";
import { type Job, SCHEDULE } from "@/jobs/schedule";
import { createTestApp, db } from "../../helpers/app";
import { queueTestMail, stubMailEndpoint } from "../../helpers/outbox";

const PERIOD_MS = 5 * 60_000;
const endpoint = stubMailEndpoint();

it("records each job's last success and failure, and tells which is late", async () => {
  const {
    bindings,
    clock: { now },
  } = createTestApp();
  const run = (ts: number) =>
    runSchedule("send-badge-reminders", bindings, { waitUntil: () => {} }, undefined, () => ts);
  const find = async (ts: number) =>
    (await listJobRuns({ db, now: ts })).find(({ name }) => name === "send-badge-reminders");

  expect(await find(now)).toMatchObject({ state: "never", minutesBetweenRuns: 5 });
  await run(now);
  expect(await find(now + 3 * PERIOD_MS)).toMatchObject({ lastSuccessTs: now, state: "ok" });
  expect(await find(now + 3 * PERIOD_MS + 1)).toMatchObject({ state: "late" });

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
  const { bindings } = createTestApp();
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
