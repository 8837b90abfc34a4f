import { isAdmin, requireUser } from "@/auth/guards";
import type { Ctx } from "@/context";
import { type PendingFile, saveFile } from "@/db/pending-file";
import { prepareBlogPicture, removeBlogPicture } from "@/features/blog";
import { deleteListingPicture, findPictureRefusal, prepareListingPicture } from "@/features/listings";
import { canChangePicture, prepareProfilePicture, removeProfilePicture } from "@/features/profile";
import type { Refusal, Result } from "@/shared/errors";
import type { StoragePath } from "@/shared/storage-path";
import { findFile, type StoredFile } from "./find-file";

/** Why the visitor may not write a path; null when they may. For uploads that end much later than they begin. */
export async function refuseWriting(ctx: Ctx, path: StoragePath): Promise<Refusal | null> {
  if (path.kind === "listing-picture") return findPictureRefusal(ctx, path.listingId);
  const mine = path.kind === "profile-picture" ? canChangePicture(ctx, path.userId) : isAdmin(ctx.user);
  return mine ? null : { code: "forbidden" };
}

/** Checks a file and stores its objects. The feature that owns the path decides who may, and what else it refuses. */
export function prepareFile(
  ctx: Ctx,
  path: StoragePath,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Result<PendingFile>> {
  if (path.kind === "profile-picture")
    return prepareProfilePicture(ctx, path.userId, { bytes, name: path.userId });
  if (path.kind === "listing-picture") return prepareListingPicture(ctx, path, bytes);
  return prepareBlogPicture(ctx, path, bytes);
}

/**
 * Stores a file at a path, in place of any before, and says where it is found. Refuses `forbidden` for others' paths,
 * `invalid` what is no picture that may come in, `too_many` past the hour's limit, `not_found` where its place is gone,
 * `conflict` where it is suspended.
 */
export async function putFile(
  ctx: Ctx,
  path: StoragePath,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Result<StoredFile>> {
  requireUser(ctx);
  const prepared = await prepareFile(ctx, path, bytes);
  if (!prepared.ok) return prepared;
  if (await saveFile(ctx, prepared.value)) return findFile(ctx, path);
  // Its place changed meanwhile; now it is asked again why.
  return { ok: false, refusal: (await refuseWriting(ctx, path)) ?? { code: "not_found" } };
}

/** Refuses `forbidden` for others' paths, and `not_found` where nothing is. */
export async function removeFile(ctx: Ctx, path: StoragePath): Promise<Result<null>> {
  requireUser(ctx);
  if (path.kind === "profile-picture") return removeProfilePicture(ctx, path.userId);
  return path.kind === "listing-picture" ? deleteListingPicture(ctx, path) : removeBlogPicture(ctx, path);
}
