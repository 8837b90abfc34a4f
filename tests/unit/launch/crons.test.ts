import { describe, expect, it } from "vitest";
import { SCHEDULE } from "@/jobs/schedule";
import { readWorkerOptions } from "../../../dev/launch/read-worker-options";

describe("the schedule", () => {
  it("uses each cron of wrangler.toml", () => {
    const used = new Set(SCHEDULE.map((job) => job.cron));
    expect([...used].sort()).toEqual([...(readWorkerOptions().cronTriggers ?? [])].sort());
  });
});
