import { Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv } from "@/context";
import { declareCall } from "@/http/declare-call";
import { toDay } from "@/shared/dates";
import { getOrThrow } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { analyticsListResponseSchema, periodSchema } from "@/shared/schemas/analytics";
import { validate } from "@/shared/schemas/field-errors";
import { listAnalytics, serializeAnalyticsRow } from "./queries";

export const analyticsApi = new Hono<AppEnv>();

const day = z.optional(z.iso.date());

declareCall(analyticsApi, {
  method: "GET",
  path: paths.apiAnalytics(),
  tag: "analytics",
  summary: "Get daily statistics of your listings",
  description:
    "Impressions, views, revealed phone numbers, enquiries and additions to shortlists by listing and day in Bucharest time, in chronological order. `sources` counts the views by addresses that the owner shared, by their parameter `s`: `qr`, `flyer`, `whatsapp`, `facebook` or `link`. Days without activity have no row. Bots and the owner’s own visits are not counted. New activity appears within seconds.",
  access: "user",
  rawQuery: {
    from: day.check(z.describe("First day. Default: 30 days before `to`.")),
    to: day.check(z.describe("Last day. Default: today. At most 400 days after the first.")),
  },
  responses: {
    200: { description: "All rows.", schema: analyticsListResponseSchema },
    422: "A date is invalid, the last day is before the first, or the range exceeds 400 days.",
  },
  async handler({ c, ctx }) {
    const period = getOrThrow(validate(periodSchema(toDay(ctx.now)), c.req.query()));
    const { rows } = await listAnalytics(ctx, period);
    return { content: rows.map(serializeAnalyticsRow), next: null };
  },
});
