import { expect, it } from "vitest";
import { EXAMS } from "@/features/settings";
import { addDays, countDays, DAY_MS, listDays, startOfDay } from "@/shared/dates";
import { findNextExam, listLessonDays, toExams } from "@/shared/exam-weeks";
import { isDraftDate } from "@/shared/format-exam";
import { EXAM_LEVELS } from "@/shared/schemas/exams";

const document = EXAMS.defaultValue;

it("counts weeks until each exam right on every day of the year, across holidays and clock changes", () => {
  const [year] = document.years;
  if (!year) throw new Error("no exam is known");
  for (const exam of EXAM_LEVELS) {
    const end = year[exam] ?? "";
    // Going back from the exam, each day is one more, and one more to learn unless it is a holiday.
    const holidays = new Set(year.holidays.flatMap(({ from, to }) => listDays(from, to)));
    let days = 0;
    let free = 0;
    for (let today = `${end.slice(0, 4)}-08-31`; days < 366; today = addDays(today, -1)) {
      const found = findNextExam(document, exam, today);
      if (today > end) {
        expect(found).toBeNull();
        continue;
      }
      if (today < end) {
        days++;
        if (!holidays.has(today)) free++;
      }
      expect(found).toMatchObject({
        days,
        weeks: Math.floor(days / 7),
        lessonWeeks: Math.floor(free / 7),
      });
      const lessons = found ? listLessonDays(found, today) : [];
      expect(lessons).toHaveLength(Math.floor(free / 7));
      expect(
        lessons.filter(
          (date) =>
            date < today ||
            date >= addDays(end, -((new Date(end).getUTCDay() + 6) % 7)) ||
            holidays.has(date),
        ),
      ).toEqual([]);
      expect(new Set(lessons.map((date) => new Date(date).getUTCDay())).size).toBeLessThanOrEqual(1);
      // The last lesson is in the week before that of the exam, which no holidays touch.
      const gap = lessons.length > 0 ? countDays(lessons.at(-1) ?? "", end) - 1 : 7;
      expect(gap).toBeLessThan(14);
      // A day with a clock change has 23 or 25 hours.
      expect(Math.round((startOfDay(end) - startOfDay(today)) / DAY_MS)).toBe(days);
    }
  }
});

it.each([
  ["Bacalaureat: OM 1/2026 (MO 7/2026). Evaluarea Națională: proiectul de calendar.", true, false],
  ["Draft of the ministry", true, true],
  ["BAC: proiect de ordin; Evaluare Națională: OM 1/2026.", false, true],
  ["OM 1/2026", false, false],
  ["", false, false],
])("knows of the source '%s' which exam's date is a draft", (source, pe, pb) => {
  expect([isDraftDate({ exam: "pe", source }), isDraftDate({ exam: "pb", source })]).toEqual([pe, pb]);
});

it("finds the exam itself on its day, and the next year's on the day after", () => {
  const next = { year: "2027/28", pe: "2028-06-20", pb: null, holidays: [], source: "" };
  const both = { years: [...document.years, next] };
  expect(findNextExam(both, "pe", "2027-06-22")).toMatchObject({ day: "2027-06-22", days: 0, weeks: 0 });
  expect(findNextExam(both, "pe", "2027-06-23")).toMatchObject({ day: "2028-06-20", days: 363, weeks: 51 });
  expect(findNextExam(both, "pb", "2027-06-23")).toBeNull();
  expect(findNextExam({ years: [] }, "pe", "2027-01-01")).toBeNull();
  expect(toExams(["h", "pb", "pe"], ["b"])).toEqual(["pb"]);
  // A summer before the year of the exam is holidays, too.
  const summer = findNextExam(both, "pe", "2027-07-01");
  expect(summer?.lessonWeeks).toBe(Math.floor(countDays("2027-09-01", "2028-06-19") / 7));
});
