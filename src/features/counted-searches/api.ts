import { Hono } from "hono";
import * as z from "zod/mini";
import { requireAdmin } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { describeRoute } from "@/http/describe-route";
import { problem } from "@/http/responses";
import { COUNTY_CODES, LEVELS, SUBJECTS } from "@/shared/codes";
import { toDay } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { periodSchema } from "@/shared/schemas/analytics";
import { validate } from "@/shared/schemas/field-errors";
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

countedSearchesApi.get(
  paths.apiAdminSearches(),
  describeRoute({
    tag: "searches",
    auth: ["bearer"],
    parameters: [
      { name: "from", in: "query", schema: day },
      { name: "to", in: "query", schema: day },
      { name: "after", in: "query", schema: z.optional(z.string()) },
    ],
    responses: {
      200: { schema: z.object({ content: z.array(searchDayJsonSchema), next: z.nullable(z.string()) }) },
    },
    problems: ["unauthenticated", "forbidden", "invalid"],
  }),
  async (c) => {
    const { ctx } = c.var;
    requireAdmin(ctx);
    const { from, to, after } = c.req.query();
    const period = validate(periodSchema(toDay(ctx.now)), { from, to });
    if (!period.ok) return problem(c, period.refusal);
    const { rows, next } = await listSearchDays(ctx, period.value, { after, size: PAGE_SIZE });
    c.header("cache-control", "no-store");
    return c.json({ content: rows satisfies z.output<typeof searchDayJsonSchema>[], next });
  },
);
