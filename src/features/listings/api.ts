import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { requireUser } from "@/auth/guards";
import type { AppEnv, Ctx } from "@/context";
import { describeRoute } from "@/http/describe-route";
import { idempotent } from "@/http/idempotency";
import { findPictureViewer, imageResponse, PICTURE_ROUTE } from "@/http/images";
import { idParam, readJson } from "@/http/requests";
import { problem } from "@/http/responses";
import { toFullFile } from "@/platform/media";
import { type Refusal, Refused, type Result } from "@/shared/errors";
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
import { createListing, type SavedListing } from "./lifecycle/create-listing";
import { deleteListing } from "./lifecycle/delete-listing";
import { editListing } from "./lifecycle/edit-listing";
import { pauseListing, resumeListing } from "./lifecycle/pause-listing";
import { submitListing } from "./lifecycle/submit-listing";
import { toLimitMessage } from "./listing-quota";
import { canSeeListingPicture, findPictureAccess } from "./pictures/picture-access";
import { toListingPictureKey } from "./pictures/picture-storage";
import { updatePictureOrder } from "./pictures/update-picture-order";
import { findEditableListing, findVisibleListing } from "./queries";
import { renewListing } from "./renewal/renew-listing";
import { findRevision } from "./review/revisions";
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

/** DELETE /api/listings/{id}?version= */
const deleteListingQuerySchema = z.object({
  version: z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number)),
});

/** Listings and their pictures as JSON. */
export const listingsApi = new Hono<AppEnv>();
type C = Context<AppEnv>;

const ID = { name: "id", in: "path" } as const;
const LISTING_CALL = { tag: "listings", auth: ["bearer"] } as const;
const SAVED = { schema: savedListingResponseSchema };
/** Instead of the plain problem: it may contain the current listing or the name of the limit. */
const CONFLICT = { schema: listingConflictSchema, type: "application/problem+json" };
const CHANGE_CALL = {
  ...LISTING_CALL,
  parameters: [ID],
  responses: { 200: SAVED, 409: CONFLICT },
} as const;

const CREATE_LISTING = describeRoute({
  ...LISTING_CALL,
  idempotent: true,
  body: { schema: createListingRequestSchema },
  responses: { 201: SAVED, 409: CONFLICT },
  problems: ["unauthenticated", "forbidden", "not_found", "invalid"],
});

listingsApi.post(paths.apiListings(), CREATE_LISTING, idempotent, async (c) => {
  const { ctx } = c.var;
  requireUser(ctx);
  const listing = await readJson(c);
  const options = validate(z.pick(createListingRequestSchema, { _id: true, submit: true }), listing);
  if (!options.ok) return problem(c, options.refusal);
  const { _id: id = ctx.newId(), submit } = options.value;
  const result = await createListing(ctx, { id, submit, listing, pictures: null });
  return result.ok ? answerSaved(c, result.value, 201) : answerRefusal(c, result.refusal, id);
});

const GET_LISTING = describeRoute({
  ...LISTING_CALL,
  anonymous: true,
  parameters: [ID],
  responses: { 200: { schema: contentSchema(z.union([ownListingJsonSchema, listingJsonSchema])) } },
  problems: ["unauthenticated", "not_found"],
});

listingsApi.get(paths.apiListing(":id"), GET_LISTING, async (c) => {
  const { ctx } = c.var;
  const id = idParam(c);
  const editable = await findEditableJson(ctx, id);
  if (editable) return answerJson(c, { content: editable });
  const listing = await findVisibleListing(ctx, id);
  if (!listing) throw new Refused({ code: "not_found" });
  return answerJson(c, { content: serializeListing(listing, ctx.now) });
});

const EDIT_LISTING = describeRoute({
  ...CHANGE_CALL,
  body: { schema: editListingRequestSchema },
  problems: ["unauthenticated", "forbidden", "not_found", "invalid"],
});

listingsApi.put(paths.apiListing(":id"), EDIT_LISTING, async (c) => {
  const { ctx } = c.var;
  const id = idParam(c);
  requireUser(ctx);
  const listing = await readJson(c);
  const options = await checkEditable(ctx, id, () =>
    validate(z.pick(editListingRequestSchema, { submit: true, version: true }), listing),
  );
  if (!options.ok) return answerRefusal(c, options.refusal);
  const result = await editListing(ctx, { id, ...options.value, listing, pictures: null });
  return result.ok ? answerSaved(c, result.value) : answerRefusal(c, result.refusal, id);
});

const DELETE_LISTING = describeRoute({
  ...LISTING_CALL,
  parameters: [ID, { name: "version", in: "query", schema: z.int().check(z.gte(1)) }],
  responses: { 204: {}, 409: CONFLICT },
  problems: ["unauthenticated", "not_found", "invalid"],
});

listingsApi.delete(paths.apiListing(":id"), DELETE_LISTING, async (c) => {
  const { ctx } = c.var;
  const id = idParam(c);
  requireUser(ctx);
  const query = await checkEditable(ctx, id, () => validate(deleteListingQuerySchema, c.req.query()));
  if (!query.ok) return answerRefusal(c, query.refusal);
  const result = await deleteListing(ctx, id, query.value.version);
  return result.ok ? c.body(null, 204) : answerRefusal(c, result.refusal, id);
});

const ARRANGE_PICTURES = describeRoute({
  ...CHANGE_CALL,
  body: { schema: listingImagesRequestSchema },
  problems: ["unauthenticated", "forbidden", "not_found", "invalid"],
});

listingsApi.put(paths.apiListingImages(":id"), ARRANGE_PICTURES, async (c) => {
  const { ctx } = c.var;
  const id = idParam(c);
  requireUser(ctx);
  const body = await readJson(c);
  const arrangement = await checkEditable(ctx, id, () => validate(listingImagesRequestSchema, body));
  if (!arrangement.ok) return answerRefusal(c, arrangement.refusal);
  const result = await updatePictureOrder(ctx, id, arrangement.value);
  return result.ok ? answerSaved(c, result.value) : answerRefusal(c, result.refusal, id);
});

const SUBMIT_LISTING = describeRoute({
  ...CHANGE_CALL,
  problems: ["unauthenticated", "forbidden", "not_found", "invalid"],
});
const CHANGE_STATE = describeRoute({ ...CHANGE_CALL, problems: ["unauthenticated", "not_found"] });
const ACTIONS = {
  submit: submitListing,
  pause: pauseListing,
  resume: resumeListing,
  renew: renewListing,
} as const;

for (const action of ["submit", "pause", "resume", "renew"] as const) {
  const call = action === "submit" ? SUBMIT_LISTING : CHANGE_STATE;
  listingsApi.post(paths.apiListingAction(":id", action), call, async (c) => {
    const result = await ACTIONS[action](c.var.ctx, idParam(c));
    return result.ok ? answerSaved(c, result.value) : answerRefusal(c, result.refusal);
  });
}

/**
 * A picture of a listing. While a listing is hidden, only its owner and admins get its pictures, and responses are not
 * cached. Other responses are cached forever: a changed picture has another name, unless its uploader chose the name.
 */
listingsApi.get(paths.listingImage(":id", ":file"), describeRoute(PICTURE_ROUTE), async (c) => {
  const listingId = idParam(c);
  const file = c.req.param("file") ?? "";
  if (!isPictureFile(file)) throw new Refused({ code: "not_found" });
  const { ctx } = c.var;
  const access = await findPictureAccess(ctx, listingId, toFullFile(file));
  if (!access) throw new Refused({ code: "not_found" });
  const viewer = access.visible ? null : await findPictureViewer(c);
  if (!canSeeListingPicture(access, viewer)) throw new Refused({ code: "not_found" });
  const key = toListingPictureKey(listingId, access.version, file);
  if (!access.visible) return imageResponse(c, key, "no-store");
  return imageResponse(c, key, access.version === null ? "immutable" : "revalidate");
});

/** Checks input. For a listing that the user can't edit, refuses `not_found` even when the input is invalid. */
async function checkEditable<T>(ctx: Ctx, id: string, checkInput: () => Result<T>): Promise<Result<T>> {
  const checked = checkInput();
  if (checked.ok || (await findEditableListing(ctx, id))) return checked;
  return { ok: false, refusal: { code: "not_found" } };
}

/** The listing as JSON for its owner and admins; null for other users. */
async function findEditableJson(ctx: Ctx, id: string) {
  if (!ctx.user) return null;
  const listing = await findEditableListing(ctx, id);
  // After the listing, so that the version is not newer than the revision.
  return listing && serializeOwnListing(listing, await findRevision(ctx, id), ctx.now);
}

async function answerSaved(
  c: C,
  { id, withheld }: Pick<SavedListing, "id" | "withheld">,
  status: 200 | 201 = 200,
) {
  const content = await findEditableJson(c.var.ctx, id);
  // A concurrent request deleted it.
  if (!content) throw new Refused({ code: "not_found" });
  return answerJson(c, { content, ...(withheld ? { withheld } : {}) }, status);
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

function answerJson(c: C, body: object, status: 200 | 201 = 200): Response {
  c.header("cache-control", "no-store");
  return c.json(body, status);
}
