import { and, eq, type SQL, sql } from "drizzle-orm";
import { isAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { listingImages } from "@/db/schema";
import type { Refusal } from "@/shared/errors";
import { findListing, findPictureAccess } from "../queries";

/** A picture of a listing, by the name that its uploader chose. */
export type NamedPicture = { listingId: string; name: string };

export const fileOf = ({ name }: NamedPicture): string => `${name}.webp`;

export const rowOf = (picture: NamedPicture): SQL =>
  and(eq(listingImages.listingId, picture.listingId), eq(listingImages.file, fileOf(picture))) as SQL;

/** Holds where the picture is there, and more may be asked of its row. */
export const isThere = (picture: NamedPicture, more: SQL = sql`1`): SQL =>
  sql`exists (select 1 from ${listingImages} where ${rowOf(picture)} and ${more})`;

/** Why the visitor may not write a listing's pictures; null when they may: its owner and admins, while it is editable. */
export async function findPictureRefusal(ctx: Ctx, id: string): Promise<Refusal | null> {
  const { user } = ctx;
  const listing = await findListing(ctx, id);
  // To others it looks the same whether there is such a listing or not.
  if (user?.role !== "a" && (!user || listing?.ownerId !== user.id)) return { code: "forbidden" };
  if (!listing || listing.state === "deleted") return { code: "not_found" };
  return listing.state === "suspended" ? { code: "conflict", reason: "wrong_state" } : null;
}

/** Whether the visitor may see the picture: with everybody, or as the listing's owner or an admin. */
export async function canSeePicture(ctx: Ctx, picture: NamedPicture): Promise<boolean> {
  const access = await findPictureAccess(ctx, picture.listingId, fileOf(picture));
  if (!access) return false;
  return access.visible || ctx.user?.id === access.ownerId || isAdmin(ctx.user);
}
