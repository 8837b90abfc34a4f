import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { requireAdmin } from "@/auth/guards";
import type { AppEnv, Ctx } from "@/context";
import {
  approveListing,
  listListingsInState,
  loadListingsWithRevisions,
  reinstateListing,
  rejectListing,
  serializeOwnListing,
  suspendListing,
} from "@/features/listings";
import { describeRoute, type RouteDescription } from "@/http/describe-route";
import { idempotent } from "@/http/idempotency";
import { idParam, readJson, readOptionalJson } from "@/http/requests";
import { problem } from "@/http/responses";
import { Refused, type Result } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { validate } from "@/shared/schemas/field-errors";
import { contentSchema } from "@/shared/schemas/json";
import { ownListingJsonSchema } from "@/shared/schemas/listing-json";
import {
  approveRequestSchema,
  moderationQuerySchema,
  moderationReasonSchema,
  rejectRequestSchema,
  reportJsonSchema,
  reportSchema,
} from "@/shared/schemas/moderation";
import { reportListing } from "./reports/report-listing";
import { listPendingListings } from "./review/list-pending-listings";

/** Moderation of listings and reports as JSON. `requireAdmin` refuses other users before any other check. */
export const moderationApi = new Hono<AppEnv>();
type C = Context<AppEnv>;

const describeModeration = (body: RouteDescription["body"], problems: RouteDescription["problems"] = []) =>
  describeRoute({
    tag: "moderation",
    auth: ["bearer"],
    parameters: [{ name: "id", in: "path" }],
    ...(body ? { body } : {}),
    responses: { 200: { schema: contentSchema(ownListingJsonSchema) } },
    problems: ["unauthenticated", "forbidden", "not_found", "conflict", ...problems],
  });

moderationApi.get(
  paths.apiAdminListings(),
  describeRoute({
    tag: "moderation",
    auth: ["bearer"],
    parameters: [
      { name: "state", in: "query", schema: moderationQuerySchema.shape.state },
      { name: "after", in: "query", schema: moderationQuerySchema.shape.after },
    ],
    responses: {
      200: { schema: z.object({ content: z.array(ownListingJsonSchema), next: z.nullable(z.string()) }) },
    },
    problems: ["unauthenticated", "forbidden", "invalid"],
  }),
  async (c) => {
    const { ctx } = c.var;
    requireAdmin(ctx);
    const request = validate(moderationQuerySchema, c.req.query());
    if (!request.ok) return problem(c, request.refusal);
    const { state, after } = request.value;
    const { listings, next } = state
      ? await listListingsInState(ctx, state, after)
      : await listInReview(ctx, after);
    const content = listings.map(({ listing, revision }) => serializeOwnListing(listing, revision, ctx.now));
    c.header("cache-control", "no-store");
    return c.json({ content, next });
  },
);

moderationApi.post(
  paths.apiAdminListingAction(":id", "approve"),
  describeModeration({ schema: approveRequestSchema, required: false }, ["invalid"]),
  (c) =>
    moderate(c, async (ctx, id) => {
      const request = validate(approveRequestSchema, await readOptionalJson(c));
      return request.ok ? approveListing(ctx, { id, ...request.value }) : request;
    }),
);

moderationApi.post(
  paths.apiAdminListingAction(":id", "reject"),
  describeModeration({ schema: rejectRequestSchema }, ["invalid"]),
  (c) =>
    moderate(c, async (ctx, id) => {
      const body = await readJson(c);
      const request = validate(rejectRequestSchema, body);
      return request.ok ? rejectListing(ctx, { id, version: request.value.version }, body) : request;
    }),
);

moderationApi.post(
  paths.apiAdminListingAction(":id", "suspend"),
  describeModeration({ schema: moderationReasonSchema }, ["invalid"]),
  (c) => moderate(c, async (ctx, id) => suspendListing(ctx, id, await readJson(c))),
);

moderationApi.post(paths.apiAdminListingAction(":id", "reinstate"), describeModeration(undefined), (c) =>
  moderate(c, reinstateListing),
);

/** Answers with the listing as it is after the action. */
async function moderate(
  c: C,
  moderateListing: (ctx: Ctx, id: string) => Promise<Result<{ id: string }>>,
): Promise<Response> {
  const { ctx } = c.var;
  requireAdmin(ctx);
  const id = idParam(c);
  const result = await moderateListing(ctx, id);
  if (!result.ok) {
    // A deleted listing has a page with status 410, but no JSON.
    return problem(c, result.refusal.code === "gone" ? { code: "not_found" } : result.refusal);
  }
  const [moderated] = await loadListingsWithRevisions(ctx, [id]);
  if (!moderated) throw new Refused({ code: "not_found" });
  c.header("cache-control", "no-store");
  return c.json({ content: serializeOwnListing(moderated.listing, moderated.revision, ctx.now) });
}

/** The review queue: new listings and revisions of published ones, the longest waiting first. */
async function listInReview(ctx: Ctx, after: string | undefined) {
  const { listings, next } = await listPendingListings(ctx, after);
  const ids = listings.map(({ id }) => id);
  return { listings: await loadListingsWithRevisions(ctx, ids), next };
}

moderationApi.post(
  paths.apiListingReports(":id"),
  describeRoute({
    tag: "moderation",
    auth: ["bearer"],
    anonymous: true,
    idempotent: true,
    parameters: [{ name: "id", in: "path" }],
    body: { schema: reportSchema },
    responses: { 201: { schema: contentSchema(reportJsonSchema) } },
    problems: ["unauthenticated", "forbidden", "not_found", "invalid", "too_many"],
  }),
  idempotent,
  async (c) => {
    const result = await reportListing(c.var.ctx, idParam(c), await readJson(c));
    if (!result.ok) return problem(c, result.refusal);
    const { listingId, reason, text } = result.value;
    c.header("cache-control", "no-store");
    return c.json({ content: { listing_id: listingId, reason, text } }, 201);
  },
);
