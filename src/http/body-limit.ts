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
/** Every form and call without files, whose longest text has a few thousand characters; and a file in one request. */
const WORDS = MB / 4;
/** Stripe's events are tens of kB, an order with many lines more. */
const EVENT = MB;
/** A picture of twice the size allowed, so that the answer can say so, and the form around it. */
const PICTURE = 2 * IMAGE_LIMITS.bytes + MB / 4;
/** A post that is far too long, so that the answer can say how long it may be. */
const POST = 4 * MB;
/** A settings document that is too large for the database's row, so that the answer can say so. */
const DOCUMENT = 4 * MB;
/** Five pictures and the text. One picture that is too large still fits and is named in the answer. */
const PICTURES = 5 * IMAGE_LIMITS.bytes + MB / 4;
/** Forms with files that are in memory at one time. To read them takes about as much again: an isolate has 128 MB. */
export const FILE_FORMS = PICTURES;
const RETRY_AFTER_S = 5;

/**
 * Reads no body that could not be meant: refuses `too_large` by the length that is announced, or by counting where
 * none is, and `unsupported` what comes packed (RFC 9110, 15.5.16). Stands behind the locale and the visitor, which the
 * answer's page shows.
 */
export const bodyLimits = createMiddleware<AppEnv>(async function bodyLimits(c, next) {
  // No body is unpacked here: its bytes would mean something else than they say, and be more than they are.
  const coding = c.req.header("content-encoding")?.trim().toLowerCase() ?? "identity";
  if (coding !== "identity" && c.req.raw.body) {
    c.header("accept-encoding", "identity");
    throw new Refused({ code: "unsupported" });
  }
  // A body of unknown length is held in memory while it is counted. Browsers say how long a form is.
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

/** Why it is not read, and what may be sent instead. */
function refusalOf({ var: { ctx, path } }: Context<AppEnv>): Refusal {
  const code = "too_large";
  if (isFile(path)) return { code, reason: "one_request_too_large" };
  if (isDocument(path)) return { code, reason: "set" };
  if (path !== paths.profilePictureForm()) return { code };
  // Signed out meanwhile: the picture itself may be small enough.
  return ctx.user ? { code, reason: "upload_too_large" } : { code: "unauthenticated" };
}

/** Largest single-request upload; larger files use resumable uploads. */
const isFile = (path: string) => path.startsWith(paths.storage("")) && !isUpload(path);
const isUpload = (path: string) => path === paths.uploads() || path.startsWith(`${paths.uploads()}/`);

/** A settings document, by its call or its form. */
const isDocument = (path: string) =>
  path.startsWith(paths.dataFile("settings/")) || path.startsWith(paths.adminSetting(""));

/** Where a post is written, with its pictures and a text that is long in any encoding. */
const isPostForm = (path: string) =>
  [paths.createPost(), paths.previewPost(), paths.editPost(path.split("/")[3] ?? "")].includes(path);
const isPostCall = (path: string) => path === paths.apiPosts() || path.startsWith(`${paths.apiPosts()}/`);

/** Bytes that a request may carry. */
function limitOf(c: Context<AppEnv>, withFiles: boolean): number {
  const [path, ctx] = [c.get("path"), c.get("ctx")];
  if (path === paths.webhook()) return EVENT;
  // Nobody unknown has an upload to go on with.
  if (isUpload(path)) return ctx.user ? IMAGE_LIMITS.bytes : WORDS;
  if (path === paths.profilePictureForm()) return withFiles && ctx.user ? PICTURE : WORDS;
  if (isPostCall(path) && ctx.user) return POST;
  if (isDocument(path) && isAdmin(ctx.user)) return DOCUMENT;
  if (isPostForm(path) && ctx.user) return withFiles ? PICTURES : POST;
  const id = path.split("/")[2] ?? "";
  const listingForm = [paths.createListing(), paths.editListing(id), paths.previewListing(id)].includes(path);
  return listingForm && withFiles ? PICTURES : WORDS;
}
