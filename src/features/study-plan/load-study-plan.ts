import type { Ctx } from "@/context";
import { getUsualPrice } from "@/features/prices";
import { countMatches, findPriceRange, MAX_COUNTED } from "@/features/search";
import { EXAMS, getDocument } from "@/features/settings";
import { listExamSchools } from "@/shared/codes";
import { toDay } from "@/shared/dates";
import { type ExamCountdown, findNextExam } from "@/shared/exam-weeks";
import type { UsualPrice } from "@/shared/find-usual-price";
import { roundUsualPrice } from "@/shared/price-cells";
import { EXAM_LEVELS } from "@/shared/schemas/exams";
import { NO_FILTERS, type SearchFilters } from "@/shared/schemas/search";
import type { StudyPlanInput } from "@/shared/schemas/study-plan";

type PriceRange = { from: number; to: number };

/** The cost (bani) of all lessons, whose number is an estimate: rounded to 10 lei, from 1,000 lei on to 50. */
function roundCost(bani: number): number {
  const step = bani < 100_000 ? 1_000 : 5_000;
  return Math.round(bani / step) * step;
}

/** Weeks of a month, for a cost that is comparable to other monthly ones. */
const WEEKS_A_MONTH = 4;

const mapRange = ({ from, to }: PriceRange, map: (bani: number) => number): PriceRange => ({
  from: map(from),
  to: map(to),
});

export type StudyPlan = {
  input: StudyPlanInput;
  countdown: ExamCountdown;
  /** Hours of lessons that fit until the exam. */
  lessons: number;
  /** The usual price, and what the lessons cost at its quartiles as they are shown (bani); null if too few teach this. */
  cost: { usual: UsualPrice; total: PriceRange; monthly: PriceRange } | null;
  /** The search for teachers who fit, and the number of its listings; null for more than are counted. */
  filters: SearchFilters;
  listings: number | null;
  /** The searches that have listings: for the exam, for the school before it, and online instead of in the county. */
  offers: PlanOffer[];
};

export type PlanOffer = {
  name: "exam" | "school" | "online";
  filters: SearchFilters;
  /** Null for more than are counted. */
  listings: number | null;
  /** The lowest and highest price per hour, in whole lei, and what the lessons cost at them (bani). */
  prices: PriceRange;
  total: PriceRange;
  monthly: PriceRange;
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
  const [{ value: document }, usual, ...found] = await Promise.all([
    getDocument(ctx, EXAMS),
    input && getUsualPrice(ctx.db, { ...input, level: input.exam }),
    ...(input ? listSearches(filters) : []).map(async (search) => {
      const [count, prices] = await Promise.all([
        countMatches(ctx, search.filters),
        findPriceRange(ctx, search.filters),
      ]);
      return { ...search, listings: count > MAX_COUNTED ? null : count, prices };
    }),
  ]);
  const exams = EXAM_LEVELS.flatMap((exam) => findNextExam(document, exam, toDay(ctx.now)) ?? []);
  const countdown = exams.find(({ exam }) => exam === input?.exam);
  if (!input || !countdown) return { exams, plan: null };
  const lessons = countdown.lessonWeeks * input.hours;
  const costAt = (prices: PriceRange) => ({
    total: mapRange(prices, (price) => roundCost(lessons * price)),
    monthly: mapRange(prices, (price) => input.hours * WEEKS_A_MONTH * price),
  });
  const plan = {
    input,
    countdown,
    lessons,
    cost: usual && { usual, ...costAt(mapRange({ from: usual.q1, to: usual.q3 }, roundUsualPrice)) },
    filters,
    listings: found[0]?.listings ?? null,
    offers: found.flatMap(({ prices: exact, ...offer }) => {
      const prices = exact && mapRange(exact, (price) => Math.round(price / 100) * 100);
      return prices ? { ...offer, prices, ...costAt(prices) } : [];
    }),
  };
  return { exams, plan };
}

/**
 * The search of a plan, and those that may help if it finds nothing. All run always: the page makes one round trip to the
 * database, and whether the first finds nothing is known only after it.
 */
const listSearches = (filters: SearchFilters): Pick<PlanOffer, "name" | "filters">[] => [
  { name: "exam", filters },
  { name: "school", filters: { ...filters, level: listExamSchools(filters.level) } },
  ...(filters.county
    ? [{ name: "online" as const, filters: { ...filters, county: null, online: true } }]
    : []),
];
