import { type Context, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import * as z from "zod/mini";
import { requireUser } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { DEFAULT_MAX_BODY_BYTES } from "@/http/body-limit";
import { describeRoute } from "@/http/describe-route";
import { idempotent } from "@/http/idempotency";
import { idParam } from "@/http/requests";
import { routeOptions } from "@/http/route-options";
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
const TUS_EXTENSIONS = "creation,termination,expiration";

/** A resumable upload that was started. */
const uploadResponseSchema = contentSchema(
  z.object({
    _id: z.string(),
    path: z.string(),
    upload_url: z.string(),
  }),
);

const BEARER = ["bearer"] as const;
const TUS = { name: "Tus-Resumable", in: "header" } as const;
const UPLOAD_ID = { name: "id", in: "path" } as const;
const PROGRESS = ["Tus-Resumable", "Upload-Offset", "Upload-Expires"] as const;

const TUS_OPTIONS_CALL = {
  tag: "storage",
  anonymous: true,
  responses: {
    204: {
      headers: ["Tus-Resumable", "Tus-Version", "Tus-Extension", "Tus-Max-Size"],
    },
  },
} as const;

const CREATE_CALL = {
  tag: "storage",
  auth: BEARER,
  idempotent: true,
  parameters: [TUS, { name: "Upload-Length", in: "header" }, { name: "Upload-Metadata", in: "header" }],
  responses: {
    201: {
      schema: uploadResponseSchema,
      headers: ["Tus-Resumable", "Location", "Upload-Expires"],
    },
  },
  problems: [
    "malformed",
    "unauthenticated",
    "forbidden",
    "not_found",
    "precondition",
    "too_large",
    "unsupported",
    "invalid",
    "too_many",
  ],
} as const;

const FIND_CALL = {
  tag: "storage",
  auth: BEARER,
  parameters: [UPLOAD_ID, TUS],
  responses: {
    200: {
      headers: [...PROGRESS, "Upload-Length", "Upload-Metadata"],
    },
  },
  problems: ["unauthenticated", "not_found", "gone", "precondition"],
} as const;

const CONTINUE_CALL = {
  tag: "storage",
  auth: BEARER,
  parameters: [UPLOAD_ID, TUS, { name: "Upload-Offset", in: "header" }],
  body: { type: "application/offset+octet-stream" },
  responses: { 204: { headers: PROGRESS } },
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
const OVERRIDE_CALL = {
  ...CONTINUE_CALL,
  parameters: [
    UPLOAD_ID,
    TUS,
    { name: "X-HTTP-Method-Override", in: "header", schema: z.enum(["PATCH", "DELETE"]) },
    { name: "Upload-Offset", in: "header", schema: z.optional(z.string()) },
  ],
  body: { type: "application/offset+octet-stream", required: false },
  responses: { 204: { headers: ["Tus-Resumable"] } },
} as const;

const DELETE_CALL = {
  tag: "storage",
  auth: BEARER,
  parameters: [UPLOAD_ID, TUS],
  responses: {
    204: { headers: ["Tus-Resumable"] },
  },
  problems: ["unauthenticated", "not_found", "gone", "precondition", "too_large", "unsupported"],
} as const;

/** tus: every response names the version, and so must every request except OPTIONS. */
const tus = createMiddleware<AppEnv>(async function tus(c, next) {
  c.header("tus-resumable", TUS_VERSION);
  c.header("cache-control", "no-store");
  if (c.req.header("tus-resumable") !== TUS_VERSION) {
    c.header("tus-version", TUS_VERSION);
    throw new Refused({ code: "precondition", reason: "tus_version" });
  }
  requireUser(c.var.ctx);
  await next();
});

const handleTusOptions = (c: C) =>
  c.body(null, 204, {
    "tus-resumable": TUS_VERSION,
    "tus-version": TUS_VERSION,
    "tus-extension": TUS_EXTENSIONS,
    "tus-max-size": String(DOCUMENT_LIMITS.bytes),
  });

uploadsApi.options(paths.uploads(), describeRoute(TUS_OPTIONS_CALL), handleTusOptions);
uploadsApi.options(paths.upload(":id"), describeRoute(TUS_OPTIONS_CALL), handleTusOptions);

/** The largest file of any path. Visitors without an account have no uploads. */
const UPLOAD_BODY = routeOptions({
  maxBody: ({ user }) => (user ? DOCUMENT_LIMITS.bytes : DEFAULT_MAX_BODY_BYTES),
});

uploadsApi.post(paths.uploads(), UPLOAD_BODY, describeRoute(CREATE_CALL), tus, idempotent, async (c) => {
  const length = parseByteCount(c.req.header("upload-length"));
  const metadata = parseMetadata(c.req.header("upload-metadata"));
  if (length === null || !metadata) throw new Refused({ code: "malformed", reason: "upload_headers" });
  const { id, path, expiresTs } = getOrThrow(await createUpload(c.var.ctx, { length, metadata }));
  c.header("upload-expires", new Date(expiresTs).toUTCString());
  // With the caller's locale, so that responses to the parts have their language.
  const upload_url = localizePath(c.var.ctx.locale, paths.upload(id));
  c.header("location", upload_url);
  return c.json({ content: { _id: id, path, upload_url } }, 201);
});

// Hono answers HEAD with the GET route; the HEAD route is for the API description.
uploadsApi.on("HEAD", paths.upload(":id"), describeRoute(FIND_CALL), tus, handleProgress);
uploadsApi.get(paths.upload(":id"), tus, handleProgress);

uploadsApi.patch(paths.upload(":id"), UPLOAD_BODY, describeRoute(CONTINUE_CALL), tus, continueUpload);
uploadsApi.delete(paths.upload(":id"), UPLOAD_BODY, describeRoute(DELETE_CALL), tus, handleDeletion);

/** For clients behind a proxy that allows only GET and POST (tus, X-HTTP-Method-Override). */
uploadsApi.post(paths.upload(":id"), UPLOAD_BODY, describeRoute(OVERRIDE_CALL), tus, (c) => {
  const method = c.req.header("x-http-method-override");
  if (method === "PATCH") return continueUpload(c);
  if (method === "DELETE") return handleDeletion(c);
  throw new Refused({ code: "not_found" });
});

async function handleProgress(c: C): Promise<Response> {
  const upload = getOrThrow(await getOwnUpload(c.var.ctx, idParam(c)));
  const { path, filetype } = upload;
  setProgressHeaders(c, upload);
  c.header("upload-length", String(upload.length));
  c.header("upload-metadata", formatMetadata({ path, ...(filetype ? { filetype } : {}) }));
  return c.body(null);
}

async function continueUpload(c: C): Promise<Response> {
  if (c.req.header("content-type") !== "application/offset+octet-stream") {
    throw new Refused({ code: "unsupported" });
  }
  const offset = parseByteCount(c.req.header("upload-offset"));
  if (offset === null) throw new Refused({ code: "malformed", reason: "upload_headers" });
  const length = parseByteCount(c.req.header("content-length"));
  const read = () => readBody(c);
  const result = await receivePart(c.var.ctx, { uploadId: idParam(c), offset, length, read });
  setProgressHeaders(c, getOrThrow(result));
  return c.body(null, 204);
}

async function handleDeletion(c: C): Promise<Response> {
  getOrThrow(await deleteUpload(c.var.ctx, idParam(c)));
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
