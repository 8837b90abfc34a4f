import type { Ctx } from "@/context";
import { getUsualPrice } from "@/features/prices";
import { countMatches, MAX_COUNTED } from "@/features/search";
import { EXAMS, getDocument } from "@/features/settings";
import { toDay } from "@/shared/dates";
import { type ExamCountdown, findNextExam } from "@/shared/exam-weeks";
import type { UsualPrice } from "@/shared/find-usual-price";
import { roundUsualPrice } from "@/shared/price-cells";
import { EXAM_LEVELS } from "@/shared/schemas/exams";
import { NO_FILTERS, type SearchFilters } from "@/shared/schemas/search";
import type { StudyPlanInput } from "@/shared/schemas/study-plan";

/** Half hours can cost half a leu. */
const roundToLei = (bani: number): number => Math.round(bani / 100) * 100;

type PriceRange = { from: number; to: number };

/** Weeks of a month, for a cost that is comparable to other monthly ones. */
const WEEKS_A_MONTH = 4;

export type StudyPlan = {
  input: StudyPlanInput;
  countdown: ExamCountdown;
  /** Hours of lessons that fit until the exam. */
  lessons: number;
  /** The usual price, and what the lessons cost at its quartiles as they are shown (bani); null if too few teach this. */
  cost: { usual: UsualPrice; total: PriceRange; monthly: PriceRange } | null;
  /** The search for teachers who fit. */
  filters: SearchFilters;
  /** The number of its listings; null for more than are counted. */
  listings: number | null;
};

/** The exams whose next day is known, and the plan of the input; null without input, or if its exam is not among them. */
export async function loadStudyPlan(
  ctx: Ctx,
  input: StudyPlanInput | null,
): Promise<{ exams: ExamCountdown[]; plan: StudyPlan | null }> {
  const filters: SearchFilters = {
    ...NO_FILTERS,
    subject: input ? [input.subject] : [],
    level: input ? [input.exam] : [],
    county: input?.county ?? null,
    online: input?.county === null,
  };
  const [{ value: document }, usual, listings] = await Promise.all([
    getDocument(ctx, EXAMS),
    input && getUsualPrice(ctx.db, { ...input, level: input.exam }),
    input && countMatches(ctx, filters),
  ]);
  const exams = EXAM_LEVELS.flatMap((exam) => findNextExam(document, exam, toDay(ctx.now)) ?? []);
  const countdown = exams.find(({ exam }) => exam === input?.exam);
  if (!input || !countdown || listings === null) return { exams, plan: null };
  const lessons = countdown.lessonWeeks * input.hours;
  const costOf = (hours: number, { q1, q3 }: UsualPrice): PriceRange => ({
    from: roundToLei(hours * roundUsualPrice(q1)),
    to: roundToLei(hours * roundUsualPrice(q3)),
  });
  const plan = {
    input,
    countdown,
    lessons,
    cost: usual && {
      usual,
      total: costOf(lessons, usual),
      monthly: costOf(input.hours * WEEKS_A_MONTH, usual),
    },
    filters,
    listings: listings > MAX_COUNTED ? null : listings,
  };
  return { exams, plan };
}
