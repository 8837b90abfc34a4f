import "./jitless";
import * as z from "zod";
import { ID_PATTERN } from "@/shared/ids";
import { altField, draftListingSchema, LISTING_BOUNDS } from "./listing";

/** The version that the caller saw; required, so that a write can't overwrite unseen changes. */
const version = z.int().min(1);
/** Whether a new listing or a draft is submitted for publication. */
const submit = z.boolean().default(false);

/** An id chosen by the caller, so that a repeated request creates one listing, even on another day. */
const _id = z.string().regex(ID_PATTERN).optional();

/** POST /api/listings. A draft requires only a subject; a submitted listing must fit `listingSchema`. */
export const createListingRequestSchema = draftListingSchema.extend({ _id, submit });

/** PUT /api/listings/{id}: the whole listing; fields left out are emptied, except pictures. */
export const editListingRequestSchema = draftListingSchema.extend({ submit, version });

/** PUT /api/listings/{id}/images: the pictures in order, by storage path. */
export const listingImagesRequestSchema = z.object({
  version,
  images: z.array(z.object({ path: z.string(), alt: altField })).max(LISTING_BOUNDS.pictures),
});

/** DELETE /api/listings/{id}?version= */
export const deleteListingQuerySchema = z.object({
  version: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
});
