import { Hono } from "hono";
import type { AppEnv, Ctx } from "@/context";
import { listItems } from "@/features/moderation";
import { declareCall } from "@/http/declare-call";
import { getOrThrow, Refused, type Result } from "@/shared/errors";
import { paths } from "@/shared/paths";
import {
  adminReviewListResponseSchema,
  adminReviewResponseSchema,
  adminReviewsQuerySchema,
  declineObjectionRequestSchema,
  dismissReportsRequestSchema,
  publishReviewRequestSchema,
  refuseReviewRequestSchema,
} from "@/shared/schemas/review";
import { declineObjection } from "./decline-objection";
import { dismissReports } from "./dismiss-reports";
import { loadAdminReviews } from "./load-admin-reviews";
import { publishReview } from "./publish-review";
import { rejectReview, removeReview } from "./refuse-review";
import { REVIEWS } from "./reviews-kind";

/** Moderation of reviews as JSON. */
export const reviewsAdminApi = new Hono<AppEnv>();

declareCall(reviewsAdminApi, {
  method: "GET",
  path: paths.apiAdminReviews(),
  tag: "reviews",
  summary: "List reviews for moderation",
  description:
    "For admins. `pending` (the default), `reported` and `objections` are the queues, longest waiting first; the other values are states, last written first. 20 per page, each with its reports. Reviews that the caller wrote or that are about the caller are left out: another admin decides about them.",
  access: "admin",
  query: adminReviewsQuerySchema,
  responses: {
    200: {
      description: "A page of reviews with the cursor of the next one.",
      schema: adminReviewListResponseSchema,
    },
  },
  async handler({ ctx, query: { state, after } }) {
    const page = await listItems(ctx, REVIEWS, state, after);
    const ids = page.rows.map(({ id }) => id);
    return { content: await loadAdminReviews(ctx, ids), next: page.next };
  },
});

/** What all decisions have in common. */
const DECISION = { method: "POST", tag: "reviews", access: "admin" } as const;

const respondWith = (description: string) =>
  ({
    200: { description, schema: adminReviewResponseSchema },
    403: "The caller is not an admin (`admins_only`), or wrote the review or is its teacher (`own_review_decision`).",
    409: "The state does not allow it (`wrong_state`), or the review was changed after `version` or another admin decided (`datastale`).",
  }) as const;

declareCall(reviewsAdminApi, {
  ...DECISION,
  path: paths.apiAdminReviewAction(":id", "publish"),
  summary: "Publish a review",
  description:
    "Publishes a pending review. A rejected or removed one is published if its author’s objection is open, which accepts the objection. Author and teacher are mailed. Send the `version` that you read, so that a later text is not published unread.",
  body: publishReviewRequestSchema,
  optionalBody: true,
  responses: respondWith("The updated review."),
  handler: async ({ ctx, id, body }) => getDecided(ctx, await publishReview(ctx, { id, ...body })),
});

declareCall(reviewsAdminApi, {
  ...DECISION,
  path: paths.apiAdminReviewAction(":id", "reject"),
  summary: "Reject a review",
  description:
    "Rejects a pending review and mails reason and text to the author, who can object once. The teacher is told too if the review was public before.",
  body: refuseReviewRequestSchema,
  responses: respondWith("The updated review."),
  handler: async ({ ctx, id, body: { version }, rawBody }) =>
    getDecided(ctx, await rejectReview(ctx, { id, version }, rawBody)),
});

declareCall(reviewsAdminApi, {
  ...DECISION,
  path: paths.apiAdminReviewAction(":id", "remove"),
  summary: "Remove a review",
  description:
    "Removes a published review, upholds its open reports and accepts an open objection of the teacher. Reason and text are mailed to author and teacher; the author can object once.",
  body: refuseReviewRequestSchema,
  responses: respondWith("The updated review."),
  handler: async ({ ctx, id, body: { version }, rawBody }) =>
    getDecided(ctx, await removeReview(ctx, { id, version }, rawBody)),
});

declareCall(reviewsAdminApi, {
  ...DECISION,
  path: paths.apiAdminReviewAction(":id", "dismiss"),
  summary: "Dismiss reports of a review",
  description:
    "The review stays. Reports that are not in `report_ids` stay open. The text is mailed to the reporters with an account; the teacher can object once.",
  fields: { report_ids: "IDs of the reports that were read." },
  body: dismissReportsRequestSchema,
  responses: respondWith("The review with its reports."),
  handler: async ({ ctx, id, body: { version }, rawBody }) =>
    getDecided(ctx, await dismissReports(ctx, { id, version }, rawBody)),
});

declareCall(reviewsAdminApi, {
  ...DECISION,
  path: paths.apiAdminReviewAction(":id", "decline-objection"),
  summary: "Decline an objection",
  description:
    "Keeps the decision and mails the text: to the author of a rejected or removed review, or with `report_id` to the teacher whose report was dismissed. To accept an objection, publish or remove the review.",
  fields: { report_id: "ID of the report, for the teacher’s objection." },
  body: declineObjectionRequestSchema,
  responses: respondWith("The review with its reports."),
  handler: async ({ ctx, id, body: { version }, rawBody }) =>
    getDecided(ctx, await declineObjection(ctx, { id, version }, rawBody)),
});

/** The review as it is after the decision. */
async function getDecided(ctx: Ctx, result: Result<{ id: string }>) {
  const [content] = await loadAdminReviews(ctx, [getOrThrow(result).id]);
  if (!content) throw new Refused({ code: "not_found" });
  return { content };
}
