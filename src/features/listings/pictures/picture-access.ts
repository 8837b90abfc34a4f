import { and, eq, sql } from "drizzle-orm";
import { isAdmin } from "@/auth/access";
import type { Ctx, SignedInUser } from "@/context";
import { listingImages, listings, users } from "@/db/schema";
import { isVisibleListingSql } from "../listing-state";

/** `ownerId` of the listing; `visible` to all visitors. */
type PictureAccess = { ownerId: string; visible: boolean; version: string | null };

/** A picture's owner, whether visitors may see it, and its version; null if there is no such picture. */
export async function findPictureAccess(
  ctx: Ctx,
  listingId: string,
  file: string,
): Promise<PictureAccess | null> {
  const [row] = await ctx.db
    .select({
      // The owner of the listing, even when another user uploaded the picture. Before the first save, the uploader.
      ownerId: sql<string>`coalesce(${listings.ownerId}, ${listingImages.ownerId})`,
      visible: sql<number>`coalesce(${isVisibleListingSql(ctx.now)} and ${listingImages.position} is not null, 0)`,
      version: listingImages.version,
    })
    .from(listingImages)
    .leftJoin(listings, eq(listings.id, listingImages.listingId))
    .leftJoin(users, eq(users.id, listings.ownerId))
    .where(and(eq(listingImages.listingId, listingId), eq(listingImages.file, file)))
    .limit(1);
  return row ? { ...row, visible: row.visible === 1 } : null;
}

/** Whether a viewer may see a picture. If its listing is not visible, only the owner and admins may. */
export const canSeeListingPicture = (
  { visible, ownerId }: PictureAccess,
  viewer: SignedInUser | null,
): boolean => visible || viewer?.id === ownerId || isAdmin(viewer);
