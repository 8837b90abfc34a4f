import { Hono } from "hono";
import * as z from "zod/mini";
import { requireTeacher, requireUser } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { describeRoute } from "@/http/describe-route";
import { idParam, readJson } from "@/http/requests";
import { problem } from "@/http/responses";
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

const LIST_OWN_REVIEWS = {
  tag: "reviews",
  auth: ["bearer"],
  parameters: [{ name: "after", in: "query", schema: z.optional(z.string()) }],
  responses: { 200: { schema: teacherReviewListResponseSchema } },
  problems: ["unauthenticated", "forbidden"],
} as const;

const REPLY_TO_REVIEW = {
  tag: "reviews",
  auth: ["bearer"],
  parameters: [{ name: "id", in: "path" }],
  body: { schema: replySchema },
  responses: { 200: { schema: reviewResponseSchema } },
  problems: ["unauthenticated", "not_found", "conflict", "invalid"],
} as const;

const OBJECT_TO_DISMISSAL = {
  tag: "reviews",
  auth: ["bearer"],
  parameters: [{ name: "id", in: "path" }],
  body: { schema: objectionSchema },
  responses: { 200: { schema: objectionResponseSchema } },
  problems: ["unauthenticated", "not_found", "conflict", "invalid"],
} as const;

teacherReviewsApi.get(paths.apiOwnReviews(), describeRoute(LIST_OWN_REVIEWS), async (c) => {
  const { ctx } = c.var;
  requireTeacher(ctx);
  const { rows, rating, next } = await listOwnReviews(ctx, { after: c.req.query("after") });
  c.header("cache-control", "no-store");
  return c.json({ content: rows.map(serializeTeacherReview), summary: rating, next });
});

teacherReviewsApi.put(paths.apiReviewReply(":id"), describeRoute(REPLY_TO_REVIEW), async (c) => {
  const { ctx } = c.var;
  requireUser(ctx);
  const result = await replyToReview(ctx, idParam(c), await readJson(c));
  if (!result.ok) return problem(c, result.refusal);
  c.header("cache-control", "no-store");
  return c.json({ content: serializeReview(result.value) });
});

teacherReviewsApi.put(paths.apiReviewObjection(":id"), describeRoute(OBJECT_TO_DISMISSAL), async (c) => {
  const { ctx } = c.var;
  requireUser(ctx);
  const id = idParam(c);
  const result = await objectToDismissal(ctx, id, await readJson(c));
  if (!result.ok) return problem(c, result.refusal);
  c.header("cache-control", "no-store");
  return c.json({ content: { review_id: id, text: result.value.text } });
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
