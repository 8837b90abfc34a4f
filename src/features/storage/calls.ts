import { wireFileSchema, wireUploadSchema } from "@/shared/schemas/wire-file";
import { TUS_EXTENSIONS, TUS_VERSION } from "./upload-headers";

/** What the calls of this room are, for their description: `described(PUT_FILE)`. */

const PATH = {
  name: "path",
  in: "path",
  about:
    "images/profile-pictures/{user id}.{ext}, images/listings/{listing id}/{name}.{ext} or images/blog/{post id}/{name}.{ext}; ext is jpg, jpeg, png, webp or avif",
} as const;
const BEARER = ["bearer"] as const;
const TUS = {
  name: "Tus-Resumable",
  in: "header",
  about: `The protocol's version, ${TUS_VERSION}`,
} as const;
const UPLOAD_ID = { name: "id", in: "path", about: "As in the upload's Location" } as const;
const TUS_HEADERS = { "Tus-Resumable": TUS_VERSION } as const;
const PROGRESS = {
  ...TUS_HEADERS,
  "Upload-Offset": "Bytes received so far",
  "Upload-Expires": "When the upload ends, finished or not",
} as const;

export const PUT_FILE = {
  tag: "storage",
  summary: "Upload a picture of up to 256 KB",
  about:
    "The body is the file itself: JPEG, PNG, WebP or AVIF by its bytes, whatever its header says, of at most 40 megapixels. It is encoded anew, so its metadata stays outside. Larger files go to /storage/uploads. A listing's picture is kept for a day unless the listing takes it.",
  auth: BEARER,
  parameters: [PATH],
  body: { type: "image/*" },
  answers: { 201: { about: "Stored", schema: wireFileSchema } },
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
  summary: "Where a file is",
  about: "Found under any of the extensions. What is not public is found by its owner and administrators.",
  auth: BEARER,
  anybody: true,
  parameters: [PATH],
  answers: { 200: { about: "It is there", schema: wireFileSchema } },
  problems: ["malformed", "forbidden", "not_found"],
} as const;

export const DELETE_FILE = {
  tag: "storage",
  summary: "Delete a file",
  about: "A picture that a listing shows leaves it, and the listing's version rises.",
  auth: BEARER,
  parameters: [PATH],
  answers: { 204: { about: "Deleted" } },
  problems: ["malformed", "unauthenticated", "forbidden", "not_found", "conflict"],
} as const;

export const OFFER_UPLOADS = {
  tag: "storage",
  summary: "What resumable uploads can do",
  about: "tus 1.0.0: https://tus.io/protocols/resumable-upload",
  anybody: true,
  answers: {
    204: {
      about: "Headers say it",
      headers: {
        "Tus-Version": TUS_VERSION,
        "Tus-Extension": TUS_EXTENSIONS,
        "Tus-Max-Size": "Bytes that a file may have",
      },
    },
  },
} as const;

export const CREATE_UPLOAD = {
  tag: "storage",
  summary: "Begin a resumable upload",
  about:
    "For files above 256 KB. Its bytes follow by PATCH within 24 hours; the file is there when the PATCH that completes it was answered with 204.",
  auth: BEARER,
  idempotent: true,
  parameters: [
    TUS,
    { name: "Upload-Length", in: "header", about: "Bytes of the whole file, at most 5 MB" },
    {
      name: "Upload-Metadata",
      in: "header",
      about: "tus metadata: path (as in PUT /storage/{path}) and filetype, each with its value in base64",
    },
  ],
  answers: {
    201: {
      about: "Begun",
      schema: wireUploadSchema,
      headers: {
        ...TUS_HEADERS,
        Location: "Where its bytes go",
        "Upload-Expires": PROGRESS["Upload-Expires"],
      },
    },
  },
  problems: [
    "malformed",
    "unauthenticated",
    "forbidden",
    "not_found",
    "precondition",
    "too_large",
    "invalid",
    "too_many",
  ],
} as const;

export const FIND_UPLOAD = {
  tag: "storage",
  summary: "How far an upload has come",
  about: "Asked by HEAD; GET answers the same.",
  auth: BEARER,
  parameters: [UPLOAD_ID, TUS],
  answers: {
    200: {
      about: "Headers say it",
      headers: {
        ...PROGRESS,
        "Upload-Length": "Bytes of the whole file",
        "Upload-Metadata": "As given, of what is known",
      },
    },
  },
  problems: ["unauthenticated", "not_found", "gone", "precondition"],
} as const;

export const CONTINUE_UPLOAD = {
  tag: "storage",
  summary: "Send an upload's next bytes",
  about:
    "422 says that the finished file is not a picture that may come in; the upload has then ended. After 409 ask how far the upload is.",
  auth: BEARER,
  parameters: [UPLOAD_ID, TUS, { name: "Upload-Offset", in: "header", about: "Where these bytes begin" }],
  body: { type: "application/offset+octet-stream" },
  answers: { 204: { about: "Received; with the last bytes, stored", headers: PROGRESS } },
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

export const END_UPLOAD = {
  tag: "storage",
  summary: "Give an upload up",
  auth: BEARER,
  parameters: [UPLOAD_ID, TUS],
  answers: {
    204: { about: "Gone, with what came of it; a file that was stored stays", headers: TUS_HEADERS },
  },
  problems: ["unauthenticated", "not_found", "gone", "precondition"],
} as const;
