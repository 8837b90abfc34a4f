import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv, Ctx } from "@/context";
import { declareCall } from "@/http/declare-call";
import { findPictureViewer, imageResponse, PICTURE_CALL } from "@/http/images";
import { problem } from "@/http/responses";
import { toFullFile } from "@/platform/media";
import { getFound, getOrThrow, type Refusal, Refused, type Result } from "@/shared/errors";
import { ID_PATTERN } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { validate } from "@/shared/schemas/field-errors";
import { contentSchema } from "@/shared/schemas/json";
import { altField, draftListingSchema, LISTING_BOUNDS } from "@/shared/schemas/listing";
import {
  listingConflictSchema,
  listingJsonSchema,
  ownListingJsonSchema,
  savedListingResponseSchema,
} from "@/shared/schemas/listing-json";
import { isPictureFile } from "@/shared/storage-path";
import { createListing } from "./lifecycle/create-listing";
import { editListing } from "./lifecycle/edit-listing";
import { pauseListing, resumeListing } from "./lifecycle/pause-listing";
import { type SavedListing, submitListing } from "./lifecycle/submit-listing";
import { updatePictureOrder } from "./lifecycle/update-picture-order";
import { toLimitMessage } from "./listing-quota";
import type { OwnerAction } from "./listing-state";
import { canSeeListingPicture, findPictureAccess } from "./pictures/picture-access";
import { toListingPictureKey } from "./pictures/picture-storage";
import { findEditableListing, findVisibleListing } from "./queries";
import { renewListing } from "./renewal/renew-listing";
import { findRevision } from "./revisions/revisions";
import { serializeListing, serializeOwnListing } from "./serialize-listing";

/** The version that the caller saw; required, so that a write can't overwrite unseen changes. */
const version = z.int().check(z.gte(1));
/** Whether a new listing or a draft is submitted for publication. */
const submit = z._default(z.boolean(), false);

/** An id chosen by the caller, so that a repeated request creates one listing, even on another day. */
const _id = z.optional(z.string().check(z.regex(ID_PATTERN)));

/** POST /api/listings. A draft requires only a subject; a submitted listing must fit `listingSchema`. */
const createListingRequestSchema = z.object({ ...draftListingSchema.shape, _id, submit });

/** PUT /api/listings/{id}: the whole listing; omitted fields get their defaults. Pictures stay. */
const editListingRequestSchema = z.object({ ...draftListingSchema.shape, submit, version });

/** PUT /api/listings/{id}/images: the pictures in order, by storage path. */
const listingImagesRequestSchema = z.object({
  version,
  images: z.array(z.object({ path: z.string(), alt: altField })).check(z.maxLength(LISTING_BOUNDS.pictures)),
});

/** Listings and their pictures as JSON. */
export const listingsApi = new Hono<AppEnv>();
type C = Context<AppEnv>;

/** Instead of the plain problem: it may contain the current listing or the name of the limit. */
const CONFLICT = { schema: listingConflictSchema, type: "application/problem+json" };

const LEVELS_TEXT =
  "Level codes; of a complete listing only those of its subject (`level_of_subject`), unless an edit changes neither";

const TEACHERS_ONLY = "The caller is not a teacher (`teachers_only`).";

declareCall(listingsApi, {
  method: "POST",
  path: paths.apiListings(),
  tag: "listings",
  summary: "Create a listing",
  description:
    "For teachers. A draft requires only a subject. With `submit` the listing is sent to moderation, or published immediately if the teacher’s email address is verified and an earlier listing was approved. Store pictures under its ID afterwards, and add them with PUT /api/listings/{id}/images.",
  access: "teacher",
  idempotent: true,
  rawBody: createListingRequestSchema,
  fields: { levels: LEVELS_TEXT },
  responses: {
    201: {
      description:
        "The new listing. If it was submitted but saved as a draft, `withheld` contains the reason.",
      schema: savedListingResponseSchema,
    },
    404: "The given `_id` belongs to another user’s listing.",
    409: {
      description: "A limit is reached (`limit_reached`), or the same call is in progress.",
      ...CONFLICT,
    },
  },
  async handler({ c, ctx, submissionId, rawBody: listing }) {
    const options = getOrThrow(
      validate(z.pick(createListingRequestSchema, { _id: true, submit: true }), listing),
    );
    const { _id: id = submissionId ?? ctx.newId(), submit } = options;
    const result = await createListing(ctx, { id, submit, listing, pictures: null });
    return result.ok ? getSaved(ctx, result.value) : answerRefusal(c, result.refusal, id);
  },
});

declareCall(listingsApi, {
  method: "GET",
  path: paths.apiListing(":id"),
  tag: "listings",
  summary: "Get a listing",
  description:
    "The owner and admins get all fields and the exact point, in any state. Others get published listings, with the point rounded to about 500 m.",
  access: "optional",
  responses: {
    200: {
      description: "The listing.",
      schema: contentSchema(z.union([ownListingJsonSchema, listingJsonSchema])),
    },
  },
  async handler({ ctx, id }) {
    const editable = await findEditableJson(ctx, id);
    if (editable) return { content: editable };
    const listing = getFound(await findVisibleListing(ctx, id));
    return { content: serializeListing(listing, ctx.now) };
  },
});

declareCall(listingsApi, {
  method: "PUT",
  path: paths.apiListing(":id"),
  tag: "listings",
  summary: "Update a listing",
  description:
    "Replaces the whole listing, so send every field: an omitted one gets its default, as in a new listing. Without `availability`, `formats`, `trial`, `receipt`, `parent_present` and `session_minutes`, the listing has no times, individual lessons of 60 minutes, no trial lesson and no receipt, and does not say that a parent may be present. `languages` are of the teacher, so of all their listings; left out, they stay. Pictures stay. A rejected listing waits for a decision again. New texts of a published listing may have to be approved first: they are then in `proposed`, and all other fields change immediately.",
  access: "user",
  rawBody: editListingRequestSchema,
  fields: { levels: LEVELS_TEXT },
  responses: {
    200: { description: "The updated listing.", schema: savedListingResponseSchema },
    403: TEACHERS_ONLY,
    409: {
      description:
        "The listing was changed by another request (`datastale`, with the current listing in `content`), its state does not allow the change (`wrong_state`), or a limit is reached (`limit_reached`).",
      ...CONFLICT,
    },
  },
  async handler({ c, ctx, id, rawBody: listing }) {
    const schema = z.pick(editListingRequestSchema, { submit: true, version: true });
    const options = await validateForOwner(ctx, id, schema, listing);
    const result = await editListing(ctx, { id, ...options, listing, pictures: null });
    return result.ok ? getSaved(ctx, result.value) : answerRefusal(c, result.refusal, id);
  },
});

declareCall(listingsApi, {
  method: "PUT",
  path: paths.apiListingImages(":id"),
  tag: "listings",
  summary: "Set the pictures of a listing",
  description:
    "Lists the pictures in order. Store each one first with PUT /storage/{path} or an upload. The first picture is shown on the card. Omitted pictures are removed from the listing.",
  access: "user",
  rawBody: listingImagesRequestSchema,
  responses: {
    200: { description: "The updated listing.", schema: savedListingResponseSchema },
    403: TEACHERS_ONLY,
    409: {
      description:
        "The listing was changed by another request (`datastale`, with the current listing in `content`), or its state does not allow the change (`wrong_state`).",
      ...CONFLICT,
    },
    422: "`errors` lists paths without a stored picture of this listing, and texts with contact details.",
  },
  async handler({ c, ctx, id, rawBody }) {
    const arrangement = await validateForOwner(ctx, id, listingImagesRequestSchema, rawBody);
    const result = await updatePictureOrder(ctx, id, arrangement);
    return result.ok ? getSaved(ctx, result.value) : answerRefusal(c, result.refusal, id);
  },
});

type ActionCall = {
  run(ctx: Ctx, id: string): Promise<Result<Pick<SavedListing, "id" | "withheld">>>;
  summary: string;
  description?: string;
  /** What the response contains, and why the listing is not changed. */
  answer: string;
  conflict: string;
};

type CalledAction = Exclude<OwnerAction, "delete">;

const ACTION_CALLS: Record<CalledAction, ActionCall> = {
  submit: {
    run: submitListing,
    summary: "Submit a draft",
    description:
      "Sends it to moderation, or publishes it immediately for a trusted teacher. Refused with 403 while the email address is not verified (`email_unverified`), and with 422 for an incomplete draft.",
    answer: "The listing, pending or published.",
    conflict: "The listing is not a draft (`wrong_state`), or a limit is reached (`limit_reached`).",
  },
  pause: {
    run: pauseListing,
    summary: "Pause a listing",
    description: "Hides a published listing. Its 90 days and those of a promotion continue.",
    answer: "The paused listing.",
    conflict: "The listing is not published (`wrong_state`).",
  },
  resume: {
    run: resumeListing,
    summary: "Resume a listing",
    answer: "The published listing.",
    conflict: "The listing is not paused, or its 90 days are over (`wrong_state`).",
  },
  renew: {
    run: renewListing,
    summary: "Renew a listing",
    description: "Extends it to 90 days from now, free and without moderation.",
    answer: "The renewed listing.",
    conflict:
      "The listing is not published, paused or expired (`wrong_state`), or a limit is reached (`limit_reached`).",
  },
};

for (const [action, call] of Object.entries(ACTION_CALLS) as [CalledAction, ActionCall][]) {
  declareCall(listingsApi, {
    method: "POST",
    path: paths.apiListingAction(":id", action),
    tag: "listings",
    summary: call.summary,
    description: call.description,
    access: "user",
    responses: {
      200: { description: call.answer, schema: savedListingResponseSchema },
      409: { description: call.conflict, ...CONFLICT },
    },
    problems: action === "submit" ? ["forbidden", "invalid"] : [],
    async handler({ c, ctx, id }) {
      const result = await call.run(ctx, id);
      return result.ok ? getSaved(ctx, result.value) : answerRefusal(c, result.refusal);
    },
  });
}

/**
 * A picture of a listing. While a listing is hidden, only its owner and admins get its pictures, and responses are not
 * cached. Other responses are cached forever: a changed picture has another name, unless its uploader chose the name.
 */
declareCall(listingsApi, {
  ...PICTURE_CALL,
  path: paths.listingImage(":id", ":file"),
  summary: "Get a picture of a listing",
  description: "If the listing is not public, only its owner and admins can get its pictures.",
  params: { file: "Name of the picture." },
  async handler({ c, ctx, id }) {
    const file = c.req.param("file") ?? "";
    if (!isPictureFile(file)) throw new Refused({ code: "not_found" });
    const access = getFound(await findPictureAccess(ctx, id, toFullFile(file)));
    const viewer = access.visible ? null : await findPictureViewer(c);
    if (!canSeeListingPicture(access, viewer)) throw new Refused({ code: "not_found" });
    const key = toListingPictureKey(id, access.version, file);
    if (!access.visible) return imageResponse(c, key, "no-store");
    return imageResponse(c, key, access.version === null ? "immutable" : "revalidate");
  },
});

/** @throws Refused `not_found` for a listing that the user can't edit, even if the input is invalid. */
async function validateForOwner<S extends z.ZodMiniType>(ctx: Ctx, id: string, schema: S, input: unknown) {
  const validated = validate(schema, input);
  if (!validated.ok && !(await findEditableListing(ctx, id))) throw new Refused({ code: "not_found" });
  return getOrThrow(validated);
}

/** The listing as JSON for its owner and admins; null for other users. */
async function findEditableJson(ctx: Ctx, id: string) {
  if (!ctx.user) return null;
  const listing = await findEditableListing(ctx, id);
  // After the listing, so that the version is not newer than the revision.
  return listing && serializeOwnListing(listing, await findRevision(ctx, id), ctx.now);
}

async function getSaved(ctx: Ctx, { id, withheld }: Pick<SavedListing, "id" | "withheld">) {
  const content = await findEditableJson(ctx, id);
  // A concurrent request deleted it.
  if (!content) throw new Refused({ code: "not_found" });
  return { content, ...(withheld ? { withheld } : {}) };
}

/** A refusal of a call: with `datastale` it contains the current listing, with `limit_reached` the limit's name. */
async function answerRefusal(c: C, refusal: Refusal, id?: string): Promise<Response> {
  // A deleted listing has a page with status 410, but no JSON.
  if (refusal.code === "gone") return problem(c, { code: "not_found" });
  const message = toLimitMessage(c.var.ctx.t, refusal);
  if (message !== null) return problem(c, refusal, { detail: message, limit: refusal.params?.limit });
  const isStale = refusal.reason === "datastale" && id !== undefined;
  const content = isStale ? await findEditableJson(c.var.ctx, id) : null;
  return problem(c, refusal, content ? { content } : {});
}
