import { Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv } from "@/context";
import { toFilterQuery } from "@/features/search";
import { declareCall } from "@/http/declare-call";
import { COUNTY_CODES, LEVELS, SUBJECTS } from "@/shared/codes";
import { Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { EXAM_LEVELS } from "@/shared/schemas/exams";
import { studyPlanSchema } from "@/shared/schemas/study-plan";
import { loadStudyPlan } from "./load-study-plan";

const count = z.int().check(z.nonnegative());
const day = z.iso.date();
const bani = z.int().check(z.nonnegative());
const priceRange = z.object({ from: bani, to: bani });

const studyPlanJsonSchema = z
  .object({
    exam: z.enum(EXAM_LEVELS),
    subject: z.enum(SUBJECTS),
    county: z.nullable(z.enum(COUNTY_CODES)),
    day,
    days: count,
    weeks: count,
    lesson_weeks: count,
    holidays: z.array(z.object({ from: day, to: day })),
    source: z.string(),
    lessons: z.number().check(z.nonnegative()),
    cost: z.nullable(
      z.object({
        from: bani,
        to: bani,
        monthly: priceRange,
        level: z.enum(LEVELS),
        scope: z.enum(["county", "country"]),
      }),
    ),
    offered: z.nullable(z.object({ prices: priceRange, total: priceRange, monthly: priceRange })),
    listings: z.nullable(count),
    list_path: z.string(),
  })
  .register(z.globalRegistry, { id: "StudyPlan" });

export const studyPlanApi = new Hono<AppEnv>();

declareCall(studyPlanApi, {
  method: "GET",
  path: paths.apiPlan(),
  tag: "prices",
  summary: "Get a study plan until an exam",
  description:
    "How many hours of lessons fit until the next National Evaluation (`pe`) or Baccalaureate (`pb`), and what they cost. Without `county` the lessons are online. `weeks` are whole weeks until the first written test on `day`, `lesson_weeks` those outside `holidays`, `lessons` is these times `hours`. `source` says where the dates are published; it may be a draft. `cost` is for the first and third quartile of the usual price, rounded to 5 lei, in bani, null if too few teachers teach this; `level` is that of the exam or, where too few teach for it, of the school before it; `monthly` is for four weeks. `offered` is the lowest and highest price of the listings that fit, rounded to whole lei, and the cost at them, null without listings. Costs until the exam are rounded to 10 lei, from 1,000 lei on to 50. `listings` is null above 1,000. `list_path` is the list of listings that fit.",
  access: "public",
  query: studyPlanSchema,
  responses: {
    200: { description: "The plan.", schema: z.object({ content: studyPlanJsonSchema }) },
    404: "The day of the exam is not known.",
  },
  async handler({ ctx, query }) {
    const { plan } = await loadStudyPlan(ctx, query);
    if (!plan) throw new Refused({ code: "not_found" });
    const { input, countdown, lessons, cost, offers, filters, listings } = plan;
    const offered = offers.find(({ name }) => name === "exam");
    const { day, days, weeks, lessonWeeks, holidays, source } = countdown;
    return {
      content: {
        exam: input.exam,
        subject: input.subject,
        county: input.county,
        day,
        days,
        weeks,
        lesson_weeks: lessonWeeks,
        holidays,
        source,
        lessons,
        cost: cost && {
          ...cost.total,
          monthly: cost.monthly,
          level: cost.usual.level,
          scope: cost.usual.scope,
        },
        offered: offered ? { prices: offered.prices, total: offered.total, monthly: offered.monthly } : null,
        listings,
        list_path: paths.listings(toFilterQuery(filters)),
      },
    };
  },
});
