import { isAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { arePicturesPublic, pictureExists } from "@/features/blog";
import { canSeePicture } from "@/features/listings";
import { canSeeHiddenPicture, findPicture } from "@/features/profile";
import { ok, type Result, refuse } from "@/shared/errors";
import { paths } from "@/shared/paths";
import type { StoragePath } from "@/shared/storage-path";

/** A file as the storage calls tell of it: its path with the extension it really has, and where its bytes are. */
export type StoredFile = { path: string; downloadUrl: string };

/**
 * The file at a path, whatever extension it is stored under. Refuses `not_found` also for files the visitor may not
 * see.
 */
export async function findFile(ctx: Ctx, path: StoragePath): Promise<Result<StoredFile>> {
  const address = await addressOf(ctx, path);
  if (!address) return refuse("not_found");
  const url = new URL(address, ctx.config.SITE_URL);
  return ok({ path: url.pathname.slice(1), downloadUrl: url.href });
}

async function addressOf(ctx: Ctx, path: StoragePath): Promise<string | null> {
  if (path.kind === "profile-picture") {
    const facts = await findPicture(ctx, path.userId);
    if (!facts || (facts.hidden && !canSeeHiddenPicture(ctx.user, path.userId))) return null;
    return paths.profilePicture(path.userId, facts.extension, { version: facts.version });
  }
  const file = `${path.name}.webp`;
  if (path.kind === "listing-picture") {
    return (await canSeePicture(ctx, path)) ? paths.listingImage(path.listingId, file) : null;
  }
  const visible = isAdmin(ctx.user) || (await arePicturesPublic(ctx, path.postId));
  return visible && (await pictureExists(ctx, path.postId, file)) ? paths.blogImage(path.postId, file) : null;
}
