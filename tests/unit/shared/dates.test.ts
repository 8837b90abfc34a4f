import { describe, expect, it } from "vitest";
import { formatLocalTime, parseLocalTime } from "@/shared/dates";
import { toLocalTime } from "@/shared/typed-dates";

describe("Bucharest time", () => {
  it("applies to typed times, in summer, in winter and on the days of the clock change", () => {
    for (const [text, utc] of [
      ["2026-07-01T12:00", Date.UTC(2026, 6, 1, 9)],
      ["2026-03-29T02:59", Date.UTC(2026, 2, 29, 0, 59)],
      ["2026-03-29T04:00", Date.UTC(2026, 2, 29, 1)],
      ["2026-10-25T03:30", Date.UTC(2026, 9, 25, 0, 30)],
      ["2026-10-25T04:00", Date.UTC(2026, 9, 25, 2)],
    ] as const) {
      expect(parseLocalTime(text), text).toBe(utc);
      expect(formatLocalTime(utc)).toBe(text);
    }
    expect(parseLocalTime("2026-03-29T03:30")).toBe(Date.UTC(2026, 2, 29, 1, 30));
    for (const text of ["", "2026-02-30T10:00", "2026-01-01T24:00", "2026-01-01T10:60", "10:00"]) {
      expect(parseLocalTime(text), text).toBeNull();
    }
  });

  it.each([
    ["en", "3/14/2026 9:30 AM", "2026-03-14T09:30"],
    ["en", "03/14/2026, 12:05 pm", "2026-03-14T12:05"],
    ["en", "03/14/2026 12:05 a.m.", "2026-03-14T00:05"],
    ["ro", "14.03.2026 9:30", "2026-03-14T09:30"],
    ["ro", "14.03.2026, 21:30", "2026-03-14T21:30"],
  ] as const)("is typed in the format of the language: %s %s", (locale, typed, local) => {
    expect(toLocalTime(typed, locale)).toBe(local);
  });

  it.each([
    ["en", "14/03/2026 09:30"],
    ["ro", "03/14/2026 9:30"],
    ["ro", "14.03.2026 9:30 PM"],
    ["ro", ""],
  ] as const)("other text stays unchanged: %s %s", (locale, typed) => {
    expect(toLocalTime(typed, locale)).toBe(typed);
  });
});
