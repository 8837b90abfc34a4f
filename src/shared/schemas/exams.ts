import * as z from "zod/mini";
import { parseDay } from "@/shared/dates";
import { normaliseLine } from "@/shared/text";

/** The national exams, by the level of lessons that prepare for them. */
export const EXAM_LEVELS = ["pe", "pb"] as const;
export type Exam = (typeof EXAM_LEVELS)[number];

const day = z.iso.date("not_date");
/** A day, which the check of all lines of holidays validates. */
const holiday = z.string().check(z.trim());

/** Whether a text is a school year, as 2026/27. */
function isSchoolYear(text: string): boolean {
  const [, first, second] = text.match(/^20(\d\d)\/(\d\d)$/) ?? [];
  return first !== undefined && Number(second) === Number(first) + 1;
}

/** A school year written in another usual way, such as 2026-2027, as 2026/27. */
const normaliseYear = (text: string): string =>
  normaliseLine(text).replace(/^(20\d\d)\s*[-–/]\s*(?:20)?(\d\d)$/, "$1/$2");

/**
 * A school year. The days are the first of each exam's written tests, null while the ministry has not published it;
 * `source` says where they are published.
 */
const examYearSchema = z
  .object({
    year: z.string().check(z.overwrite(normaliseYear), z.refine(isSchoolYear, { error: "school_year" })),
    pe: z.nullable(day),
    pb: z.nullable(day),
    /** First and last day of each of the school holidays. */
    holidays: z.array(z.object({ from: holiday, to: holiday })).check(z.maxLength(20)),
    source: z.string().check(z.overwrite(normaliseLine), z.maxLength(300)),
  })
  .check(
    z.superRefine(({ year, holidays, ...days }, issues) => {
      const isKnown = isSchoolYear(year);
      const first = `${year.slice(0, 4)}-09-01`;
      const last = `${Number(year.slice(0, 4)) + 1}-08-31`;
      // The summer holidays end shortly before the next school year, which begins in some week of September.
      const lastOfHolidays = `${Number(year.slice(0, 4)) + 1}-09-15`;
      const isOutside = (date: string | null, latest: string) =>
        isKnown && date !== null && (date < first || date > latest);
      for (const exam of EXAM_LEVELS) {
        if (isOutside(days[exam], last))
          issues.addIssue({ code: "custom", path: [exam], message: "other_year" });
      }
      // One error for all lines, so that no correction leads to the next error.
      const lines = holidays.flatMap(({ from, to }, n) => {
        const isWrong = [from, to].some((date) => parseDay(date) === null) || from > to;
        return isWrong || isOutside(from, last) || isOutside(to, lastOfHolidays) ? [n + 1] : [];
      });
      if (lines.length > 0) {
        const params = { lines: lines.join(", ") };
        issues.addIssue({ code: "custom", path: ["holidays"], message: "wrong_holidays", params });
      }
    }),
  );

/** The document `settings/exams`: the school years, each once, in any order. */
export const examsSchema = z.object({
  years: z.array(examYearSchema).check(
    z.maxLength(20),
    z.superRefine((years, issues) => {
      for (const [place, { year }] of years.entries()) {
        if (years.findIndex((one) => one.year === year) === place) continue;
        issues.addIssue({ code: "custom", path: [place, "year"], message: "duplicate_year" });
      }
    }),
    z.overwrite((years) => years.toSorted((a, b) => a.year.localeCompare(b.year))),
  ),
});
export type ExamsDocument = z.output<typeof examsSchema>;
