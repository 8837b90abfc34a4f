import type { Ctx } from "@/context";
import { getUsualPrice } from "@/features/prices";
import { countMatches, MAX_COUNTED } from "@/features/search";
import { toDay } from "@/shared/dates";
import { type ExamCountdown, findNextExam } from "@/shared/exam-weeks";
import type { UsualPrice } from "@/shared/find-usual-price";
import type { ExamsDocument } from "@/shared/schemas/exams";
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
export async function computeStudyPlan(
  ctx: Ctx,
  exams: ExamsDocument,
  input: StudyPlanInput,
): Promise<StudyPlan | null> {
  const { exam, subject, hours, county } = input;
  const countdown = findNextExam(exams, exam, toDay(ctx.now));
  if (!countdown) return null;
  const filters: SearchFilters = {
    ...NO_FILTERS,
    subject: [subject],
    level: [exam],
    county,
    online: county === null,
  };
  const [usual, listings] = await Promise.all([
    getUsualPrice(ctx.db, { subject, level: exam, county }),
    countMatches(ctx, filters),
  ]);
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

/** The query of the plan's address. */
export const toPlanQuery = ({ exam, subject, hours, county }: StudyPlanInput) => ({
  exam,
  subject,
  hours,
  county,
});
