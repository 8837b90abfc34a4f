import { isAdmin, requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import { type PendingFile, saveFile } from "@/db/pending-file";
import {
  areBlogPicturesPublic,
  deleteBlogPicture,
  hasBlogPicture,
  prepareBlogPicture,
} from "@/features/blog";
import {
  canSeeNamedPicture,
  deleteListingPicture,
  findPictureChangeRefusal,
  prepareListingPicture,
} from "@/features/listings";
import {
  canChangeProfilePicture,
  canSeeHiddenProfilePicture,
  deleteProfilePicture,
  findProfilePicture,
  prepareProfilePicture,
} from "@/features/profile";
import {
  deleteVerificationFile,
  findVerificationFileRefusal,
  prepareVerificationFile,
} from "@/features/verifications";
import { ok, type Refusal, type Result, refuse } from "@/shared/errors";
import { paths } from "@/shared/paths";
import type { StoragePath } from "@/shared/storage-path";

type PublicPath = Exclude<StoragePath, { kind: "verification-file" }>;

/** A stored file: its path with the actual extension, and the URL of its bytes; null for private files. */
export type StoredFile = { path: string; downloadUrl: string | null };

/**
 * The file at a path, under any extension. Refuses `not_found` also for files that the visitor may not see, and
 * `forbidden` for private paths.
 */
export async function getFile(ctx: Ctx, path: StoragePath): Promise<Result<StoredFile>> {
  if (path.kind === "verification-file") return refuse("forbidden", { reason: "storage_path_not_allowed" });
  const filePath = await findFilePath(ctx, path);
  if (!filePath) return refuse("not_found");
  const url = new URL(filePath, ctx.config.SITE_URL);
  return ok({ path: url.pathname.slice(1), downloadUrl: url.href });
}

async function findFilePath(ctx: Ctx, path: PublicPath): Promise<string | null> {
  if (path.kind === "profile-picture") {
    const picture = await findProfilePicture(ctx, path.userId);
    if (!picture || (picture.hidden && !canSeeHiddenProfilePicture(ctx.user, path.userId))) return null;
    return paths.profilePicture(path.userId, picture.extension, { version: picture.version });
  }
  const file = `${path.name}.webp`;
  if (path.kind === "listing-picture") {
    return (await canSeeNamedPicture(ctx, path)) ? paths.listingImage(path.listingId, file) : null;
  }
  const visible = isAdmin(ctx.user) || (await areBlogPicturesPublic(ctx, path.postId));
  return visible && (await hasBlogPicture(ctx, path.postId, file))
    ? paths.blogImage(path.postId, file)
    : null;
}

/** Why the visitor may not write to a path; null if they may. Uploads check it at the start and at the end. */
export async function findWriteRefusal(ctx: Ctx, path: StoragePath): Promise<Refusal | null> {
  if (path.kind === "listing-picture") return findPictureChangeRefusal(ctx, path.listingId);
  if (path.kind === "verification-file") return findVerificationFileRefusal(ctx, path.userId);
  const isAllowed =
    path.kind === "profile-picture" ? canChangeProfilePicture(ctx, path.userId) : isAdmin(ctx.user);
  return isAllowed ? null : { code: "forbidden" };
}

/** Checks a file and stores its objects. The feature that owns the path checks access and limits. */
export function prepareFile(
  ctx: Ctx,
  path: StoragePath,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Result<PendingFile>> {
  if (path.kind === "profile-picture")
    return prepareProfilePicture(ctx, path.userId, { bytes, name: path.userId });
  if (path.kind === "listing-picture") return prepareListingPicture(ctx, path, bytes);
  if (path.kind === "verification-file") return prepareVerificationFile(ctx, path, bytes);
  return prepareBlogPicture(ctx, path, bytes);
}

/**
 * Stores a file at a path, replacing an earlier one. Refuses `forbidden` for paths of other users, `invalid` for a file
 * that is not accepted, `too_many` past the hourly limit, `not_found` if the listing, post or user no longer
 * exists, and `conflict` if the listing's state doesn't allow it.
 */
export async function putFile(
  ctx: Ctx,
  path: StoragePath,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Result<StoredFile>> {
  requireUser(ctx);
  const prepared = await prepareFile(ctx, path, bytes);
  if (!prepared.ok) return prepared;
  if (await saveFile(ctx, prepared.value)) {
    return path.kind === "verification-file"
      ? ok({ path: prepared.value.path, downloadUrl: null })
      : getFile(ctx, path);
  }
  // The listing, post or user changed in the meantime; finds the reason.
  return { ok: false, refusal: (await findWriteRefusal(ctx, path)) ?? { code: "not_found" } };
}

/** Deletes a file. Refuses `forbidden` for paths of other users, and `not_found`. */
export async function deleteFile(ctx: Ctx, path: StoragePath): Promise<Result<null>> {
  requireUser(ctx);
  if (path.kind === "profile-picture") return deleteProfilePicture(ctx, path.userId);
  if (path.kind === "verification-file") return deleteVerificationFile(ctx, path);
  return path.kind === "listing-picture" ? deleteListingPicture(ctx, path) : deleteBlogPicture(ctx, path);
}
