import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { findVisibleListing } from "@/features/listings";
import { CURSOR, declareCall } from "@/http/declare-call";
import { getOrThrow, Refused } from "@/shared/errors";
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

declareCall(publicReviewsApi, {
  method: "GET",
  path: paths.apiListingReviews(":id"),
  tag: "reviews",
  summary: "List reviews of a listing’s teacher",
  description:
    "Published reviews of the teacher: first those about the listing’s subject, then the others, each newest first, 10 per page. `summary` counts all published reviews of the teacher; `average` is null below three. An invalid cursor returns the first page.",
  access: "public",
  rawQuery: { after: CURSOR },
  responses: {
    200: {
      description: "A page of reviews with the summary and the cursor of the next page.",
      schema: reviewListResponseSchema,
    },
    404: "The listing does not exist or is not public.",
  },
  async handler({ c, ctx, id }) {
    const [listing, { rows, summary, next }] = await Promise.all([
      findVisibleListing(ctx, id),
      listReviewsForListing(ctx, id, { after: c.req.query("after") }),
    ]);
    if (!listing) throw new Refused({ code: "not_found" });
    return { content: rows.map(serializeReview), summary, next };
  },
});

declareCall(publicReviewsApi, {
  method: "POST",
  path: paths.apiReviewReports(":id"),
  tag: "reviews",
  summary: "Report a review",
  description:
    "Reports a published review; no account is required. The review stays public until an admin decides. At most five per day. A repeated report of the same review gets the same response and is not stored. The reason `other` requires a text. Neither the author nor the teacher learns who sent the report.",
  access: "optional",
  idempotent: true,
  rawBody: reviewReportSchema,
  responses: {
    201: { description: "The stored report.", schema: contentSchema(reviewReportJsonSchema) },
    403: "The review is the caller’s own (`own_review_report`).",
    404: "The review does not exist or is not public.",
  },
  problems: ["too_many"],
  async handler({ ctx, id, rawBody }) {
    const { reviewId, reason, text } = getOrThrow(await reportReview(ctx, id, rawBody));
    return { content: { review_id: reviewId, reason, text } };
  },
});
