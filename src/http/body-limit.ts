import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "@/context";
import { DOCUMENT_LIMITS } from "@/shared/document-limits";
import { Refused } from "@/shared/errors";
import { IMAGE_LIMITS } from "@/shared/picture-limits";
import { findMediaType } from "./requests";
import { type BodySender, getRouteOptions } from "./route-options";

/**
 * Bytes of forms and calls without files, whose longest text has a few thousand characters; also of a single-request
 * upload.
 */
export const DEFAULT_MAX_BODY_BYTES = 1024 ** 2 / 4;
/** Bytes of five pictures and the text. One oversized picture still fits, so that the response can name it. */
export const MAX_PICTURES_BODY_BYTES = 5 * IMAGE_LIMITS.bytes + DEFAULT_MAX_BODY_BYTES;
/** Bytes of the form with the files of a document; it is read alone, because it exceeds the budget of memory. */
export const MAX_DOCUMENTS_BODY_BYTES =
  DOCUMENT_LIMITS.files * DOCUMENT_LIMITS.bytes + DEFAULT_MAX_BODY_BYTES;
/** Limit of a form that may contain pictures. */
export const getMaxPictureFormBytes = ({ hasFiles }: BodySender): number =>
  hasFiles ? MAX_PICTURES_BODY_BYTES : DEFAULT_MAX_BODY_BYTES;

/**
 * Bytes of memory for all forms with files that are parsed at the same time. Parsing needs about as much again; an
 * isolate has 128 MB.
 */
export const FILE_FORM_MEMORY_BYTES = MAX_PICTURES_BODY_BYTES;
/** Smaller forms with files reserve no memory. */
const MIN_RESERVED_BYTES = 4 * 1024 ** 2;
const RETRY_AFTER_S = 5;

/**
 * Refuses bodies that are too large (`too_large`), by Content-Length or by counting, and compressed ones
 * (`unsupported`, RFC 9110, 15.5.16). Runs after the locale and the visitor, which the error page shows.
 */
export const bodyLimits = createMiddleware<AppEnv>(async function bodyLimits(c, next) {
  if (!c.req.raw.body) return next();
  // No body is decompressed, because its real size would exceed the counted one.
  const coding = c.req.header("content-encoding")?.trim().toLowerCase() ?? "identity";
  if (coding !== "identity") {
    c.header("accept-encoding", "identity");
    throw new Refused({ code: "unsupported" });
  }
  // A body of unknown length is buffered while it is counted. Browsers always send a form's length.
  const length = Number(c.req.header("content-length") ?? 0);
  const hasFiles = length > 0 && findMediaType(c) === "multipart/form-data";
  const { user, fileForms } = c.get("ctx");
  const { maxBody = DEFAULT_MAX_BODY_BYTES, tooLarge } = getRouteOptions(c);
  const sender = { user, hasFiles };
  const maxSize = typeof maxBody === "number" ? maxBody : maxBody(sender);
  const limit = bodyLimit({
    maxSize,
    onError: () => {
      throw new Refused(tooLarge?.(sender) ?? { code: "too_large" });
    },
  });
  if (!hasFiles || length < MIN_RESERVED_BYTES || length > maxSize) return limit(c, next);
  const read = await fileForms.run(length, async () => ({ response: await limit(c, next) }));
  if (!read) throw new Refused({ code: "unavailable", retryAfter: RETRY_AFTER_S });
  return read.response;
});
