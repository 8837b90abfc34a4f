import { describe, expect, it } from "vitest";
import { computeNextDigestTs } from "@/features/alerts/digests/compute-next-digest-ts";

const ts = (iso: string) => Date.parse(iso);
const next = (frequency: "daily" | "weekly", now: string) =>
  new Date(computeNextDigestTs(frequency, ts(now))).toISOString();

describe("computeNextDigestTs", () => {
  it("is the next 6 pm in Bucharest", () => {
    expect(next("daily", "2026-11-20T09:00:00Z")).toBe("2026-11-20T16:00:00.000Z");
    expect(next("daily", "2026-11-20T15:59:59.999Z")).toBe("2026-11-20T16:00:00.000Z");
    expect(next("daily", "2026-11-20T16:00:00Z")).toBe("2026-11-21T16:00:00.000Z");
    expect(next("daily", "2026-07-01T14:59:00Z")).toBe("2026-07-01T15:00:00.000Z");
    expect(next("daily", "2026-07-01T22:30:00Z")).toBe("2026-07-02T15:00:00.000Z");
  });

  it("is the next Monday for weekly digests", () => {
    expect(next("weekly", "2026-11-20T09:00:00Z")).toBe("2026-11-23T16:00:00.000Z");
    expect(next("weekly", "2026-11-23T15:00:00Z")).toBe("2026-11-23T16:00:00.000Z");
    expect(next("weekly", "2026-11-23T16:00:00Z")).toBe("2026-11-30T16:00:00.000Z");
    // Monday in Bucharest, Sunday in UTC.
    expect(next("weekly", "2026-11-22T22:30:00Z")).toBe("2026-11-23T16:00:00.000Z");
  });

  it("stays at 6 pm when daylight saving time ends", () => {
    expect(next("daily", "2026-10-24T12:00:00Z")).toBe("2026-10-24T15:00:00.000Z");
    expect(next("daily", "2026-10-24T15:00:00Z")).toBe("2026-10-25T16:00:00.000Z");
    expect(next("daily", "2026-10-25T15:30:00Z")).toBe("2026-10-25T16:00:00.000Z");
    expect(next("weekly", "2026-10-19T15:00:00Z")).toBe("2026-10-26T16:00:00.000Z");
  });

  it("stays at 6 pm when daylight saving time begins", () => {
    expect(next("daily", "2027-03-27T12:00:00Z")).toBe("2027-03-27T16:00:00.000Z");
    expect(next("daily", "2027-03-27T16:00:00Z")).toBe("2027-03-28T15:00:00.000Z");
    expect(next("daily", "2027-03-28T00:30:00Z")).toBe("2027-03-28T15:00:00.000Z");
    expect(next("weekly", "2027-03-22T16:00:00Z")).toBe("2027-03-29T15:00:00.000Z");
  });
});
