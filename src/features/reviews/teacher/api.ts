import { Hono } from "hono";
import { requireUser } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { describeRoute } from "@/http/describe-route";
import { idParam, readJson } from "@/http/requests";
import { problem } from "@/http/responses";
import { paths } from "@/shared/paths";
import {
  objectionResponseSchema,
  objectionSchema,
  replySchema,
  reviewResponseSchema,
} from "@/shared/schemas/review";
import { serializeReview } from "../serialize-review";
import { objectToDismissal } from "./object-to-dismissal";
import { replyToReview } from "./reply-to-review";

/** A teacher's reply and objection as JSON. */
export const teacherReviewsApi = new Hono<AppEnv>();

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
