import { isLevelOf, type Level, type Subject } from "./codes";
import { addDays, type Day, listDays, type Period } from "./dates";
import { EXAM_LEVELS, type Exam, type ExamsDocument } from "./schemas/exams";

/** How long it is until an exam. */
export type ExamCountdown = {
  exam: Exam;
  /** The first day of its written tests. */
  day: Day;
  /** Whole days from today until that day; 0 on the day itself. */
  days: number;
  /** Whole weeks in these days. */
  weeks: number;
  /** Those of these days that are in school holidays. */
  holidayDays: number;
  /** Whole weeks in the others. */
  lessonWeeks: number;
  /** The school holidays of all years that are entered. */
  holidays: Period[];
  /** Where the day is published, as the admin entered it; "" if that is not said. */
  source: string;
};

/** The time until the exam's next day; null if none is known. Today counts, the day of the exam does not. */
export function findNextExam({ years }: ExamsDocument, exam: Exam, today: Day): ExamCountdown | null {
  const year = years.find((one) => one[exam] !== null && one[exam] >= today);
  const day = year?.[exam];
  if (!year || !day) return null;
  const holidays = years.flatMap((one) => one.holidays);
  const dates = listDays(today, addDays(day, -1));
  const holidayDays = dates.filter((date) => isInPeriods(holidays, date)).length;
  return {
    exam,
    day,
    days: dates.length,
    weeks: toWeeks(dates.length),
    holidayDays,
    lessonWeeks: toWeeks(dates.length - holidayDays),
    holidays,
    source: year.source,
  };
}

/**
 * The days of one weekday that have a lesson in each of the lesson weeks, the last in the calendar week before that of the
 * exam: Mondays if enough of them are outside the holidays. Some weekday has enough: seven times the lesson weeks are
 * not more than the free days, of which at most six are in the week of the exam.
 */
export function listLessonDays({ day, lessonWeeks, holidays }: ExamCountdown, today: Day): Day[] {
  const monday = addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
  const dates = today < monday ? listDays(today, addDays(monday, -1)) : [];
  const untilMonday = (8 - new Date(today).getUTCDay()) % 7;
  const free = [0, 1, 2, 3, 4, 5, 6]
    .map((shift) =>
      dates.filter((date, n) => n % 7 === (untilMonday + shift) % 7 && !isInPeriods(holidays, date)),
    )
    .find(({ length }) => length >= lessonWeeks);
  return free?.slice(free.length - lessonWeeks) ?? [];
}

/** Whether a day is in one of some periods. */
const isInPeriods = (periods: readonly Period[], day: Day): boolean =>
  periods.some(({ from, to }) => from <= day && day <= to);

const toWeeks = (days: number): number => Math.floor(days / 7);

/** The exams that levels prepare for, of any of the subjects if some are given. */
export const toExams = (levels: readonly Level[], subjects: readonly Subject[]): Exam[] =>
  EXAM_LEVELS.filter((exam) => levels.includes(exam) && isLevelOf(exam, subjects));
