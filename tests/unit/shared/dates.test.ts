import { describe, expect, it } from "vitest";
import { formatLocalTime, parseLocalTime } from "@/shared/dates";

describe("Bucharest time", () => {
  it("applies to typed times, in summer, in winter and on the days of the clock change", () => {
    for (const [text, utc] of [
      ["2026-07-01T12:00", Date.UTC(2026, 6, 1, 9)],
      ["2026-12-01T12:00", Date.UTC(2026, 11, 1, 10)],
      ["2026-03-29T02:59", Date.UTC(2026, 2, 29, 0, 59)],
      ["2026-03-29T04:00", Date.UTC(2026, 2, 29, 1)],
      ["2026-10-25T03:30", Date.UTC(2026, 9, 25, 0, 30)],
      ["2026-10-25T04:00", Date.UTC(2026, 9, 25, 2)],
      ["2026-10-25T23:59", Date.UTC(2026, 9, 25, 21, 59)],
    ] as const) {
      expect(parseLocalTime(text), text).toBe(utc);
      expect(formatLocalTime(utc)).toBe(text);
    }
    expect(parseLocalTime("2026-03-29T03:30")).toBe(Date.UTC(2026, 2, 29, 1, 30));
    for (const text of ["", "2026-02-30T10:00", "2026-01-01T24:00", "2026-01-01T10:60", "10:00"]) {
      expect(parseLocalTime(text), text).toBeNull();
    }
  });
});
