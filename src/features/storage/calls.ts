import * as z from "zod";
import { fileJsonSchema, uploadJsonSchema } from "@/shared/schemas/file-json";

/** The API descriptions of the calls, used as `describeRoute(PUT_FILE)`. */

const PATH = {
  name: "path",
  in: "path",
} as const;
const BEARER = ["bearer"] as const;
const TUS = {
  name: "Tus-Resumable",
  in: "header",
} as const;
const UPLOAD_ID = { name: "id", in: "path" } as const;
/** Errors of calls without a body when a request has one. */
const BODILESS = ["too_large", "unsupported"] as const;
const PROGRESS = ["Tus-Resumable", "Upload-Offset", "Upload-Expires"] as const;

export const PROFILE_PICTURE_PARAMETERS = [
  { name: "file", in: "path" },
  { name: "w", in: "query", schema: z.coerce.number().optional() },
  { name: "v", in: "query", schema: z.string().optional() },
] as const;

export const PUT_FILE = {
  tag: "storage",
  auth: BEARER,
  parameters: [PATH],
  body: { type: "image/*" },
  answers: { 201: { schema: fileJsonSchema } },
  problems: [
    "malformed",
    "unauthenticated",
    "forbidden",
    "not_found",
    "conflict",
    "too_large",
    "invalid",
    "too_many",
  ],
} as const;

export const GET_FILE = {
  tag: "storage",
  auth: BEARER,
  anonymous: true,
  parameters: [PATH],
  answers: { 200: { schema: fileJsonSchema } },
  problems: ["malformed", "forbidden", "not_found"],
} as const;

export const DELETE_FILE = {
  tag: "storage",
  auth: BEARER,
  parameters: [PATH],
  answers: { 204: {} },
  problems: ["malformed", "unauthenticated", "forbidden", "not_found", "conflict", ...BODILESS],
} as const;

export const OFFER_UPLOADS = {
  tag: "storage",
  anonymous: true,
  answers: {
    204: {
      headers: ["Tus-Resumable", "Tus-Version", "Tus-Extension", "Tus-Max-Size"],
    },
  },
} as const;

export const CREATE_UPLOAD = {
  tag: "storage",
  auth: BEARER,
  idempotent: true,
  parameters: [
    TUS,
    { name: "Upload-Length", in: "header" },
    {
      name: "Upload-Metadata",
      in: "header",
    },
  ],
  answers: {
    201: {
      schema: uploadJsonSchema,
      headers: ["Tus-Resumable", "Location", "Upload-Expires"],
    },
  },
  problems: [
    "malformed",
    "unauthenticated",
    "forbidden",
    "not_found",
    "precondition",
    ...BODILESS,
    "invalid",
    "too_many",
  ],
} as const;

export const FIND_UPLOAD = {
  tag: "storage",
  auth: BEARER,
  parameters: [UPLOAD_ID, TUS],
  answers: {
    200: {
      headers: [...PROGRESS, "Upload-Length", "Upload-Metadata"],
    },
  },
  problems: ["unauthenticated", "not_found", "gone", "precondition"],
} as const;

export const CONTINUE_UPLOAD = {
  tag: "storage",
  auth: BEARER,
  parameters: [UPLOAD_ID, TUS, { name: "Upload-Offset", in: "header" }],
  body: { type: "application/offset+octet-stream" },
  answers: { 204: { headers: PROGRESS } },
  problems: [
    "malformed",
    "unauthenticated",
    "forbidden",
    "not_found",
    "conflict",
    "gone",
    "precondition",
    "too_large",
    "unsupported",
    "invalid",
    "too_many",
  ],
} as const;

/** POST with `X-HTTP-Method-Override`. */
export const OVERRIDE_METHOD = {
  ...CONTINUE_UPLOAD,
  parameters: [
    UPLOAD_ID,
    TUS,
    { name: "X-HTTP-Method-Override", in: "header", schema: z.enum(["PATCH", "DELETE"]) },
    { name: "Upload-Offset", in: "header", schema: z.string().optional() },
  ],
  body: { type: "application/offset+octet-stream", required: false },
  answers: { 204: { headers: ["Tus-Resumable"] } },
} as const;

export const END_UPLOAD = {
  tag: "storage",
  auth: BEARER,
  parameters: [UPLOAD_ID, TUS],
  answers: {
    204: { headers: ["Tus-Resumable"] },
  },
  problems: ["unauthenticated", "not_found", "gone", "precondition", ...BODILESS],
} as const;
