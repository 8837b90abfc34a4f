import { Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv } from "@/context";
import { findVisibleListing } from "@/features/listings";
import { describeRoute } from "@/http/describe-route";
import { idParam } from "@/http/requests";
import { Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { reviewListResponseSchema } from "@/shared/schemas/review";
import { listReviewsForListing } from "../queries";
import { serializeReview } from "../serialize-review";

/** Published reviews as JSON. */
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
