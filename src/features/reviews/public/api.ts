import { Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv } from "@/context";
import { findVisibleListing } from "@/features/listings";
import { describeRoute } from "@/http/describe-route";
import { idempotent } from "@/http/idempotency";
import { idParam, readJson } from "@/http/requests";
import { problem } from "@/http/responses";
import { Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { contentSchema } from "@/shared/schemas/json";
import {
  reviewListResponseSchema,
  reviewReportJsonSchema,
  reviewReportSchema,
} from "@/shared/schemas/review";
import { listReviewsForListing } from "../queries";
import { serializeReview } from "../serialize-review";
import { reportReview } from "./report-review";

/** Published reviews and reports about them as JSON. */
export const publicReviewsApi = new Hono<AppEnv>();

const LIST_REVIEWS = {
  tag: "reviews",
  parameters: [
    { name: "id", in: "path" },
    { name: "after", in: "query", schema: z.optional(z.string()) },
  ],
  responses: { 200: { schema: reviewListResponseSchema } },
  problems: ["not_found"],
} as const;

const REPORT_REVIEW = {
  tag: "reviews",
  auth: ["bearer"],
  anonymous: true,
  idempotent: true,
  parameters: [{ name: "id", in: "path" }],
  body: { schema: reviewReportSchema },
  responses: { 201: { schema: contentSchema(reviewReportJsonSchema) } },
  problems: ["unauthenticated", "forbidden", "not_found", "invalid", "too_many"],
} as const;

publicReviewsApi.get(paths.apiListingReviews(":id"), describeRoute(LIST_REVIEWS), async (c) => {
  const { ctx } = c.var;
  const id = idParam(c);
  const [listing, { rows, summary, next }] = await Promise.all([
    findVisibleListing(ctx, id),
    listReviewsForListing(ctx, id, { after: c.req.query("after") }),
  ]);
  if (!listing) throw new Refused({ code: "not_found" });
  c.header("cache-control", "no-store");
  return c.json({ content: rows.map(serializeReview), summary, next });
});

publicReviewsApi.post(paths.apiReviewReports(":id"), describeRoute(REPORT_REVIEW), idempotent, async (c) => {
  const result = await reportReview(c.var.ctx, idParam(c), await readJson(c));
  if (!result.ok) return problem(c, result.refusal);
  const { reviewId, reason, text } = result.value;
  c.header("cache-control", "no-store");
  return c.json({ content: { review_id: reviewId, reason, text } }, 201);
});
