import * as z from "zod";
import {
  createListingRequestSchema,
  editListingRequestSchema,
  listingImagesRequestSchema,
} from "@/shared/schemas/listing-calls";
import {
  listingConflictSchema,
  listingJsonSchema,
  ownListingJsonSchema,
  savedListingSchema,
} from "@/shared/schemas/listing-json";
import { contentSchema } from "@/shared/schemas/user-json";

/** The API descriptions of the calls, used as `described(CREATE_LISTING)`. */

const ID = { name: "id", in: "path" } as const;
const BEARER = ["bearer"] as const;
const SAVED = { schema: savedListingSchema };
/** In the place of the plain problem: it may hold the listing as it is by now, or say which limit was reached. */
const CONFLICT = { schema: listingConflictSchema, type: "application/problem+json" };

export const CREATE_LISTING = {
  tag: "listings",
  auth: BEARER,
  idempotent: true,
  body: { schema: createListingRequestSchema },
  answers: { 201: SAVED, 409: CONFLICT },
  problems: ["unauthenticated", "forbidden", "not_found", "invalid"],
} as const;

export const GET_LISTING = {
  tag: "listings",
  auth: BEARER,
  anonymous: true,
  parameters: [ID],
  answers: { 200: { schema: contentSchema(z.union([ownListingJsonSchema, listingJsonSchema])) } },
  problems: ["unauthenticated", "not_found"],
} as const;

export const EDIT_LISTING = {
  tag: "listings",
  auth: BEARER,
  parameters: [ID],
  body: { schema: editListingRequestSchema },
  answers: { 200: SAVED, 409: CONFLICT },
  problems: ["unauthenticated", "forbidden", "not_found", "invalid"],
} as const;

export const DELETE_LISTING = {
  tag: "listings",
  auth: BEARER,
  parameters: [ID, { name: "version", in: "query", schema: z.int().min(1) }],
  answers: { 204: {}, 409: CONFLICT },
  problems: ["unauthenticated", "not_found", "invalid"],
} as const;

export const ARRANGE_PICTURES = {
  tag: "listings",
  auth: BEARER,
  parameters: [ID],
  body: { schema: listingImagesRequestSchema },
  answers: { 200: SAVED, 409: CONFLICT },
  problems: ["unauthenticated", "forbidden", "not_found", "invalid"],
} as const;

export const SUBMIT_LISTING = {
  tag: "listings",
  auth: BEARER,
  parameters: [ID],
  answers: { 200: SAVED, 409: CONFLICT },
  problems: ["unauthenticated", "forbidden", "not_found", "invalid"],
} as const;

/** Pausing, resuming and renewing. */
export const MOVE_LISTING = {
  tag: "listings",
  auth: BEARER,
  parameters: [ID],
  answers: { 200: SAVED, 409: CONFLICT },
  problems: ["unauthenticated", "not_found"],
} as const;
