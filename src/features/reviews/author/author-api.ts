import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { toSightingNetworkKey } from "@/auth/sightings";
import type { AppEnv, Ctx } from "@/context";
import { findOrCreateDevice } from "@/http/cookies";
import { declareCall } from "@/http/declare-call";
import { getOrThrow, Refused } from "@/shared/errors";
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

const AUTHOR_CALL = {
  path: paths.apiEnquiryReview(":id"),
  tag: "reviews",
  access: "optional",
  rawQuery: {
    token: z
      .optional(z.string())
      .check(z.describe("The token of a guest’s mailed link. Accounts authenticate instead.")),
  },
} as const;

const REVIEW_FIELDS = {
  rating: "Whole stars, 1 to 5",
  text: "What the lessons were like. Contact data and certain words hold the review until an admin has read it",
  lessons:
    "How many lessons the author had. Without any, there is nothing to review: `0` is refused with `no_lessons`",
  name: "`initial` shows the first name with the initial of the last name, `role` shows only parent or learner",
  level: "The level of the lessons",
};

declareCall(authorApi, {
  ...AUTHOR_CALL,
  method: "GET",
  summary: "Get your review",
  description:
    "With the rule that held it, the reason of a rejection or removal, and your objection to that decision.",
  responses: {
    200: { description: "The review.", schema: ownReviewResponseSchema },
    403: "`own_review` for the teacher.",
    404: "You have not reviewed this teacher (`no_review`), or the enquiry does not exist.",
  },
  problems: ["malformed"],
  handler: async ({ c, ctx, id }) => ({ content: await getOwnReview(ctx, id, c.req.query("token")) }),
});

declareCall(authorApi, {
  ...AUTHOR_CALL,
  method: "POST",
  summary: "Review the teacher of an enquiry",
  description:
    "For the learner’s side, from three days after the teacher’s first answer, or as soon as the teacher marked lessons as agreed, until 180 days after the last message. One review for each author and teacher. It is `published`, or `pending` if a rule holds it; no rule reads the rating. At most five new reviews a day. The path sets the language: Romanian with the prefix `/ro`, otherwise English.",
  fields: REVIEW_FIELDS,
  idempotent: true,
  rawBody: reviewSchema,
  responses: {
    201: { description: "The review.", schema: reviewResponseSchema },
    403: "`own_review` for the teacher; `same_browser` while the teacher is signed in to this browser.",
    409: "`never_answered`, `never_replied` to the teacher’s answer to a request, `review_too_early`, `review_before_lesson`, `review_too_late`, or `already_reviewed`: edit that review.",
    410: "`teacher_gone`: the teacher’s account no longer exists; `teacher_inactive`: it is disabled.",
  },
  problems: ["too_many"],
  async handler({ c, ctx, id, rawBody }) {
    const submitted = await submitReview(ctx, id, pickReview(c, rawBody), getSender(c));
    return { content: serializeReview(getOrThrow(submitted)) };
  },
});

declareCall(authorApi, {
  ...AUTHOR_CALL,
  method: "PUT",
  summary: "Edit your review",
  description:
    "For 30 days. The rules run again. After a rejection or removal, an admin decides again. The same review changes nothing. At most 30 edits a day.",
  fields: REVIEW_FIELDS,
  rawBody: reviewSchema,
  responses: {
    200: { description: "The review.", schema: reviewResponseSchema },
    403: "`own_review` for the teacher; `same_browser` while the teacher is signed in to this browser.",
    409: "`edit_period_over`, or `datastale` after a concurrent change.",
  },
  problems: ["too_many"],
  async handler({ c, ctx, id, rawBody }) {
    const edited = await editReview(ctx, id, pickReview(c, rawBody), getSender(c));
    return { content: serializeReview(getOrThrow(edited)) };
  },
});

declareCall(authorApi, {
  ...AUTHOR_CALL,
  method: "DELETE",
  summary: "Withdraw your review",
  description: "It is no longer shown or counted. You can write a new one.",
  responses: { 204: { description: "Withdrawn." }, 403: "`own_review` for the teacher." },
  problems: ["malformed"],
  async handler({ c, ctx, id }) {
    getOrThrow(await withdrawReview(ctx, id, { token: c.req.query("token") }));
  },
});

declareCall(authorApi, {
  ...AUTHOR_CALL,
  method: "PUT",
  path: paths.apiEnquiryReviewObjection(":id"),
  summary: "Object to the rejection or removal of your review",
  description: "Possible once; an admin answers by email. The same objection sent twice changes nothing.",
  fields: { text: "Why the decision is wrong, up to 1,000 characters" },
  rawBody: objectionSchema,
  responses: {
    200: { description: "The review with the objection.", schema: ownReviewResponseSchema },
    403: "`own_review` for the teacher.",
    409: "There is no decision that you can still object to (`no_objection`).",
  },
  async handler({ c, ctx, id, rawBody: { text } }) {
    const token = c.req.query("token");
    getOrThrow(await objectToDecision(ctx, id, { token, text }));
    return { content: await getOwnReview(ctx, id, token) };
  },
});

/** @throws Refused as `findReviewContext` refuses, and `not_found` (`no_review`). */
async function getOwnReview(ctx: Ctx, id: string, token: string | undefined): Promise<OwnReviewJson> {
  const { review } = getOrThrow(await findReviewContext(ctx, id, token));
  if (!review) throw new Refused({ code: "not_found", reason: "no_review" });
  return serializeOwnReview(review);
}

const serializeOwnReview = (review: OwnReview): OwnReviewJson => ({
  ...serializeReview(review),
  hold_rule: review.holdRule,
  reason: review.reason,
  reason_text: review.reasonText,
  objection: serializeObjection(review),
});

const pickReview = (c: Context<AppEnv>, { rating, text, lessons, name, level }: Record<string, unknown>) => ({
  ...{ rating, text, lessons, name, level },
  token: c.req.query("token"),
});

const getSender = (c: Context<AppEnv>): ReviewSender => ({
  deviceKey: findOrCreateDevice(c).key,
  networkKey: toSightingNetworkKey(c.var.ctx),
});
