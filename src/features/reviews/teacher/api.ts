import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { CURSOR, declareCall } from "@/http/declare-call";
import { getOrThrow } from "@/shared/errors";
import { toTimestampJson } from "@/shared/format";
import { paths } from "@/shared/paths";
import {
  objectionResponseSchema,
  objectionSchema,
  replySchema,
  reviewResponseSchema,
  type TeacherReviewJson,
  teacherReviewListResponseSchema,
} from "@/shared/schemas/review";
import { serializeObjection, serializeReview } from "../serialize-review";
import { listOwnReviews, type TeacherReview } from "./list-own-reviews";
import { objectToDismissal } from "./object-to-dismissal";
import { replyToReview } from "./reply-to-review";

/** The reviews about a teacher, and the teacher's reply and objection, as JSON. */
export const teacherReviewsApi = new Hono<AppEnv>();

declareCall(teacherReviewsApi, {
  method: "GET",
  path: paths.apiOwnReviews(),
  tag: "reviews",
  summary: "List the reviews about you",
  description:
    "The reviews about the teacher that are public, pending or removed, newest first, 10 per page, each with the teacher’s last report about it. `summary` counts the published ones; `average` is null below three.",
  access: "teacher",
  rawQuery: { after: CURSOR },
  responses: {
    200: {
      description: "A page of reviews with the cursor of the next page.",
      schema: teacherReviewListResponseSchema,
    },
  },
  async handler({ c, ctx }) {
    const { rows, rating, next } = await listOwnReviews(ctx, { after: c.req.query("after") });
    return { content: rows.map(serializeTeacherReview), summary: rating, next };
  },
});

declareCall(teacherReviewsApi, {
  method: "PUT",
  path: paths.apiReviewReply(":id"),
  tag: "reviews",
  summary: "Reply to a review",
  description:
    "Writes the teacher’s public reply to a published review about them, or edits it within 30 days after it was written. Contact data and banned words are refused.",
  fields: { text: "The reply, 20 to 1,000 characters" },
  access: "user",
  rawBody: replySchema,
  responses: {
    200: { description: "The review with the reply.", schema: reviewResponseSchema },
    404: "No review about the caller has this ID.",
    409: "The review is not public (`review_hidden`), the 30 days are over (`reply_period_over`), or another request changed the reply first (`datastale`).",
  },
  handler: async ({ ctx, id, rawBody }) => ({
    content: serializeReview(getOrThrow(await replyToReview(ctx, id, rawBody))),
  }),
});

declareCall(teacherReviewsApi, {
  method: "PUT",
  path: paths.apiReviewObjection(":id"),
  tag: "reviews",
  summary: "Object to the dismissal of a report",
  description:
    "The teacher’s objection to the dismissal of their report about a review that is still public. Possible once for each report; an admin answers by email.",
  fields: { text: "Why the decision is wrong, up to 1,000 characters" },
  access: "user",
  rawBody: objectionSchema,
  responses: {
    200: { description: "The stored objection.", schema: objectionResponseSchema },
    404: "No review about the caller has this ID.",
    409: "There is no dismissed report of the caller without an objection (`no_objection`).",
  },
  async handler({ ctx, id, rawBody }) {
    const { text } = getOrThrow(await objectToDismissal(ctx, id, rawBody));
    return { content: { review_id: id, text } };
  },
});

/** A review for its teacher: what the page of the teacher's reviews shows. */
const serializeTeacherReview = (review: TeacherReview): TeacherReviewJson => ({
  _id: review.id,
  state: review.state,
  created_ts: toTimestampJson(review.createdTs),
  review: review.state === "pending" ? null : serializeReview(review),
  reason: review.state === "removed" ? review.reason : null,
  report: review.report && {
    reason: review.report.reason,
    created_ts: toTimestampJson(review.report.createdTs),
    outcome: review.report.outcome,
    decision_text: review.report.decisionText,
    objection: serializeObjection(review.report),
  },
});
