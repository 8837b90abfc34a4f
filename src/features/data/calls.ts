import * as z from "zod";
import {
  documentConflictSchema,
  listingsExportSchema,
  ordersExportSchema,
  postsExportSchema,
  settingsDocumentSchema,
  testimonialsExportSchema,
  writtenDocumentSchema,
} from "@/shared/schemas/data";
import { listingJsonSchema } from "@/shared/schemas/listing-json";

/** The API descriptions of the calls, used as `described(GET_LISTINGS)`. */

const FORMAT = { name: "format", in: "query", schema: z.literal("export") } as const;
const ANY_FORMAT = { ...FORMAT, schema: FORMAT.schema.optional() };
/** Accepted and ignored, because clients send it with every request. */
const APP_CHECK = { name: "app_check", in: "query", schema: z.string().optional() } as const;
const FILE = { name: "file", in: "path" } as const;

const collection = (schema: z.ZodType) =>
  ({
    tag: "data",
    parameters: [FORMAT, APP_CHECK],
    answers: { 200: { schema } },
    problems: ["malformed", "too_many"],
  }) as const;

export const GET_LISTINGS = collection(listingsExportSchema);
export const GET_POSTS = collection(postsExportSchema);
export const GET_TESTIMONIALS = collection(testimonialsExportSchema);

export const GET_LISTING_DATA = {
  tag: "data",
  parameters: [FILE, FORMAT, APP_CHECK],
  answers: { 200: { schema: listingJsonSchema } },
  problems: ["malformed", "not_found"],
} as const;

const ADMINS = { tag: "data", auth: ["bearer", "address"] } as const;

export const GET_ORDERS = {
  ...ADMINS,
  parameters: [FORMAT, APP_CHECK],
  answers: { 200: { schema: ordersExportSchema } },
  problems: ["malformed", "unauthenticated", "forbidden"],
} as const;

export const GET_SETTINGS = {
  ...ADMINS,
  parameters: [FILE, ANY_FORMAT, APP_CHECK],
  answers: { 200: { schema: settingsDocumentSchema } },
  problems: ["malformed", "unauthenticated", "forbidden", "not_found"],
} as const;

export const PUT_SETTINGS = {
  tag: "data",
  auth: ["bearer"],
  parameters: [FILE, APP_CHECK],
  body: { schema: writtenDocumentSchema },
  answers: {
    200: { schema: settingsDocumentSchema },
    409: { schema: documentConflictSchema, type: "application/problem+json" },
  },
  problems: ["unauthenticated", "forbidden", "not_found", "invalid"],
} as const;
