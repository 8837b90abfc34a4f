import "./jitless";
import * as z from "zod";
import { ID_PATTERN } from "@/shared/ids";
import { altField, draftListingSchema, LISTING_BOUNDS } from "./listing";

/** The version that the caller saw; a write names it, so that nobody overwrites what they have not read. */
const version = z.int().min(1);
/** Whether a new listing or a draft is to be published. */
const submit = z.boolean().default(false);

/** An id that the caller drew, so that a listing sent twice, on another day perhaps, is made once. */
const _id = z.string().regex(ID_PATTERN).optional();

/** POST /api/listings. What a listing needs beside a subject is asked of one that is submitted (`listingSchema`). */
export const createListingCall = draftListingSchema.extend({ _id, submit });

/** PUT /api/listings/{id}: the listing as it is to be; what is left out is emptied, but for its pictures. */
export const editListingCall = draftListingSchema.extend({ submit, version });

/** PUT /api/listings/{id}/images: the pictures in order, each by the path at which it was stored. */
export const listingImagesCall = z.object({
  version,
  images: z.array(z.object({ path: z.string(), alt: altField })).max(LISTING_BOUNDS.pictures),
});

/** DELETE /api/listings/{id}?version= */
export const deleteListingQuery = z.object({
  version: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
});
