import { Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv, Ctx } from "@/context";
import { deleteListing, findEditableListing, findRevision, serializeOwnListing } from "@/features/listings";
import { declareCall } from "@/http/declare-call";
import { problem } from "@/http/responses";
import { getOrThrow, Refused, type Result } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { validate } from "@/shared/schemas/field-errors";
import { contentSchema } from "@/shared/schemas/json";
import { listingConflictSchema, ownListingJsonSchema } from "@/shared/schemas/listing-json";
import {
  approveRequestSchema,
  listingObjectionResponseSchema,
  listingObjectionSchema,
  moderationQuerySchema,
  moderationReasonSchema,
  objectionDecisionSchema,
  rejectRequestSchema,
  reportJsonSchema,
  reportSchema,
} from "@/shared/schemas/moderation";
import { listItems } from "./frame/list-items";
import { undoDecision } from "./frame/undo-decision";
import { approveListing } from "./listings/approve-listing";
import { decideObjection } from "./listings/decide-objection";
import { listListingsInState, loadListingsWithRevisions } from "./listings/list-listings-in-state";
import { LISTINGS } from "./listings/listings-kind";
import { reinstateListing } from "./listings/reinstate-listing";
import { rejectListing } from "./listings/reject-listing";
import { restrictListing } from "./listings/restrict-listing";
import { LISTING_UNDO } from "./listings/undo-listing-decision";
import { objectToRestriction } from "./objections/object-to-restriction";
import { suspendUserListings } from "./persons/suspend-user-listings";
import { reportListing } from "./reports/report-listing";

/** Moderation of listings and reports as JSON. */
export const moderationApi = new Hono<AppEnv>();

declareCall(moderationApi, {
  method: "GET",
  path: paths.apiAdminListings(),
  tag: "moderation",
  summary: "List listings for moderation",
  description:
    "For admins. Without `state`: pending listings and new texts of published listings (in `proposed`), longest waiting first. With `state`: the listings in that state, last changed first. 20 per page.",
  access: "admin",
  query: moderationQuerySchema,
  responses: {
    200: {
      description: "A page of listings with the cursor of the next one.",
      schema: z.object({ content: z.array(ownListingJsonSchema), next: z.nullable(z.string()) }),
    },
  },
  async handler({ ctx, query: { state, after } }) {
    const { listings, next } = state
      ? await listListingsInState(ctx, state, after)
      : await listPendingListings(ctx, after);
    const content = listings.map(({ listing, revision }) => serializeOwnListing(listing, revision, ctx.now));
    return { content, next };
  },
});

/** What all decisions have in common. */
const DECISION = { method: "POST", tag: "moderation", access: "admin" } as const;
/** The responses of decisions about listings. */
const NOT_OWN = {
  403: "The caller is not an admin (`admins_only`), or the listings are their own (`own_listing_decision`; `own_account` for all listings of a user): another admin decides.",
};
const listingSchema = contentSchema(ownListingJsonSchema);

declareCall(moderationApi, {
  ...DECISION,
  path: paths.apiAdminListingAction(":id", "approve"),
  summary: "Approve a listing",
  description:
    "Publishes a pending listing for 90 days, or the new text of a published one. Send the `version` that you read, so that a later change is not approved unread.",
  body: approveRequestSchema,
  optionalBody: true,
  responses: {
    ...NOT_OWN,
    200: { description: "The updated listing.", schema: listingSchema },
    409: "Nothing is waiting for a decision (`wrong_state`), or the listing was changed after `version` (`datastale`).",
  },
  handler: async ({ ctx, id, body }) => getModerated(ctx, await approveListing(ctx, { id, ...body })),
});

declareCall(moderationApi, {
  ...DECISION,
  path: paths.apiAdminListingAction(":id", "reject"),
  summary: "Reject a listing",
  description:
    "Rejects a pending listing, or the new text of a published one, and sends the reasons and the text to the teacher. A reason and the text are required. The email is sent immediately; a decision made on the website can be undone for 60 seconds.",
  body: rejectRequestSchema,
  responses: {
    ...NOT_OWN,
    200: { description: "The updated listing.", schema: listingSchema },
    409: "Nothing is waiting for a decision (`wrong_state`), or the listing was changed after `version` (`datastale`).",
  },
  handler: async ({ ctx, id, body: { version, ...explanation } }) =>
    getModerated(ctx, await rejectListing(ctx, { id, version }, explanation)),
});

declareCall(moderationApi, {
  ...DECISION,
  path: paths.apiAdminListingAction(":id", "suspend"),
  summary: "Suspend a listing",
  description:
    "Hides a pending, published, paused or expired listing, and sends reason and text to the teacher. Both are required. Open reports about the listing are upheld.",
  rawBody: moderationReasonSchema,
  responses: {
    ...NOT_OWN,
    200: { description: "The suspended listing.", schema: listingSchema },
    409: "The state of the listing does not allow it (`wrong_state`).",
  },
  handler: async ({ ctx, id, rawBody }) =>
    getModerated(ctx, await restrictListing(ctx, "suspended", { id }, rawBody)),
});

declareCall(moderationApi, {
  ...DECISION,
  path: paths.apiAdminListingAction(":id", "reinstate"),
  summary: "Reinstate a listing",
  description:
    "Ends a suspension, or the removal by an admin within 30 days. Restores the state before, or `expired` if the 90 days have ended meanwhile. Accepts an open objection.",
  responses: {
    ...NOT_OWN,
    200: { description: "The reinstated listing.", schema: listingSchema },
    409: "The listing is neither suspended nor removed by an admin, or its content is erased (`wrong_state`).",
  },
  handler: async ({ ctx, id }) => getModerated(ctx, await reinstateListing(ctx, { id })),
});

declareCall(moderationApi, {
  ...DECISION,
  path: paths.apiAdminListingAction(":id", "objection"),
  summary: "Answer an objection about a listing",
  description:
    "Sends the text to the teacher. `accepted` also ends the restriction, if it still lasts: a suspended or removed listing is reinstated, and what was rejected is published. Of several open objections, the one about the restriction that lasts is answered first: with an `Idempotency-Key`, a repeated call does not answer another.",
  rawBody: objectionDecisionSchema,
  idempotent: true,
  responses: {
    ...NOT_OWN,
    204: { description: "The objection was answered." },
    409: "There is no open objection (`datastale`).",
  },
  async handler({ ctx, id, rawBody }) {
    getOrThrow(await decideObjection(ctx, { id }, rawBody));
  },
});

/** DELETE /api/listings/{id}?version= */
const deleteListingQuerySchema = z.object({
  version: z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number)),
});

declareCall(moderationApi, {
  method: "DELETE",
  path: paths.apiListing(":id"),
  tag: "listings",
  summary: "Delete a listing",
  description:
    "For its owner, this can’t be undone. A promotion ends with the listing and is not refunded. An admin removes a listing of another user with `reason` and `text`, which its teacher gets in the statement of reasons; open reports about it are upheld.",
  access: "user",
  rawQuery: { version: z.int().check(z.gte(1), z.describe("The version that you read.")) },
  rawBody: moderationReasonSchema,
  optionalBody: true,
  responses: {
    204: { description: "The listing was deleted." },
    409: {
      description:
        "The listing was changed by another request (`datastale`, with the current listing in `content`), or its state does not allow a removal by an admin (`wrong_state`).",
      schema: listingConflictSchema,
      type: "application/problem+json",
    },
  },
  problems: ["invalid"],
  async handler({ c, ctx, user, id, rawBody }) {
    const before = await findEditableListing(ctx, id);
    if (!before) throw new Refused({ code: "not_found" });
    const { version } = getOrThrow(validate(deleteListingQuerySchema, c.req.query()));
    const deleted =
      before.ownerId === user.id
        ? await deleteListing(ctx, id, version)
        : await restrictListing(ctx, "removed", { id, version }, rawBody);
    if (deleted.ok) return;
    const listing = await findEditableListing(ctx, id);
    if (!listing || deleted.refusal.code === "gone") throw new Refused({ code: "not_found" });
    if (deleted.refusal.code !== "conflict" || listing.version === version)
      return problem(c, deleted.refusal);
    const content = serializeOwnListing(listing, await findRevision(ctx, id), ctx.now);
    return problem(c, { code: "conflict", reason: "datastale" }, { content });
  },
});

declareCall(moderationApi, {
  method: "POST",
  path: paths.apiListingObjection(":id"),
  tag: "listings",
  summary: "Object to a decision about a listing",
  description:
    "For the owner of a listing that an admin rejected (or its new text), suspended or removed: once for each decision, while it lasts. An admin answers by email.",
  access: "user",
  rawBody: listingObjectionSchema,
  responses: {
    200: { description: "The stored objection.", schema: listingObjectionResponseSchema },
    404: "The listing was never restricted, or belongs to another user.",
    409: "There is no decision that can still be objected to (`no_objection`).",
  },
  async handler({ ctx, id, rawBody }) {
    const { listingId, text } = getOrThrow(await objectToRestriction(ctx, id, rawBody));
    return { content: { listing_id: listingId, text } };
  },
});

declareCall(moderationApi, {
  ...DECISION,
  path: paths.apiAdminListingAction(":id", "undo"),
  summary: "Undo a decision about a listing",
  description:
    "Undoes the last approval, rejection, suspension or removal on the website, within 60 seconds: the listing is as it was before, reports that the decision upheld are open again, and nobody gets an email.",
  responses: {
    ...NOT_OWN,
    200: { description: "The listing as it was before the decision.", schema: listingSchema },
    409: "The decision can no longer be undone (`undo_over`): its email was sent, the listing was changed or ordered, or the decision was made by a call, which sends the email immediately.",
  },
  handler: async ({ ctx, id }) => getModerated(ctx, await undoDecision(ctx, LISTING_UNDO, id)),
});

declareCall(moderationApi, {
  ...DECISION,
  path: paths.apiAdminSuspendListings(":id"),
  summary: "Suspend all listings of a user",
  description:
    "Hides all pending, published, paused and expired listings of a user, and sends reason and text to them in one email. Both are required. Promotions of the listings show nothing and keep their end.",
  rawBody: moderationReasonSchema,
  responses: {
    ...NOT_OWN,
    200: {
      description: "The suspended listings.",
      schema: z.object({ content: z.array(ownListingJsonSchema) }),
    },
    404: "There is no such user.",
    409: "The user has no listings that can be suspended (`wrong_state`).",
  },
  async handler({ ctx, id, rawBody }) {
    const ids = getOrThrow(await suspendUserListings(ctx, id, rawBody));
    const suspended = await loadListingsWithRevisions(ctx, ids);
    return {
      content: suspended.map(({ listing, revision }) => serializeOwnListing(listing, revision, ctx.now)),
    };
  },
});

/** The listing as it is after the action. */
async function getModerated(ctx: Ctx, result: Result<{ id: string }>) {
  // A deleted listing has a page with status 410, but no JSON.
  if (!result.ok && result.refusal.code === "gone") throw new Refused({ code: "not_found" });
  const [moderated] = await loadListingsWithRevisions(ctx, [getOrThrow(result).id]);
  if (!moderated) throw new Refused({ code: "not_found" });
  return { content: serializeOwnListing(moderated.listing, moderated.revision, ctx.now) };
}

/** What waits for a decision: new listings and revisions of published ones, the longest waiting first. */
async function listPendingListings(ctx: Ctx, after: string | undefined) {
  const { rows, next } = await listItems(ctx, LISTINGS, "pending", after);
  const ids = rows.map(({ id }) => id);
  return { listings: await loadListingsWithRevisions(ctx, ids), next };
}

declareCall(moderationApi, {
  method: "POST",
  path: paths.apiListingReports(":id"),
  tag: "moderation",
  summary: "Report a listing",
  description:
    "Reports a published listing; no account is required. At most five per day. A repeated report of the same listing, on the same day or while the first is open, gets the same response and is not stored; `unsafe` and `illegal` only repeat a report with the same reason, and visitors are told apart by the email address that they give. The reason `other` requires a text; `illegal` requires text, name, email address and `good_faith` (Regulation (EU) 2022/2065, art. 16). A given email address, or that of the account, gets a receipt and later the decision with its reason. The teacher does not learn who sent the report.",
  access: "optional",
  idempotent: true,
  rawBody: reportSchema,
  responses: {
    201: { description: "The stored report.", schema: contentSchema(reportJsonSchema) },
    403: "The listing is the caller’s own (`own_report`).",
    404: "The listing does not exist or is not public.",
  },
  problems: ["too_many"],
  async handler({ ctx, id, rawBody }) {
    const { listingId, reason, text } = getOrThrow(await reportListing(ctx, id, rawBody));
    return { content: { listing_id: listingId, reason, text } };
  },
});
