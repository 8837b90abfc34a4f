import { expect, it, vi } from "vitest";
import { runSchedule } from "@/jobs";
import { SCHEDULE } from "@/jobs/schedule";
import { createTestApp } from "../../helpers/app";

it("gives each job of a cron the time at which it begins", async () => {
  const { bindings } = createTestApp();
  const jobs = SCHEDULE.filter(({ cron }) => cron === "0 * * * *");
  let now = 1000;
  const begun: number[] = [];
  for (const job of jobs) {
    vi.spyOn(job, "run").mockImplementation(async (ctx) => {
      begun.push(ctx.now);
      now += 60_000;
    });
  }
  await runSchedule("0 * * * *", bindings, { waitUntil: () => {} }, undefined, () => now);
  expect(begun).toEqual(jobs.map((_, index) => 1000 + index * 60_000));
  vi.restoreAllMocks();
});
