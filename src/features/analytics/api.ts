import { Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv } from "@/context";
import { describeRoute } from "@/http/describe-route";
import { problem } from "@/http/responses";
import { toDay } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { analyticsListResponseSchema, periodSchema } from "@/shared/schemas/analytics";
import { validate } from "@/shared/schemas/field-errors";
import { listAnalytics, serializeAnalyticsRow } from "./queries";

export const analyticsApi = new Hono<AppEnv>();

const day = z.optional(z.iso.date());

analyticsApi.get(
  paths.apiAnalytics(),
  describeRoute({
    tag: "analytics",
    auth: ["bearer"],
    parameters: [
      { name: "from", in: "query", schema: day },
      { name: "to", in: "query", schema: day },
    ],
    responses: { 200: { schema: analyticsListResponseSchema } },
    problems: ["unauthenticated", "invalid"],
  }),
  async (c) => {
    const { ctx } = c.var;
    if (!ctx.user) return problem(c, { code: "unauthenticated" });
    const period = validate(periodSchema(toDay(ctx.now)), c.req.query());
    if (!period.ok) return problem(c, period.refusal);
    const { rows } = await listAnalytics(ctx, period.value);
    c.header("cache-control", "no-store");
    return c.json({ content: rows.map(serializeAnalyticsRow), next: null });
  },
);
