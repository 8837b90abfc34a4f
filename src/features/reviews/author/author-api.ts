import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { toSightingNetworkKey } from "@/auth/sightings";
import type { AppEnv } from "@/context";
import { findOrCreateDevice } from "@/http/cookies";
import { describeRoute } from "@/http/describe-route";
import { idempotent } from "@/http/idempotency";
import { idParam, readJson } from "@/http/requests";
import { problem } from "@/http/responses";
import { ok, type Result, refuse } from "@/shared/errors";
import { paths } from "@/shared/paths";
import {
  type OwnReviewJson,
  objectionSchema,
  ownReviewResponseSchema,
  reviewResponseSchema,
  reviewSchema,
} from "@/shared/schemas/review";
import { serializeObjection, serializeReview } from "../serialize-review";
import { editReview } from "./edit-review";
import type { ReviewSender } from "./find-hold-rule";
import { findReviewContext, type OwnReview } from "./find-review-context";
import { objectToDecision } from "./object-to-decision";
import { submitReview } from "./submit-review";
import { withdrawReview } from "./withdraw-review";

/** The review of an enquiry as JSON, for its author: a learner, or a guest by the token of a mailed link. */
export const authorApi = new Hono<AppEnv>();
type C = Context<AppEnv>;

// The API descriptions of the calls.
const AUTHOR = {
  tag: "reviews",
  auth: ["bearer"],
  anonymous: true,
  parameters: [
    { name: "id", in: "path" },
    { name: "token", in: "query", schema: z.optional(z.string()) },
  ],
} as const;

const GET_REVIEW = {
  ...AUTHOR,
  responses: { 200: { schema: ownReviewResponseSchema } },
  problems: ["malformed", "unauthenticated", "forbidden", "not_found"],
} as const;

const SUBMIT_REVIEW = {
  ...AUTHOR,
  idempotent: true,
  body: { schema: reviewSchema },
  responses: { 201: { schema: reviewResponseSchema } },
  problems: ["unauthenticated", "forbidden", "not_found", "conflict", "gone", "invalid", "too_many"],
} as const;

const EDIT_REVIEW = {
  ...AUTHOR,
  body: { schema: reviewSchema },
  responses: { 200: { schema: reviewResponseSchema } },
  problems: ["unauthenticated", "forbidden", "not_found", "conflict", "invalid", "too_many"],
} as const;

const WITHDRAW_REVIEW = {
  ...AUTHOR,
  responses: { 204: {} },
  problems: ["malformed", "unauthenticated", "forbidden", "not_found"],
} as const;

const OBJECT_TO_DECISION = {
  ...AUTHOR,
  body: { schema: objectionSchema },
  responses: { 200: { schema: ownReviewResponseSchema } },
  problems: ["unauthenticated", "forbidden", "not_found", "conflict", "invalid"],
} as const;

const PATH = paths.apiEnquiryReview(":id");

authorApi.get(PATH, describeRoute(GET_REVIEW), async (c) => {
  const result = await getOwnReview(c);
  return result.ok ? respond(c, { content: result.value }, 200) : problem(c, result.refusal);
});

authorApi.post(PATH, describeRoute(SUBMIT_REVIEW), idempotent, async (c) => {
  const result = await submitReview(c.var.ctx, idParam(c), await readReview(c), getSender(c));
  return result.ok ? respond(c, { content: serializeReview(result.value) }, 201) : problem(c, result.refusal);
});

authorApi.put(PATH, describeRoute(EDIT_REVIEW), async (c) => {
  const result = await editReview(c.var.ctx, idParam(c), await readReview(c), getSender(c));
  return result.ok ? respond(c, { content: serializeReview(result.value) }, 200) : problem(c, result.refusal);
});

authorApi.delete(PATH, describeRoute(WITHDRAW_REVIEW), async (c) => {
  const result = await withdrawReview(c.var.ctx, idParam(c), { token: c.req.query("token") });
  return result.ok ? c.body(null, 204, { "cache-control": "no-store" }) : problem(c, result.refusal);
});

authorApi.put(paths.apiEnquiryReviewObjection(":id"), describeRoute(OBJECT_TO_DECISION), async (c) => {
  const { text } = await readJson(c);
  const stored = await objectToDecision(c.var.ctx, idParam(c), { token: c.req.query("token"), text });
  const result = stored.ok ? await getOwnReview(c) : stored;
  return result.ok ? respond(c, { content: result.value }, 200) : problem(c, result.refusal);
});

/** The review for its author. Refuses as `findReviewContext` does, and `not_found` (`no_review`). */
async function getOwnReview(c: C): Promise<Result<OwnReviewJson>> {
  const found = await findReviewContext(c.var.ctx, idParam(c), c.req.query("token"));
  if (!found.ok) return found;
  const { review } = found.value;
  return review ? ok(serializeOwnReview(review)) : refuse("not_found", { reason: "no_review" });
}

const serializeOwnReview = (review: OwnReview): OwnReviewJson => ({
  ...serializeReview(review),
  hold_rule: review.holdRule,
  reason: review.reason,
  reason_text: review.reasonText,
  objection: serializeObjection(review),
});

async function readReview(c: C) {
  const { rating, text, lessons, name, level } = await readJson(c);
  return { rating, text, lessons, name, level, token: c.req.query("token") };
}

const getSender = (c: C): ReviewSender => ({
  deviceKey: findOrCreateDevice(c).key,
  networkKey: toSightingNetworkKey(c.var.ctx),
});

const respond = (c: C, body: object, status: 200 | 201): Response =>
  c.json(body, status, { "cache-control": "no-store" });
