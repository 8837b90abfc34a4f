import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { describeRoute } from "@/http/describe-route";
import { idempotent } from "@/http/idempotency";
import { idParam, readJson } from "@/http/requests";
import { problem } from "@/http/responses";
import { paths } from "@/shared/paths";
import { reportJsonSchema, reportSchema } from "@/shared/schemas/report";
import { contentSchema } from "@/shared/schemas/user-json";
import { reportListing } from "./report-listing";

export const reportsApi = new Hono<AppEnv>();

reportsApi.post(
  paths.apiListingReports(":id"),
  describeRoute({
    tag: "moderation",
    auth: ["bearer"],
    anonymous: true,
    idempotent: true,
    parameters: [{ name: "id", in: "path" }],
    body: { schema: reportSchema },
    answers: { 201: { schema: contentSchema(reportJsonSchema) } },
    problems: ["unauthenticated", "forbidden", "not_found", "invalid", "too_many"],
  }),
  idempotent,
  async (c) => {
    const result = await reportListing(c.var.ctx, idParam(c), await readJson(c));
    if (!result.ok) return problem(c, result.refusal);
    const { listingId, reason, text } = result.value;
    c.header("cache-control", "no-store");
    return c.json({ content: { listing_id: listingId, reason, text } }, 201);
  },
);
