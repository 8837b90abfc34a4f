import { describe, expect, it } from "vitest";
import { SCHEDULE } from "@/jobs/schedule";
import { isDue } from "../../../dev/launch/crons";
import { readWorkerOptions } from "../../../dev/launch/read-worker-options";

describe("the local clock", () => {
  const due: [cron: string, when: string, fires: boolean][] = [
    ["* * * * *", "2026-11-20T10:07:00Z", true],
    ["*/5 * * * *", "2026-11-20T10:05:30Z", true],
    ["*/5 * * * *", "2026-11-20T10:06:00Z", false],
    ["0 * * * *", "2026-11-20T10:00:00Z", true],
    ["0 * * * *", "2026-11-20T10:01:00Z", false],
    ["30 3 * * *", "2026-11-20T03:30:00Z", true],
    ["0,15 8-17 * * 1-5", "2026-11-20T08:15:00Z", true],
    ["0,15 8-17 * * 1-5", "2026-11-21T08:15:00Z", false],
    ["0 0 1 1 *", "2026-01-01T00:00:00Z", true],
    ["3-59/10 * * * *", "2026-11-20T10:13:00Z", true],
  ];
  it.each(due)("%s at %s fires: %s", (cron, when, fires) => {
    expect(isDue(cron, new Date(when))).toBe(fires);
  });

  it("throws for an unsupported expression", () => {
    expect(() => isDue("0 0 L * *", new Date("2026-11-20T00:00:00Z"))).toThrow('"L"');
    expect(() => isDue("hourly", new Date())).toThrow("five fields");
  });
});

describe("the schedule", () => {
  it("uses each cron of wrangler.toml", () => {
    const used = new Set(SCHEDULE.map((job) => job.cron));
    expect([...used].sort()).toEqual([...(readWorkerOptions().cronTriggers ?? [])].sort());
  });
});
