import { type Context, Hono } from "hono";
import type * as z from "zod/mini";
import { requireAdmin } from "@/auth/guards";
import type { AppEnv, Ctx } from "@/context";
import { describeRoute, type RouteDescription } from "@/http/describe-route";
import { idParam, readJson, readOptionalJson } from "@/http/requests";
import { problem } from "@/http/responses";
import { Refused, type Result } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { validate } from "@/shared/schemas/field-errors";
import {
  adminReviewListResponseSchema,
  adminReviewResponseSchema,
  adminReviewsQuerySchema,
  declineObjectionRequestSchema,
  dismissReportsRequestSchema,
  publishReviewRequestSchema,
  refuseReviewRequestSchema,
} from "@/shared/schemas/review";
import type { DecidedReview } from "./decide-review";
import { declineObjection } from "./decline-objection";
import { dismissReports } from "./dismiss-reports";
import { listReviewsForAdmin } from "./list-reviews-for-admin";
import { loadAdminReviews } from "./load-admin-reviews";
import { publishReview } from "./publish-review";
import { rejectReview, removeReview } from "./refuse-review";

/** Moderation of reviews as JSON. `requireAdmin` refuses other users before any other check. */
export const reviewsAdminApi = new Hono<AppEnv>();
type C = Context<AppEnv>;

reviewsAdminApi.get(
  paths.apiAdminReviews(),
  describeRoute({
    tag: "reviews",
    auth: ["bearer"],
    parameters: [
      { name: "state", in: "query", schema: adminReviewsQuerySchema.shape.state },
      { name: "after", in: "query", schema: adminReviewsQuerySchema.shape.after },
    ],
    responses: { 200: { schema: adminReviewListResponseSchema } },
    problems: ["unauthenticated", "forbidden", "invalid"],
  }),
  async (c) => {
    const { ctx } = c.var;
    requireAdmin(ctx);
    const request = validate(adminReviewsQuerySchema, c.req.query());
    if (!request.ok) return problem(c, request.refusal);
    const { state, after } = request.value;
    const page = await listReviewsForAdmin(ctx, state, after);
    const content = await loadAdminReviews(
      ctx,
      page.reviews.map(({ id }) => id),
    );
    c.header("cache-control", "no-store");
    return c.json({ content, next: page.next });
  },
);

const describeDecision = (body: RouteDescription["body"]) =>
  describeRoute({
    tag: "reviews",
    auth: ["bearer"],
    parameters: [{ name: "id", in: "path" }],
    ...(body ? { body } : {}),
    responses: { 200: { schema: adminReviewResponseSchema } },
    problems: ["unauthenticated", "forbidden", "not_found", "conflict", "invalid"],
  });

reviewsAdminApi.post(
  paths.apiAdminReviewAction(":id", "publish"),
  describeDecision({ schema: publishReviewRequestSchema, required: false }),
  async (c) => {
    requireAdmin(c.var.ctx);
    const request = validate(publishReviewRequestSchema, await readOptionalJson(c));
    if (!request.ok) return problem(c, request.refusal);
    return respond(c, await publishReview(c.var.ctx, { id: idParam(c), ...request.value }));
  },
);

type DecideReview = (ctx: Ctx, review: DecidedReview, input: unknown) => Promise<Result<{ id: string }>>;

/** Validates the body with its version, and decides. */
const decideWith =
  (schema: z.ZodMiniType<{ version?: number | undefined }>, decide: DecideReview) =>
  async (c: C): Promise<Response> => {
    const { ctx } = c.var;
    requireAdmin(ctx);
    const body = await readJson(c);
    const request = validate(schema, body);
    if (!request.ok) return problem(c, request.refusal);
    return respond(c, await decide(ctx, { id: idParam(c), version: request.value.version }, body));
  };

reviewsAdminApi.post(
  paths.apiAdminReviewAction(":id", "reject"),
  describeDecision({ schema: refuseReviewRequestSchema }),
  decideWith(refuseReviewRequestSchema, rejectReview),
);

reviewsAdminApi.post(
  paths.apiAdminReviewAction(":id", "remove"),
  describeDecision({ schema: refuseReviewRequestSchema }),
  decideWith(refuseReviewRequestSchema, removeReview),
);

reviewsAdminApi.post(
  paths.apiAdminReviewAction(":id", "dismiss"),
  describeDecision({ schema: dismissReportsRequestSchema }),
  decideWith(dismissReportsRequestSchema, dismissReports),
);

reviewsAdminApi.post(
  paths.apiAdminReviewAction(":id", "decline-objection"),
  describeDecision({ schema: declineObjectionRequestSchema }),
  decideWith(declineObjectionRequestSchema, declineObjection),
);

/** Answers with the review as it is after the decision. */
async function respond(c: C, result: Result<{ id: string }>): Promise<Response> {
  if (!result.ok) return problem(c, result.refusal);
  const [content] = await loadAdminReviews(c.var.ctx, [result.value.id]);
  if (!content) throw new Refused({ code: "not_found" });
  c.header("cache-control", "no-store");
  return c.json({ content });
}
