import { eq, sql } from "drizzle-orm";
import { isAdmin, requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { reserveKeys } from "@/db/media-deletions";
import type { PendingFile } from "@/db/pending-file";
import { defineLimit, hitLimit } from "@/db/rate-limits";
import { posts } from "@/db/schema";
import { toCardFile, toFullFile } from "@/platform/media";
import { DAY_MS } from "@/shared/dates";
import { invalid, ok, type Result, refuse } from "@/shared/errors";
import { toPictureError } from "@/shared/picture-limits";
import { isPictureFile } from "@/shared/storage-path";
import { getPostState } from "./find-post";

const PICTURES = defineLimit("blog_pictures");

export type BlogPicture = { postId: string; name: string };

/** Folder of a post's pictures in the bucket. They have no database rows. */
export const toBlogPictureFolder = (postId: string): string => `images/blog/${postId}/`;
export const toBlogPictureKey = (postId: string, file: string): string => toBlogPictureFolder(postId) + file;

/** Whether a post has a picture of this file name. */
export const hasBlogPicture = async (ctx: Ctx, postId: string, file: string): Promise<boolean> =>
  (await ctx.media.head(toBlogPictureKey(postId, file))) !== null;

/** Whether everyone may see a post's pictures: only while it is published. An unsaved post has no row yet. */
export async function areBlogPicturesPublic(ctx: Ctx, postId: string): Promise<boolean> {
  const [post] = await ctx.db.select({ publishTs: posts.publishTs }).from(posts).where(eq(posts.id, postId));
  return post !== undefined && getPostState(post.publishTs, ctx.now) === "published";
}

/** File names of a post's pictures, without thumbnails and share images. */
export async function listPostPictures(ctx: Ctx, postId: string): Promise<string[]> {
  requireAdmin(ctx);
  const files = await ctx.media.listFiles(toBlogPictureFolder(postId));
  return files.filter((file) => isPictureFile(file) && file === toFullFile(file));
}

/**
 * Checks a picture, re-encodes it and stores it. Pictures of a post that is not saved within a day are deleted.
 * Refuses `forbidden` to all but admins, `invalid`, `too_many`.
 */
export async function prepareBlogPicture(
  ctx: Ctx,
  { postId, name }: BlogPicture,
  bytes: Uint8Array<ArrayBuffer>,
  originalName = name,
): Promise<Result<PendingFile>> {
  const { user } = ctx;
  if (!isAdmin(user)) return refuse("forbidden", { reason: "admins_only" });
  const refusePicture = (code: string) =>
    invalid([{ ...toPictureError(ctx.t, code, originalName), field: "picture" }]);
  const problem = await ctx.media.inspect(bytes);
  if (problem) return refusePicture(problem);
  const { allowed, retryAfter } = await hitLimit(ctx.db, PICTURES, user.id, ctx.now);
  if (!allowed) return refuse("too_many", { retryAfter });
  const encoded = await ctx.media.encode(bytes);
  if (!encoded) return refusePicture("not_an_image");
  const unsaved = sql`not exists (select 1 from ${posts} where ${posts.id} = ${postId})`;
  await reserveKeys(ctx, { keys: [toBlogPictureFolder(postId)], guard: unsaved, extraMs: DAY_MS });
  const file = `${name}.webp`;
  // The small file first, so that the small file exists whenever the large one does.
  await ctx.media.put(toBlogPictureKey(postId, toCardFile(file)), encoded.card);
  await ctx.media.put(toBlogPictureKey(postId, file), encoded.full, encoded);
  // Posts refer to pictures by URL only, so there is no row to write and no former object to delete.
  return ok({
    path: toBlogPictureKey(postId, file),
    reservedKeys: [],
    statements: () => [],
    isSavedSql: sql`1`,
  });
}

/** Refuses `forbidden` to all but admins, and `not_found`. */
export async function deleteBlogPicture(ctx: Ctx, { postId, name }: BlogPicture): Promise<Result<null>> {
  if (!isAdmin(ctx.user)) return refuse("forbidden", { reason: "admins_only" });
  const file = `${name}.webp`;
  if (!(await hasBlogPicture(ctx, postId, file))) return refuse("not_found");
  await ctx.media.removeObjects([file, toCardFile(file)].map((name) => toBlogPictureKey(postId, name)));
  return ok(null);
}
