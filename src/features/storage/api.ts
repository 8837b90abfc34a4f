import { type Context, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { isAdmin, requireUser } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { arePicturesPublic, blogPictureKey } from "@/features/blog";
import { canSeeHiddenPicture, findPicture, toProfilePictureKey } from "@/features/profile";
import { SMALL_BODY } from "@/http/body-limit";
import { describeRoute } from "@/http/describe-route";
import { idempotent } from "@/http/idempotency";
import { findPictureViewer, imageResponse, PICTURE } from "@/http/images";
import { idParam } from "@/http/requests";
import { routeOptions } from "@/http/route-options";
import { Refused, type Result } from "@/shared/errors";
import { localizePath } from "@/shared/i18n/locales";
import { ID_PATTERN } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { findAvatarSize, IMAGE_LIMITS } from "@/shared/pictures";
import { isPictureFile, parseStoragePath } from "@/shared/storage-path";
import * as calls from "./calls";
import { endUpload } from "./end-upload";
import { findFile, type StoredFile } from "./find-file";
import { findOwnUpload } from "./find-upload";
import { openUpload } from "./open-upload";
import { receivePart } from "./receive-part";
import { readBytes, readMetadata, TUS_EXTENSIONS, TUS_VERSION, writeMetadata } from "./upload-headers";
import { putFile, removeFile } from "./write-file";

type C = Context<AppEnv>;

/** Pictures of people and posts, files by their path, and resumable uploads (tus 1.0). */
export const storageApi = new Hono<AppEnv>();

const PROFILE_PICTURE = { ...PICTURE, parameters: calls.PROFILE_PICTURE_PARAMETERS };

/**
 * A person's picture: `w` asks for the smallest square of at least that width (px), or the largest unless `w` is a
 * whole number. `v` names the version.
 */
storageApi.get(paths.profilePictureFile(":file"), describeRoute(PROFILE_PICTURE), async (c) => {
  const [userId = "", extension, ...rest] = (c.req.param("file") ?? "").split(".");
  const facts = ID_PATTERN.test(userId) && rest.length === 0 ? await findPicture(c.var.ctx, userId) : null;
  const seen = facts && (!facts.hidden || canSeeHiddenPicture(await findPictureViewer(c), userId));
  if (!seen || facts.extension !== extension) throw new Refused({ code: "not_found" });
  const asked = c.req.query("w") ?? "";
  const width = /^\d{1,5}$/.test(asked) ? Number(asked) : Number.POSITIVE_INFINITY;
  const key = toProfilePictureKey(userId, facts.version, findAvatarSize(width));
  if (facts.hidden) return imageResponse(c, key, "never");
  return imageResponse(c, key, c.req.query("v") === String(facts.version) ? "forever" : "asking");
});

/** A post's picture. Until the post is published, admins alone see it, and no cache may store it. */
storageApi.get(paths.blogImage(":id", ":file"), describeRoute(PICTURE), async (c) => {
  const [postId, file] = [idParam(c), c.req.param("file") ?? ""];
  if (!isPictureFile(file)) throw new Refused({ code: "not_found" });
  const isPublic = await arePicturesPublic(c.var.ctx, postId);
  if (!isPublic && !isAdmin(await findPictureViewer(c))) throw new Refused({ code: "not_found" });
  return imageResponse(c, blogPictureKey(postId, file), isPublic ? "asking" : "never");
});

/** tus: every answer names the version, and every request but OPTIONS has to. */
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

const offerUploads = (c: C) =>
  c.body(null, 204, {
    "tus-resumable": TUS_VERSION,
    "tus-version": TUS_VERSION,
    "tus-extension": TUS_EXTENSIONS,
    "tus-max-size": String(IMAGE_LIMITS.bytes),
  });

storageApi.options(paths.uploads(), describeRoute(calls.OFFER_UPLOADS), offerUploads);
storageApi.options(paths.upload(":id"), describeRoute(calls.OFFER_UPLOADS), offerUploads);

/** Visitors without an account have no uploads. */
const UPLOAD_BODY = routeOptions({ maxBody: ({ user }) => (user ? IMAGE_LIMITS.bytes : SMALL_BODY) });

storageApi.post(
  paths.uploads(),
  UPLOAD_BODY,
  describeRoute(calls.CREATE_UPLOAD),
  tus,
  idempotent,
  async (c) => {
    const length = readBytes(c.req.header("upload-length"));
    const metadata = readMetadata(c.req.header("upload-metadata"));
    if (length === null || !metadata) throw new Refused({ code: "malformed", reason: "upload_headers" });
    const { id, path, expiresTs } = granted(await openUpload(c.var.ctx, { length, metadata }));
    c.header("upload-expires", new Date(expiresTs).toUTCString());
    // In the caller's language, so that the answers to its bytes are.
    const upload_url = localizePath(c.var.ctx.locale, paths.upload(id));
    c.header("location", upload_url);
    return c.json({ content: { _id: id, path, upload_url } }, 201);
  },
);

// Hono answers HEAD by what GET is answered by; the first of the two is how it is documented.
storageApi.on("HEAD", paths.upload(":id"), describeRoute(calls.FIND_UPLOAD), tus, tellProgress);
storageApi.get(paths.upload(":id"), tus, tellProgress);

storageApi.patch(paths.upload(":id"), UPLOAD_BODY, describeRoute(calls.CONTINUE_UPLOAD), tus, continueUpload);
storageApi.delete(paths.upload(":id"), UPLOAD_BODY, describeRoute(calls.END_UPLOAD), tus, finishUpload);

/** For clients behind something that lets only GET and POST through (tus, X-HTTP-Method-Override). */
storageApi.post(paths.upload(":id"), UPLOAD_BODY, describeRoute(calls.OVERRIDE_METHOD), tus, (c) => {
  const method = c.req.header("x-http-method-override");
  if (method === "PATCH") return continueUpload(c);
  if (method === "DELETE") return finishUpload(c);
  throw new Refused({ code: "not_found" });
});

async function tellProgress(c: C): Promise<Response> {
  const upload = granted(await findOwnUpload(c.var.ctx, idParam(c)));
  const { path, filetype } = upload;
  sayProgress(c, upload);
  c.header("upload-length", String(upload.length));
  c.header("upload-metadata", writeMetadata({ path, ...(filetype ? { filetype } : {}) }));
  return c.body(null);
}

async function continueUpload(c: C): Promise<Response> {
  if (c.req.header("content-type") !== "application/offset+octet-stream") {
    throw new Refused({ code: "unsupported" });
  }
  const offset = readBytes(c.req.header("upload-offset"));
  if (offset === null) throw new Refused({ code: "malformed", reason: "upload_headers" });
  const length = readBytes(c.req.header("content-length"));
  const read = () => bodyOf(c);
  const result = await receivePart(c.var.ctx, { uploadId: idParam(c), offset, length, read });
  sayProgress(c, granted(result));
  return c.body(null, 204);
}

async function finishUpload(c: C): Promise<Response> {
  granted(await endUpload(c.var.ctx, idParam(c)));
  return c.body(null, 204);
}

const FILE_BODY = routeOptions({
  // Larger files are resumable uploads.
  maxBody: SMALL_BODY,
  tooLarge: () => ({ code: "too_large", reason: "one_request_too_large" }),
});
const FILE = `${paths.storage(":path")}{.+}`;

storageApi.put(FILE, FILE_BODY, describeRoute(calls.PUT_FILE), async (c) => {
  requireUser(c.var.ctx);
  const path = storagePath(c);
  const bytes = await bodyOf(c);
  if (!bytes) throw new Refused({ code: "malformed" });
  return fileAnswer(c, granted(await putFile(c.var.ctx, path, bytes)), 201);
});

storageApi.get(FILE, describeRoute(calls.GET_FILE), async (c) =>
  fileAnswer(c, granted(await findFile(c.var.ctx, storagePath(c))), 200),
);

storageApi.delete(FILE, describeRoute(calls.DELETE_FILE), async (c) => {
  requireUser(c.var.ctx);
  granted(await removeFile(c.var.ctx, storagePath(c)));
  return c.body(null, 204);
});

/** As it came, since decoding it twice could make another path of it. */
function storagePath(c: C) {
  return granted(parseStoragePath(c.var.path.slice(paths.storage("").length), true));
}

/** The whole body; null when the connection broke on the way. */
async function bodyOf(c: C): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await c.req.arrayBuffer());
  } catch {
    return null;
  }
}

/** Depends on who asks, so nothing on the way keeps it. */
function fileAnswer(c: C, { path, downloadUrl }: StoredFile, status: 200 | 201): Response {
  c.header("cache-control", "no-store");
  return c.json({ content: { path, download_url: downloadUrl } }, status);
}

function sayProgress(c: C, { received, expiresTs }: { received: number; expiresTs: number }): void {
  c.header("upload-offset", String(received));
  c.header("upload-expires", new Date(expiresTs).toUTCString());
}

/** @throws Refused what a verb refused, so that one place answers it */
function granted<T>(result: Result<T>): T {
  if (!result.ok) throw new Refused(result.refusal);
  return result.value;
}
