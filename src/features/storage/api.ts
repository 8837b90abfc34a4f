import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { isAdmin, requireUser } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { areBlogPicturesPublic, toBlogPictureKey } from "@/features/blog";
import { canSeeHiddenProfilePicture, findProfilePicture, toProfilePictureKey } from "@/features/profile";
import { DEFAULT_MAX_BODY_BYTES } from "@/http/body-limit";
import { describeRoute } from "@/http/describe-route";
import { findPictureViewer, imageResponse, PICTURE_ROUTE } from "@/http/images";
import { idParam } from "@/http/requests";
import { routeOptions } from "@/http/route-options";
import { getOrThrow, Refused } from "@/shared/errors";
import { ID_PATTERN } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { getAvatarSize } from "@/shared/picture-limits";
import { contentSchema } from "@/shared/schemas/json";
import { isPictureFile, parseStoragePath } from "@/shared/storage-path";
import { deleteFile, getFile, putFile, type StoredFile } from "./files";
import { readBody } from "./uploads-api";

type C = Context<AppEnv>;

/** Pictures of users and posts, and files by their path. */
export const storageApi = new Hono<AppEnv>();

const PROFILE_PICTURE_PARAMETERS = [
  { name: "file", in: "path" },
  { name: "w", in: "query", schema: z.optional(z.coerce.number()) },
  { name: "v", in: "query", schema: z.optional(z.string()) },
] as const;

const PROFILE_PICTURE = { ...PICTURE_ROUTE, parameters: PROFILE_PICTURE_PARAMETERS };

/**
 * A user's picture: `w` asks for the smallest square of at least that width (px), or the largest unless `w` is a
 * whole number. `v` is the version.
 */
storageApi.get(paths.profilePictureFile(":file"), describeRoute(PROFILE_PICTURE), async (c) => {
  const [userId = "", extension, ...rest] = (c.req.param("file") ?? "").split(".");
  const picture =
    ID_PATTERN.test(userId) && rest.length === 0 ? await findProfilePicture(c.var.ctx, userId) : null;
  const isVisible =
    picture && (!picture.hidden || canSeeHiddenProfilePicture(await findPictureViewer(c), userId));
  if (!isVisible || picture.extension !== extension) throw new Refused({ code: "not_found" });
  const requestedWidth = c.req.query("w") ?? "";
  const width = /^\d{1,5}$/.test(requestedWidth) ? Number(requestedWidth) : Number.POSITIVE_INFINITY;
  const key = toProfilePictureKey(userId, picture.version, getAvatarSize(width));
  if (picture.hidden) return imageResponse(c, key, "no-store");
  return imageResponse(c, key, c.req.query("v") === String(picture.version) ? "immutable" : "revalidate");
});

/** A post's picture. Before the post is published, only admins may see it, and no cache may store it. */
storageApi.get(paths.blogImage(":id", ":file"), describeRoute(PICTURE_ROUTE), async (c) => {
  const [postId, file] = [idParam(c), c.req.param("file") ?? ""];
  if (!isPictureFile(file)) throw new Refused({ code: "not_found" });
  const isPublic = await areBlogPicturesPublic(c.var.ctx, postId);
  if (!isPublic && !isAdmin(await findPictureViewer(c))) throw new Refused({ code: "not_found" });
  return imageResponse(c, toBlogPictureKey(postId, file), isPublic ? "revalidate" : "no-store");
});

/** A stored file as JSON. */
const fileResponseSchema = contentSchema(
  z.object({
    path: z.string(),
    /** Null for a private file, which has no URL. */
    download_url: z.nullable(z.url()),
  }),
);

const PATH = { name: "path", in: "path" } as const;
const BEARER = ["bearer"] as const;

const PUT_FILE = {
  tag: "storage",
  auth: BEARER,
  parameters: [PATH],
  body: { type: ["image/*", "application/pdf"] },
  responses: { 201: { schema: fileResponseSchema } },
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

const GET_FILE = {
  tag: "storage",
  auth: BEARER,
  anonymous: true,
  parameters: [PATH],
  responses: { 200: { schema: fileResponseSchema } },
  problems: ["malformed", "forbidden", "not_found"],
} as const;

const DELETE_FILE = {
  tag: "storage",
  auth: BEARER,
  parameters: [PATH],
  responses: { 204: {} },
  problems: [
    "malformed",
    "unauthenticated",
    "forbidden",
    "not_found",
    "conflict",
    "too_large",
    "unsupported",
  ],
} as const;

const FILE_BODY = routeOptions({
  // Larger files are resumable uploads.
  maxBody: DEFAULT_MAX_BODY_BYTES,
  tooLarge: () => ({ code: "too_large", reason: "one_request_too_large" }),
});
const FILE = `${paths.storage(":path")}{.+}`;

storageApi.put(FILE, FILE_BODY, describeRoute(PUT_FILE), async (c) => {
  requireUser(c.var.ctx);
  const path = storagePath(c);
  const bytes = await readBody(c);
  if (!bytes) throw new Refused({ code: "malformed" });
  return fileAnswer(c, getOrThrow(await putFile(c.var.ctx, path, bytes)), 201);
});

storageApi.get(FILE, describeRoute(GET_FILE), async (c) =>
  fileAnswer(c, getOrThrow(await getFile(c.var.ctx, storagePath(c))), 200),
);

storageApi.delete(FILE, describeRoute(DELETE_FILE), async (c) => {
  requireUser(c.var.ctx);
  getOrThrow(await deleteFile(c.var.ctx, storagePath(c)));
  return c.body(null, 204);
});

/** From the undecoded path, because decoding twice could produce another path. */
function storagePath(c: C) {
  return getOrThrow(parseStoragePath(c.var.path.slice(paths.storage("").length), true));
}

/** Depends on the visitor, so caches must not store it. */
function fileAnswer(c: C, { path, downloadUrl }: StoredFile, status: 200 | 201): Response {
  c.header("cache-control", "no-store");
  return c.json({ content: { path, download_url: downloadUrl } }, status);
}
