import { type Context, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import * as z from "zod/mini";
import type { AppEnv } from "@/context";
import { DEFAULT_MAX_BODY_BYTES } from "@/http/body-limit";
import { declareCall } from "@/http/declare-call";
import { idParam } from "@/http/requests";
import type { RouteOptions } from "@/http/route-options";
import { DOCUMENT_LIMITS } from "@/shared/document-limits";
import { getOrThrow, Refused } from "@/shared/errors";
import { localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { contentSchema } from "@/shared/schemas/json";
import { createUpload } from "./create-upload";
import { receivePart } from "./receive-part";
import { deleteUpload, getOwnUpload } from "./uploads";

type C = Context<AppEnv>;

/** Resumable uploads (tus 1.0.0, https://tus.io/protocols/resumable-upload). */
export const uploadsApi = new Hono<AppEnv>();

const TUS_VERSION = "1.0.0";
const PART_TYPE = "application/offset+octet-stream";
const TUS_EXTENSIONS = "creation,termination,expiration";

/** A resumable upload that was started. */
const uploadResponseSchema = contentSchema(
  z.object({
    _id: z.string(),
    path: z.string(),
    upload_url: z.string(),
  }),
);

const PROGRESS_HEADERS = ["Tus-Resumable", "Upload-Offset", "Upload-Expires"] as const;

/** tus: every response names the version, and so must every request except OPTIONS. */
const tus = createMiddleware<AppEnv>(async function tus(c, next) {
  if (c.req.method !== "OPTIONS") {
    c.header("tus-resumable", TUS_VERSION);
    c.header("cache-control", "no-store");
    if (c.req.header("tus-resumable") !== TUS_VERSION) {
      c.header("tus-version", TUS_VERSION);
      throw new Refused({ code: "precondition", reason: "tus_version" });
    }
  }
  await next();
});
uploadsApi.use(paths.uploads(), tus);
uploadsApi.use(paths.upload(":id"), tus);

const TUS_OPTIONS_CALL = {
  method: "OPTIONS",
  tag: "storage",
  access: "public",
  anyId: true,
  responses: {
    204: {
      description: "The capabilities, in the headers.",
      headers: ["Tus-Resumable", "Tus-Version", "Tus-Extension", "Tus-Max-Size"],
    },
  },
  handler({ c }: { c: C }) {
    c.header("tus-resumable", TUS_VERSION);
    c.header("tus-version", TUS_VERSION);
    c.header("tus-extension", TUS_EXTENSIONS);
    c.header("tus-max-size", String(DOCUMENT_LIMITS.bytes));
  },
} as const;

declareCall(uploadsApi, {
  ...TUS_OPTIONS_CALL,
  path: paths.uploads(),
  summary: "Get the capabilities of resumable uploads",
  description: "tus 1.0.0, https://tus.io/protocols/resumable-upload. The headers contain the capabilities.",
});

declareCall(uploadsApi, {
  ...TUS_OPTIONS_CALL,
  path: paths.upload(":id"),
  summary: "Get the capabilities of an upload",
});

/** The largest file of any path. Visitors without an account have no uploads. */
const OPTIONS: RouteOptions = {
  maxBody: ({ user }) => (user ? DOCUMENT_LIMITS.bytes : DEFAULT_MAX_BODY_BYTES),
};
const TUS_HEADER = { "Tus-Resumable": "Protocol version, `1.0.0`." };

declareCall(uploadsApi, {
  method: "POST",
  path: paths.uploads(),
  tag: "storage",
  summary: "Start a resumable upload",
  description:
    "For files larger than 256 KB. Send the bytes with PATCH within 24 hours. The file is stored when the last PATCH returns 204.",
  access: "user",
  options: OPTIONS,
  idempotent: true,
  headers: {
    ...TUS_HEADER,
    "Upload-Length": "Size of the file in bytes: at most 5 MB, or 10 MB for a document to check.",
    "Upload-Metadata":
      "tus metadata: `path` (as in PUT /storage/{path}) and `filetype`, each value in base64.",
  },
  responses: {
    201: {
      description: "The upload was created.",
      schema: uploadResponseSchema,
      headers: ["Tus-Resumable", "Location", "Upload-Expires"],
    },
    413: "The file exceeds the limit of its path.",
    422: "The file is empty.",
    429: "Too many uploads in progress or within an hour; retry after the seconds in `Retry-After`.",
  },
  problems: ["forbidden", "not_found", "precondition", "unsupported"],
  async handler({ c, ctx, submissionId }) {
    const length = parseByteCount(c.req.header("upload-length"));
    const metadata = parseMetadata(c.req.header("upload-metadata"));
    if (length === null || !metadata) throw new Refused({ code: "malformed", reason: "upload_headers" });
    const { id, path, expiresTs } = getOrThrow(
      await createUpload(ctx, { id: submissionId, length, metadata }),
    );
    c.header("upload-expires", new Date(expiresTs).toUTCString());
    // With the caller's locale, so that responses to the parts have their language.
    const upload_url = localizePath(ctx.locale, paths.upload(id));
    c.header("location", upload_url);
    return { content: { _id: id, path, upload_url } };
  },
});

/** What the calls of an upload have in common. */
const UPLOAD_CALL = {
  path: paths.upload(":id"),
  tag: "storage",
  access: "user",
  options: OPTIONS,
  headers: TUS_HEADER,
  problems: ["precondition"],
} as const;
const EXPIRED = "The upload has expired after 24 hours.";

// Hono answers HEAD with the GET route; the HEAD route is for the API description.
declareCall(uploadsApi, {
  ...UPLOAD_CALL,
  method: "HEAD",
  summary: "Get the offset of an upload",
  description: "Clients use HEAD; GET returns the same.",
  responses: {
    200: {
      description: "The offset, in the headers.",
      headers: [...PROGRESS_HEADERS, "Upload-Length", "Upload-Metadata"],
    },
    410: EXPIRED,
  },
  handler: ({ c, id }) => handleProgress(c, id),
});
uploadsApi.get(paths.upload(":id"), (c) => handleProgress(c, idParam(c)));

declareCall(uploadsApi, {
  ...UPLOAD_CALL,
  method: "PATCH",
  summary: "Send bytes of an upload",
  description: "With 422 the file is not accepted, and the upload has ended. After 409, request the offset.",
  headers: { ...TUS_HEADER, "Upload-Offset": "Offset of these bytes." },
  bodyType: PART_TYPE,
  responses: {
    204: {
      description: "The bytes were received; after the last bytes, the file is stored.",
      headers: PROGRESS_HEADERS,
    },
    403: "The caller may no longer write to this path.",
    409: "`Upload-Offset` does not match the bytes received so far.",
    410: EXPIRED,
    413: "The upload has more bytes than `Upload-Length`.",
    422: "The file is not accepted, and the upload has ended.",
  },
  problems: [...UPLOAD_CALL.problems, "malformed", "too_many"],
  handler: ({ c, id }) => continueUpload(c, id),
});

declareCall(uploadsApi, {
  ...UPLOAD_CALL,
  method: "DELETE",
  summary: "Cancel an upload",
  responses: {
    204: {
      description: "The upload was canceled. A file that is already stored stays.",
      headers: ["Tus-Resumable"],
    },
    410: EXPIRED,
  },
  handler: ({ c, id }) => handleDeletion(c, id),
});

/** For clients behind a proxy that allows only GET and POST (tus, X-HTTP-Method-Override). */
declareCall(uploadsApi, {
  ...UPLOAD_CALL,
  method: "POST",
  summary: "PATCH or DELETE through POST",
  description: "For clients behind a proxy that allows only GET and POST.",
  headers: {
    ...TUS_HEADER,
    "X-HTTP-Method-Override": z.enum(["PATCH", "DELETE"]).check(z.describe("The intended method.")),
    "Upload-Offset": z.optional(z.string()).check(z.describe("Offset of these bytes; only for PATCH.")),
  },
  bodyType: PART_TYPE,
  optionalBody: true,
  responses: {
    204: { description: "Same as PATCH or DELETE.", headers: ["Tus-Resumable"] },
    403: "The caller may no longer write to this path.",
    409: "`Upload-Offset` does not match the bytes received so far.",
    410: EXPIRED,
  },
  problems: [...UPLOAD_CALL.problems, "malformed", "invalid", "too_many"],
  handler({ c, id }) {
    const method = c.req.header("x-http-method-override");
    if (method === "PATCH") return continueUpload(c, id);
    if (method === "DELETE") return handleDeletion(c, id);
    throw new Refused({ code: "not_found" });
  },
});

async function handleProgress(c: C, id: string): Promise<Response> {
  const upload = getOrThrow(await getOwnUpload(c.var.ctx, id));
  const { path, filetype } = upload;
  setProgressHeaders(c, upload);
  c.header("upload-length", String(upload.length));
  c.header("upload-metadata", formatMetadata({ path, ...(filetype ? { filetype } : {}) }));
  return c.body(null);
}

async function continueUpload(c: C, id: string): Promise<Response> {
  if (c.req.header("content-type") !== PART_TYPE) {
    throw new Refused({ code: "unsupported" });
  }
  const offset = parseByteCount(c.req.header("upload-offset"));
  if (offset === null) throw new Refused({ code: "malformed", reason: "upload_headers" });
  const length = parseByteCount(c.req.header("content-length"));
  const read = () => readBody(c);
  const result = await receivePart(c.var.ctx, { uploadId: id, offset, length, read });
  setProgressHeaders(c, getOrThrow(result));
  return c.body(null, 204);
}

async function handleDeletion(c: C, id: string): Promise<Response> {
  getOrThrow(await deleteUpload(c.var.ctx, id));
  return c.body(null, 204);
}

function setProgressHeaders(c: C, { received, expiresTs }: { received: number; expiresTs: number }): void {
  c.header("upload-offset", String(received));
  c.header("upload-expires", new Date(expiresTs).toUTCString());
}

/** A whole number of bytes; null for anything else. */
function parseByteCount(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : null;
}

/** Metadata of the file: comma-separated keys with base64 values. Null if malformed. */
function parseMetadata(header: string | undefined): Map<string, string> | null {
  const found = new Map<string, string>();
  for (const pair of (header ?? "").split(",")) {
    const [key = "", value = "", ...rest] = pair.trim().split(" ");
    if (key === "" || rest.length > 0 || found.has(key)) return null;
    try {
      const bytes = Uint8Array.from(atob(value), (char) => char.charCodeAt(0));
      found.set(key, new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes));
    } catch {
      return null;
    }
  }
  return found;
}

const formatMetadata = (metadata: Record<string, string>): string =>
  Object.entries(metadata)
    .map(([key, value]) => `${key} ${new TextEncoder().encode(value).toBase64()}`)
    .join(",");

/** The whole body; null if the connection broke. */
export async function readBody(c: C): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await c.req.arrayBuffer());
  } catch {
    return null;
  }
}
