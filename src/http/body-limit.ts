import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import { isAdmin } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { type Refusal, Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { IMAGE_LIMITS } from "@/shared/pictures";
import { mediaType } from "./forms";

const MB = 1024 ** 2;
/** Forms and calls without files, whose longest text has a few thousand characters; also a single-request upload. */
const WORDS = MB / 4;
/** Stripe's events have tens of kB, orders with many lines more. */
const EVENT = MB;
/** A picture of twice the allowed size, so that the answer can name the limit, and its form. */
const PICTURE = 2 * IMAGE_LIMITS.bytes + MB / 4;
/** A post of several times the allowed length, so that the answer can name the limit. */
const POST = 4 * MB;
/** A settings document larger than the database's row, so that the answer can name the limit. */
const DOCUMENT = 4 * MB;
/** Five pictures and the text. One oversized picture still fits, so that the answer can name it. */
const PICTURES = 5 * IMAGE_LIMITS.bytes + MB / 4;
/** Memory for forms with files at one time. Parsing needs about as much again; an isolate has 128 MB. */
export const FILE_FORMS = PICTURES;
const RETRY_AFTER_S = 5;

/**
 * Refuses bodies that are too large (`too_large`), by Content-Length or by counting, and compressed ones
 * (`unsupported`, RFC 9110, 15.5.16). Runs after the locale and the visitor, which the error page shows.
 */
export const bodyLimits = createMiddleware<AppEnv>(async function bodyLimits(c, next) {
  // No body is decompressed, because its real size would exceed the counted one.
  const coding = c.req.header("content-encoding")?.trim().toLowerCase() ?? "identity";
  if (coding !== "identity" && c.req.raw.body) {
    c.header("accept-encoding", "identity");
    throw new Refused({ code: "unsupported" });
  }
  // A body of unknown length is buffered while it is counted. Browsers always send a form's length.
  const length = Number(c.req.header("content-length") ?? 0);
  const withFiles = length > 0 && mediaType(c) === "multipart/form-data";
  const maxSize = limitOf(c, withFiles);
  const limit = bodyLimit({
    maxSize,
    onError: () => {
      throw new Refused(refusalOf(c));
    },
  });
  if (!withFiles || length <= POST || length > maxSize) return limit(c, next);
  const read = await c.get("ctx").fileForms.run(length, async () => ({ answer: await limit(c, next) }));
  if (!read) throw new Refused({ code: "unavailable", retryAfter: RETRY_AFTER_S });
  return read.answer;
});

/** The refusal, with what the visitor may send instead. */
function refusalOf({ var: { ctx, path } }: Context<AppEnv>): Refusal {
  const code = "too_large";
  if (isFile(path)) return { code, reason: "one_request_too_large" };
  if (isDocument(path)) return { code, reason: "set" };
  if (path !== paths.profilePictureForm()) return { code };
  // The session ended before the upload; the picture itself may be small enough.
  return ctx.user ? { code, reason: "upload_too_large" } : { code: "unauthenticated" };
}

/** Largest single-request upload; larger files use resumable uploads. */
const isFile = (path: string) => path.startsWith(paths.storage("")) && !isUpload(path);
const isUpload = (path: string) => path === paths.uploads() || path.startsWith(`${paths.uploads()}/`);

/** A settings document, by API or by form. */
const isDocument = (path: string) =>
  path.startsWith(paths.dataFile("settings/")) || path.startsWith(paths.adminSetting(""));

/** The post editor, with pictures and a text that is long in any encoding. */
const isPostForm = (path: string) =>
  [paths.createPost(), paths.previewPost(), paths.editPost(path.split("/")[3] ?? "")].includes(path);
const isPostCall = (path: string) => path === paths.apiPosts() || path.startsWith(`${paths.apiPosts()}/`);

/** Largest body of a request (bytes). */
function limitOf(c: Context<AppEnv>, withFiles: boolean): number {
  const [path, ctx] = [c.get("path"), c.get("ctx")];
  if (path === paths.webhook()) return EVENT;
  // Visitors without an account have no uploads.
  if (isUpload(path)) return ctx.user ? IMAGE_LIMITS.bytes : WORDS;
  if (path === paths.profilePictureForm()) return withFiles && ctx.user ? PICTURE : WORDS;
  if (isPostCall(path) && ctx.user) return POST;
  if (isDocument(path) && isAdmin(ctx.user)) return DOCUMENT;
  if (isPostForm(path) && ctx.user) return withFiles ? PICTURES : POST;
  const id = path.split("/")[2] ?? "";
  const listingForm = [paths.createListing(), paths.editListing(id), paths.previewListing(id)].includes(path);
  return listingForm && withFiles ? PICTURES : WORDS;
}
