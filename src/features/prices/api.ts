import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv, Ctx } from "@/context";
import { declareCall } from "@/http/declare-call";
import { streamParts } from "@/http/responses";
import { COUNTY_CODES, LEVELS, SUBJECTS } from "@/shared/codes";
import { formatCsvRows } from "@/shared/csv";
import { Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { getUsualPrice } from "./get-usual-price";
import { findIndexPeriod, type IndexRow, indexRowSchema, listIndexRows } from "./price-index";

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
    "What teachers of a subject and level usually ask for an hour: the quartiles, in bani, of the hourly prices of visible listings, with the lowest price of each teacher. Of the teachers of the county if they are at least 10, otherwise of the whole country (`scope`). Computed every night. Not rounded: the price index (`/prices.json`) rounds the same prices to 5 lei, at the end of a month.",
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
    if (found?.level !== level) throw new Refused({ code: "not_found", reason: "too_few_teachers" });
    const { teachers, q1, median, q3, scope } = found;
    c.header("cache-control", `public, max-age=${MAX_AGE_S}`);
    return { content: { teachers, q1, median, q3, scope } };
  },
});

const INDEX_COLUMNS = Object.keys(indexRowSchema.shape) as (keyof IndexRow)[];

const INDEX_TEXT =
  "The price index: what teachers asked for an hour at the end of each month, by subject and level, in the whole country and in counties. All rows have at least 10 teachers. A month is published in the night after it ends, and never changes. Teachers are rounded down to tens, prices to 5 lei.";

declareCall(pricesApi, {
  method: "GET",
  path: paths.pricesJson(),
  tag: "prices",
  summary: "Get the price index",
  description: `${INDEX_TEXT} Prices are in whole lei.`,
  access: "public",
  responses: {
    200: {
      description: "All months, in chronological order.",
      schema: z.object({ content: z.array(indexRowSchema) }),
      headers: ["Cache-Control"],
    },
  },
  options: { noLocaleRedirect: true },
  handler: ({ c, ctx }) => sendIndex(c, "application/json", indexJson(ctx)),
});

declareCall(pricesApi, {
  method: "GET",
  path: paths.pricesCsv(),
  tag: "prices",
  summary: "Get the price index as CSV",
  description: `${INDEX_TEXT} The columns are those of the JSON; an empty county is the whole country.`,
  access: "public",
  responses: {
    200: { description: "All months, in chronological order.", type: "text/csv", headers: ["Cache-Control"] },
  },
  options: { noLocaleRedirect: true },
  async handler({ c, ctx }) {
    const period = await findIndexPeriod(ctx.db);
    const name = `${["prices", ...(period ? [period.newest] : [])].join("-")}.csv`;
    c.header("content-disposition", `attachment; filename="${name}"`);
    return sendIndex(c, "text/csv", indexCsv(ctx));
  },
});

async function sendIndex(c: Context<AppEnv>, type: string, parts: AsyncGenerator<string>): Promise<Response> {
  const stream = await streamParts(parts, c.var.ctx.log, "price_index_broken");
  return c.body(stream, 200, {
    "content-type": `${type}; charset=utf-8`,
    "cache-control": `public, max-age=${MAX_AGE_S}`,
  });
}

async function* indexJson({ db }: Ctx): AsyncGenerator<string> {
  let separator = '{"content":[';
  for await (const rows of listIndexRows(db)) {
    if (rows.length === 0) continue;
    yield separator + rows.map((row) => `\n${JSON.stringify(row)}`).join(",");
    separator = ",";
  }
  yield separator === "," ? "\n]}\n" : `${separator}]}\n`;
}

/** For programs: the same in both languages, with codes, and without a byte order mark. */
async function* indexCsv({ db }: Ctx): AsyncGenerator<string> {
  yield formatCsvRows([INDEX_COLUMNS], "en");
  for await (const rows of listIndexRows(db))
    yield formatCsvRows(
      rows.map((row) => INDEX_COLUMNS.map((column) => row[column] ?? "")),
      "en",
    );
}
