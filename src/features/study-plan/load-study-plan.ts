import type { Ctx } from "@/context";
import { getUsualPrice } from "@/features/prices";
import { countMatches, findPriceRange, MAX_COUNTED } from "@/features/search";
import { EXAMS, getDocument } from "@/features/settings";
import { toDay } from "@/shared/dates";
import { type ExamCountdown, findNextExam } from "@/shared/exam-weeks";
import type { UsualPrice } from "@/shared/find-usual-price";
import { roundUsualPrice } from "@/shared/price-cells";
import { EXAM_LEVELS } from "@/shared/schemas/exams";
import { NO_FILTERS, type SearchFilters } from "@/shared/schemas/search";
import type { StudyPlanInput } from "@/shared/schemas/study-plan";

type PriceRange = { from: number; to: number };

/** A cost (bani) as it is shown: rounded to 10 lei, from 1,000 lei on to 50. The number of lessons is an estimate. */
function roundCost(bani: number): number {
  const step = bani < 100_000 ? 1_000 : 5_000;
  return Math.round(bani / step) * step;
}

/** Weeks of a month, for a cost that is comparable to other monthly ones. */
const WEEKS_A_MONTH = 4;

export type StudyPlan = {
  input: StudyPlanInput;
  countdown: ExamCountdown;
  /** Hours of lessons that fit until the exam. */
  lessons: number;
  /** The usual price, and what the lessons cost at its quartiles as they are shown (bani); null if too few teach this. */
  cost: { usual: UsualPrice; total: PriceRange; monthly: PriceRange } | null;
  /** The lowest and highest price per hour of the listings that fit, and what the lessons cost at them (bani). */
  offered: { prices: PriceRange; total: PriceRange } | null;
  /** The search for teachers who fit. */
  filters: SearchFilters;
  /** The number of its listings; null for more than are counted. */
  listings: number | null;
  /** The search for online teachers, if the lessons are in a county, and the number of its listings. */
  online: { filters: SearchFilters; listings: number } | null;
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
  const onlineFilters = input?.county ? { ...filters, county: null, online: true } : null;
  const [{ value: document }, usual, listings, prices, onlineListings] = await Promise.all([
    getDocument(ctx, EXAMS),
    input && getUsualPrice(ctx.db, { ...input, level: input.exam }),
    input && countMatches(ctx, filters),
    input && findPriceRange(ctx, filters),
    onlineFilters && countMatches(ctx, onlineFilters),
  ]);
  const exams = EXAM_LEVELS.flatMap((exam) => findNextExam(document, exam, toDay(ctx.now)) ?? []);
  const countdown = exams.find(({ exam }) => exam === input?.exam);
  if (!input || !countdown || listings === null) return { exams, plan: null };
  const lessons = countdown.lessonWeeks * input.hours;
  const costOf = (hours: number, { from, to }: PriceRange): PriceRange => ({
    from: roundCost(hours * from),
    to: roundCost(hours * to),
  });
  const usualRange = usual && { from: roundUsualPrice(usual.q1), to: roundUsualPrice(usual.q3) };
  const plan = {
    input,
    countdown,
    lessons,
    cost: usual &&
      usualRange && {
        usual,
        total: costOf(lessons, usualRange),
        monthly: costOf(input.hours * WEEKS_A_MONTH, usualRange),
      },
    offered: prices && { prices, total: costOf(lessons, prices) },
    filters,
    listings: listings > MAX_COUNTED ? null : listings,
    online: onlineFilters && { filters: onlineFilters, listings: onlineListings ?? 0 },
  };
  return { exams, plan };
}
