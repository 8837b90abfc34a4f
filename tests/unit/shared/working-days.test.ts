import { expect, it } from "vitest";
import { addWorkingDays } from "@/shared/working-days";

it.each([
  // A Friday; Monday is Saint Andrew's day, Tuesday the National Day.
  ["2026-11-27", 1, "2026-12-02"],
  ["2026-11-27", 5, "2026-12-08"],
  // Days before and after the weekend count from the next working day.
  ["2026-11-21", 1, "2026-11-23"],
  ["2026-11-16", 3, "2026-11-19"],
  // Orthodox Easter on 12 April 2026 and 2 May 2027: Good Friday to Monday; Pentecost on 31 May 2026.
  ["2026-04-09", 1, "2026-04-14"],
  ["2026-05-29", 1, "2026-06-02"],
  ["2027-04-29", 1, "2027-05-04"],
  // Christmas to Epiphany and Saint John.
  ["2026-12-24", 5, "2027-01-04"],
  ["2027-01-05", 1, "2027-01-08"],
])("%s and %i working days are %s", (day, count, expected) => {
  expect(addWorkingDays(day, count)).toBe(expected);
});
