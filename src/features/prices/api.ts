import { Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv } from "@/context";
import { declareCall } from "@/http/declare-call";
import { COUNTY_CODES, LEVELS, SUBJECTS } from "@/shared/codes";
import { Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { getUsualPrice } from "./get-usual-price";

/** How long browsers and shared caches may reuse an answer (s). Prices change once a night. */
const MAX_AGE_S = 300;

const bani = z.int().check(z.positive());

const usualPriceSchema = z
  .object({
    teachers: z.int().check(z.positive()),
    q1: bani,
    median: bani,
    q3: bani,
    scope: z.enum(["county", "country"]),
  })
  .register(z.globalRegistry, { id: "UsualPrice" });

export const pricesApi = new Hono<AppEnv>();

declareCall(pricesApi, {
  method: "GET",
  path: paths.apiPrices(),
  tag: "prices",
  summary: "Get the usual price",
  description:
    "What teachers of a subject and level usually ask for an hour: the quartiles, in bani, of the hourly prices of visible listings, with the lowest price of each teacher. Of the teachers of the county if they are at least 10, otherwise of the whole country (`scope`). Computed every night.",
  access: "public",
  query: z.object({
    subject: z.enum(SUBJECTS).check(z.describe("Subject code.")),
    level: z.enum(LEVELS).check(z.describe("Level code.")),
    county: z.optional(z.enum(COUNTY_CODES)).check(z.describe("County code. Default: the whole country.")),
  }),
  responses: {
    200: {
      description: "The usual price.",
      schema: z.object({ content: usualPriceSchema }),
      headers: ["Cache-Control"],
    },
    404: "Fewer than 10 teachers in the whole country offer the subject at this level.",
  },
  async handler({ c, ctx, query: { subject, level, county = null } }) {
    const found = await getUsualPrice(ctx.db, { subject, level, county });
    if (!found) throw new Refused({ code: "not_found" });
    const { teachers, q1, median, q3, scope } = found;
    c.header("cache-control", `public, max-age=${MAX_AGE_S}`);
    return { content: { teachers, q1, median, q3, scope } };
  },
});
