import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { isAdmin } from "@/auth/access";
import type { AppEnv } from "@/context";
import { areBlogPicturesPublic, toBlogPictureKey } from "@/features/blog";
import { canSeeHiddenProfilePicture, findProfilePicture, toProfilePictureKey } from "@/features/profile";
import { DEFAULT_MAX_BODY_BYTES } from "@/http/body-limit";
import { declareCall } from "@/http/declare-call";
import { findPictureViewer, imageResponse, PICTURE_CALL } from "@/http/images";
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

/**
 * A user's picture: `w` asks for the smallest square of at least that width (px), or the largest unless `w` is a
 * whole number. `v` is the version.
 */
declareCall(storageApi, {
  ...PICTURE_CALL,
  path: paths.profilePictureFile(":file"),
  summary: "Get a profile picture",
  params: { file: "`{user id}.{ext}`, with the extension in `profile_picture`." },
  rawQuery: {
    w: z
      .optional(z.coerce.number())
      .check(
        z.describe("Required width in pixels; returns the smallest stored square of at least that size."),
      ),
    v: z
      .optional(z.string())
      .check(z.describe("Version, as in `download_url`; with it the picture can be cached indefinitely.")),
  },
  async handler({ c, ctx }) {
    const [userId = "", extension, ...rest] = (c.req.param("file") ?? "").split(".");
    const picture =
      ID_PATTERN.test(userId) && rest.length === 0 ? await findProfilePicture(ctx, userId) : null;
    const isVisible =
      picture && (!picture.hidden || canSeeHiddenProfilePicture(await findPictureViewer(c), userId));
    if (!isVisible || picture.extension !== extension) throw new Refused({ code: "not_found" });
    const requestedWidth = c.req.query("w") ?? "";
    const width = /^\d{1,5}$/.test(requestedWidth) ? Number(requestedWidth) : Number.POSITIVE_INFINITY;
    const key = toProfilePictureKey(userId, picture.version, getAvatarSize(width));
    if (picture.hidden) return imageResponse(c, key, "no-store");
    return imageResponse(c, key, c.req.query("v") === String(picture.version) ? "immutable" : "revalidate");
  },
});

/** A post's picture. Before the post is published, only admins may see it, and no cache may store it. */
declareCall(storageApi, {
  ...PICTURE_CALL,
  path: paths.blogImage(":id", ":file"),
  summary: "Get a picture of a post",
  params: { id: "ID of the post.", file: "Name of the picture." },
  async handler({ c, ctx, id }) {
    const file = c.req.param("file") ?? "";
    if (!isPictureFile(file)) throw new Refused({ code: "not_found" });
    const isPublic = await areBlogPicturesPublic(ctx, id);
    if (!isPublic && !isAdmin(await findPictureViewer(c))) throw new Refused({ code: "not_found" });
    return imageResponse(c, toBlogPictureKey(id, file), isPublic ? "revalidate" : "no-store");
  },
});

/** A stored file as JSON. */
const fileResponseSchema = contentSchema(
  z.object({
    path: z.string(),
    /** Null for a private file, which has no URL. */
    download_url: z.nullable(z.url()),
  }),
);

const FILE = `${paths.storage(":path")}{.+}`;

declareCall(storageApi, {
  method: "PUT",
  path: FILE,
  tag: "storage",
  summary: "Upload a picture of up to 256 KB",
  description:
    "The body is the file: JPEG, PNG, WebP or AVIF, detected by its bytes, with at most 40 megapixels. The picture is re-encoded, which removes its metadata. Use /storage/uploads for larger files. A picture that no listing uses is deleted after a day. Teachers store documents to check at `private/verifications/{user id}/{name}.{ext}` (PDF, JPEG, PNG or WebP, PDFs unchanged); no URL leads to them, and a file that no request names within a day is deleted.",
  access: "user",
  options: {
    // Larger files are resumable uploads.
    maxBody: DEFAULT_MAX_BODY_BYTES,
    tooLarge: () => ({ code: "too_large", reason: "one_request_too_large" }),
  },
  bodyType: ["image/*", "application/pdf"],
  responses: {
    201: { description: "The picture was stored.", schema: fileResponseSchema },
    403: "The path belongs to another user or is not allowed.",
    404: "The listing, post or user of the path does not exist.",
    409: "The state of the listing does not allow it (`wrong_state`).",
    413: "The file exceeds 256 KB; use a resumable upload.",
    422: "The file is not an accepted picture; `errors` contains the reason.",
  },
  problems: ["malformed", "too_many"],
  async handler({ c, ctx }) {
    const path = storagePath(c);
    const bytes = await readBody(c);
    if (!bytes) throw new Refused({ code: "malformed" });
    return toFileJson(getOrThrow(await putFile(ctx, path, bytes)));
  },
});

declareCall(storageApi, {
  method: "GET",
  path: FILE,
  tag: "storage",
  summary: "Get the location of a file",
  description:
    "The path may have any of the extensions. Files that are not public are visible to their owner and admins. Private paths are always refused.",
  access: "optional",
  responses: {
    200: { description: "The location of the file.", schema: fileResponseSchema },
    403: "The path is not allowed.",
  },
  problems: ["malformed", "not_found"],
  handler: async ({ c, ctx }) => toFileJson(getOrThrow(await getFile(ctx, storagePath(c)))),
});

declareCall(storageApi, {
  method: "DELETE",
  path: FILE,
  tag: "storage",
  summary: "Delete a file",
  description: "A picture of a listing is also removed from the listing, whose version is incremented.",
  access: "user",
  responses: {
    204: { description: "The file was deleted." },
    403: "The path belongs to another user or is not allowed.",
    409: "The state of the listing does not allow it (`wrong_state`).",
  },
  problems: ["malformed", "not_found"],
  async handler({ c, ctx }) {
    getOrThrow(await deleteFile(ctx, storagePath(c)));
  },
});

/** From the undecoded path, because decoding twice could produce another path. */
function storagePath(c: C) {
  return getOrThrow(parseStoragePath(c.var.path.slice(paths.storage("").length), true));
}

const toFileJson = ({ path, downloadUrl }: StoredFile) => ({ content: { path, download_url: downloadUrl } });
