import { type Context, Hono } from "hono";
import { isAdmin, requireUser } from "@/auth/guards";
import type { AppEnv, Ctx } from "@/context";
import { problem } from "@/http/answers";
import { described } from "@/http/described";
import { readJson } from "@/http/forms";
import { idempotent } from "@/http/idempotency";
import { idParam } from "@/http/ids";
import { imageAnswer, onlooker, PICTURE } from "@/http/images";
import { fullFile } from "@/platform/media";
import { type Refusal, Refused, type Result } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { validate } from "@/shared/schemas/field-errors";
import {
  createListingRequestSchema,
  deleteListingQuerySchema,
  editListingRequestSchema,
  listingImagesRequestSchema,
} from "@/shared/schemas/listing-calls";
import { isPictureFile } from "@/shared/storage-path";
import {
  ARRANGE_PICTURES,
  CREATE_LISTING,
  DELETE_LISTING,
  EDIT_LISTING,
  GET_LISTING,
  MOVE_LISTING,
  SUBMIT_LISTING,
} from "./calls";
import { createListing, type SavedListing } from "./lifecycle/create-listing";
import { deleteListing } from "./lifecycle/delete-listing";
import { editListing } from "./lifecycle/edit-listing";
import { pauseListing } from "./lifecycle/pause-listing";
import { resumeListing } from "./lifecycle/resume-listing";
import { submitListing } from "./lifecycle/submit-listing";
import { limitWords } from "./limit-words";
import { arrangePictures } from "./pictures/arrange-pictures";
import { listingPictureKey } from "./pictures/placed-pictures";
import { findEditableListing, findPictureAccess, findVisibleListing } from "./queries";
import { renewListing } from "./renewal/renew-listing";
import { findRevision } from "./review/revisions";
import { serializeListing, serializeOwnListing } from "./serialize-listing";

/** A listing as JSON, read by all and written by its owner and admins; and its pictures. */
export const listingsApi = new Hono<AppEnv>();
type C = Context<AppEnv>;

const ID = ":id";

listingsApi.post(paths.apiListings(), described(CREATE_LISTING), idempotent, async (c) => {
  const { ctx } = c.var;
  requireUser(ctx);
  const listing = await readJson(c);
  const asked = validate(createListingRequestSchema.pick({ _id: true, submit: true }), listing);
  if (!asked.ok) return problem(c, asked.refusal);
  const { _id: id = ctx.newId(), submit } = asked.value;
  const result = await createListing(ctx, { id, submit, listing, pictures: null });
  return result.ok ? savedAnswer(c, result.value, 201) : refused(c, result.refusal, id);
});

listingsApi.get(paths.apiListing(ID), described(GET_LISTING), async (c) => {
  const { ctx } = c.var;
  const id = idParam(c);
  const own = await ownContent(ctx, id);
  if (own) return answer(c, { content: own });
  const listing = await findVisibleListing(ctx, id);
  if (!listing) throw new Refused({ code: "not_found" });
  return answer(c, { content: serializeListing(listing, ctx.now) });
});

listingsApi.put(paths.apiListing(ID), described(EDIT_LISTING), async (c) => {
  const { ctx } = c.var;
  const id = idParam(c);
  requireUser(ctx);
  const listing = await readJson(c);
  const asked = await whereMine(ctx, id, () =>
    validate(editListingRequestSchema.pick({ submit: true, version: true }), listing),
  );
  if (!asked.ok) return refused(c, asked.refusal);
  const result = await editListing(ctx, { id, ...asked.value, listing, pictures: null });
  return result.ok ? savedAnswer(c, result.value) : refused(c, result.refusal, id);
});

listingsApi.delete(paths.apiListing(ID), described(DELETE_LISTING), async (c) => {
  const { ctx } = c.var;
  const id = idParam(c);
  requireUser(ctx);
  const asked = await whereMine(ctx, id, () => validate(deleteListingQuerySchema, c.req.query()));
  if (!asked.ok) return refused(c, asked.refusal);
  const result = await deleteListing(ctx, id, asked.value.version);
  return result.ok ? c.body(null, 204) : refused(c, result.refusal, id);
});

listingsApi.put(paths.apiListingImages(ID), described(ARRANGE_PICTURES), async (c) => {
  const { ctx } = c.var;
  const id = idParam(c);
  requireUser(ctx);
  const body = await readJson(c);
  const asked = await whereMine(ctx, id, () => validate(listingImagesRequestSchema, body));
  if (!asked.ok) return refused(c, asked.refusal);
  const result = await arrangePictures(ctx, id, asked.value);
  return result.ok ? savedAnswer(c, result.value) : refused(c, result.refusal, id);
});

const MOVES = {
  submit: submitListing,
  pause: pauseListing,
  resume: resumeListing,
  renew: renewListing,
} as const;

for (const move of ["submit", "pause", "resume", "renew"] as const) {
  const call = move === "submit" ? SUBMIT_LISTING : MOVE_LISTING;
  listingsApi.post(paths.apiListingAction(ID, move), described(call), async (c) => {
    const result = await MOVES[move](c.var.ctx, idParam(c));
    return result.ok ? savedAnswer(c, result.value) : refused(c, result.refusal);
  });
}

/**
 * A picture of a listing. While a listing is hidden, only its owner and admins get its pictures, and responses are not
 * cached. Other responses are cached forever: a changed picture has another name, unless its uploader chose the name.
 */
listingsApi.get(paths.listingImage(":id", ":file"), described(PICTURE), async (c) => {
  const listingId = idParam(c);
  const file = c.req.param("file") ?? "";
  if (!isPictureFile(file)) throw new Refused({ code: "not_found" });
  const { ctx } = c.var;
  const access = await findPictureAccess(ctx, listingId, fullFile(file));
  if (!access) throw new Refused({ code: "not_found" });
  if (!access.visible) {
    const user = await onlooker(c);
    if (user?.id !== access.ownerId && !isAdmin(user)) throw new Refused({ code: "not_found" });
  }
  const key = listingPictureKey(listingId, access.version, file);
  if (!access.visible) return imageAnswer(c, key, "never");
  return imageAnswer(c, key, access.version === null ? "forever" : "asking");
});

/** Checks ownership first: another user's listing is not found, even when the input is invalid. */
async function whereMine<T>(ctx: Ctx, id: string, read: () => Result<T>): Promise<Result<T>> {
  const asked = read();
  if (asked.ok || (await findEditableListing(ctx, id))) return asked;
  return { ok: false, refusal: { code: "not_found" } };
}

/** The listing as its owner or an admin sees it; null for everybody else. */
async function ownContent(ctx: Ctx, id: string) {
  if (!ctx.user) return null;
  const listing = await findEditableListing(ctx, id);
  // After the listing, so that the version is not newer than the revision.
  return listing && serializeOwnListing(listing, await findRevision(ctx, id), ctx.now);
}

async function savedAnswer(
  c: C,
  { id, withheld }: Pick<SavedListing, "id" | "withheld">,
  status: 200 | 201 = 200,
) {
  const content = await ownContent(c.var.ctx, id);
  // Deleted a moment ago.
  if (!content) throw new Refused({ code: "not_found" });
  return answer(c, { content, ...(withheld ? { withheld } : {}) }, status);
}

/**
 * Why a call was refused; with `datastale` the listing as it is by now, so that both texts can be shown, and past a limit
 * which one that is.
 */
async function refused(c: C, refusal: Refusal, id?: string): Promise<Response> {
  // A deleted listing has a page that says so, and no content.
  if (refusal.code === "gone") return problem(c, { code: "not_found" });
  const limit = limitWords(c.var.ctx.t, refusal);
  if (limit !== null) return problem(c, refusal, { detail: limit, limit: refusal.params?.limit });
  const stale = refusal.reason === "datastale" && id !== undefined;
  const content = stale ? await ownContent(c.var.ctx, id) : null;
  return problem(c, refusal, content ? { content } : {});
}

function answer(c: C, body: object, status: 200 | 201 = 200): Response {
  c.header("cache-control", "no-store");
  return c.json(body, status);
}
