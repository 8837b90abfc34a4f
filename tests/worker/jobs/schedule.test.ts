import { expect, it, vi } from "vitest";
import type { Bindings } from "@/env";
import { runSchedule } from "@/jobs";
import { SCHEDULE } from "@/jobs/schedule";
import { createTestApp } from "../../helpers/app";
import { queueTestMail, stubMailEndpoint } from "../../helpers/outbox";

const endpoint = stubMailEndpoint();

it("runs each job of a cron with the time at which it starts", async () => {
  const { bindings } = createTestApp();
  const jobs = SCHEDULE.filter(({ cron }) => cron === "0 * * * *");
  let now = 1000;
  const startTimes: number[] = [];
  for (const job of jobs) {
    vi.spyOn(job, "run").mockImplementation(async (ctx) => {
      startTimes.push(ctx.now);
      now += 60_000;
    });
  }
  await runSchedule("0 * * * *", bindings, { waitUntil: () => {} }, undefined, () => now);
  expect(startTimes).toEqual(jobs.map((_, index) => 1000 + index * 60_000));
  vi.restoreAllMocks();
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
