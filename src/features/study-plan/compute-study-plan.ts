import type { Ctx } from "@/context";
import { getUsualPrice } from "@/features/prices";
import { countMatches, MAX_COUNTED } from "@/features/search";
import { EXAMS, getDocument } from "@/features/settings";
import { toDay } from "@/shared/dates";
import { type ExamCountdown, findNextExam } from "@/shared/exam-weeks";
import type { UsualPrice } from "@/shared/find-usual-price";
import { NO_FILTERS, type SearchFilters } from "@/shared/schemas/search";
import type { StudyPlanInput } from "@/shared/schemas/study-plan";

export type StudyPlan = {
  input: StudyPlanInput;
  countdown: ExamCountdown;
  /** Hours of lessons that fit until the exam. */
  lessons: number;
  /** The usual price, and what the lessons cost at its quartiles, in bani; null if too few teachers teach this. */
  cost: { usual: UsualPrice; from: number; to: number } | null;
  /** The search for teachers who fit. */
  filters: SearchFilters;
  /** The number of its listings; null for more than are counted. */
  listings: number | null;
};

/** How many lessons fit until the next exam outside of school holidays; null if the exam's day is not known. */
export async function computeStudyPlan(ctx: Ctx, input: StudyPlanInput): Promise<StudyPlan | null> {
  const { exam, subject, hours, county } = input;
  const filters: SearchFilters = {
    ...NO_FILTERS,
    subject: [subject],
    level: [exam],
    county,
    online: county === null,
  };
  const [exams, usual, listings] = await Promise.all([
    getDocument(ctx, EXAMS),
    getUsualPrice(ctx.db, { subject, level: exam, county }),
    countMatches(ctx, filters),
  ]);
  const countdown = findNextExam(exams.value, exam, toDay(ctx.now));
  if (!countdown) return null;
  const lessons = countdown.lessonWeeks * hours;
  return {
    input,
    countdown,
    lessons,
    cost: usual && { usual, from: lessons * usual.q1, to: lessons * usual.q3 },
    filters,
    listings: listings > MAX_COUNTED ? null : listings,
  };
}
