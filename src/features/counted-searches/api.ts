import { Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv } from "@/context";
import { CURSOR, declareCall } from "@/http/declare-call";
import { COUNTY_CODES, LEVELS, SUBJECTS } from "@/shared/codes";
import { toDay } from "@/shared/dates";
import { getOrThrow } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { periodSchema } from "@/shared/schemas/analytics";
import { validate } from "@/shared/schemas/field-errors";
import { getCoverage } from "./coverage";
import { listSearchDays } from "./search-days";

/** Rows of a page, at least; it ends with a subject. */
const PAGE_SIZE = 1000;

const count = z.int().check(z.nonnegative());

/** Searches of a day for one subject, level, county and online or not; "" for any. */
const searchDayJsonSchema = z
  .object({
    day: z.iso.date(),
    subject: z.enum([...SUBJECTS, ""]),
    level: z.enum([...LEVELS, ""]),
    county: z.enum([...COUNTY_CODES, ""]),
    online: z.boolean(),
    searches: count,
    empty: count,
  })
  .register(z.globalRegistry, { id: "SearchDay" });

const day = z.optional(z.iso.date());

export const countedSearchesApi = new Hono<AppEnv>();

declareCall(countedSearchesApi, {
  method: "GET",
  path: paths.apiAdminSearches(),
  tag: "searches",
  summary: "Get counted searches by day",
  description:
    "For admins. How often visitors opened the first page of a search, by day in Bucharest time, subject, level, county and online lessons, in chronological order, about 1,000 rows per page. A search for several subjects counts once for each. Search terms, bots and prefetched pages are not counted. Searches appear after about 15 minutes and are kept for 400 days.",
  access: "admin",
  rawQuery: {
    from: day.check(z.describe("First day. Default: 30 days before `to`.")),
    to: day.check(z.describe("Last day. Default: today. At most 400 days after the first.")),
    after: CURSOR,
  },
  responses: {
    200: {
      description: "A page of rows with the cursor of the next one.",
      schema: z.object({ content: z.array(searchDayJsonSchema), next: z.nullable(z.string()) }),
    },
    422: "A date is invalid, the last day is before the first, or the range exceeds 400 days.",
  },
  async handler({ c, ctx }) {
    const { from, to, after } = c.req.query();
    const period = getOrThrow(validate(periodSchema(toDay(ctx.now)), { from, to }));
    const { rows, next } = await listSearchDays(ctx, period, { after, size: PAGE_SIZE });
    return { content: rows, next };
  },
});

const coverageCellJsonSchema = z
  .object({
    subject: z.enum(SUBJECTS),
    county: z.enum(COUNTY_CODES),
    teachers: count,
    searches: count,
    empty: count,
    requests: count,
  })
  .register(z.globalRegistry, { id: "CoverageCell" });

declareCall(countedSearchesApi, {
  method: "GET",
  path: paths.apiAdminCoverage(),
  tag: "searches",
  summary: "Get where teachers are missing",
  description:
    "For admins. Each subject in each county: its teachers now, and the searches and requests of the last 30 days. Cells below the goal come first, the most wanted first. Searches are those of `GET /api/admin/searches`, refreshed hourly. Requests are those that were opened; those without a county are not counted.",
  access: "admin",
  query: z.object({
    subject: z.optional(z.enum(SUBJECTS)).check(z.describe("Only this subject.")),
    county: z.optional(z.enum(COUNTY_CODES)).check(z.describe("Only this county.")),
  }),
  responses: {
    200: {
      description: "All cells; those that reach the goal come last.",
      schema: z.object({
        goal: z.int().check(z.positive()),
        content: z.array(coverageCellJsonSchema),
        next: z.null(),
      }),
    },
    422: "The subject or county is unknown.",
  },
  async handler({ ctx, query }) {
    const { goal, cells } = await getCoverage(ctx, query);
    return { goal, content: cells, next: null };
  },
});
