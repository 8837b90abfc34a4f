import { and, eq, type SQL, sql } from "drizzle-orm";
import { isAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { noGuard } from "@/db/guard";
import { listingImages } from "@/db/schema";
import type { Refusal } from "@/shared/errors";
import { findListing } from "../queries";
import { canSeeListingPicture, findPictureAccess } from "./picture-access";

/** A listing's picture in the storage API, by the name that its uploader chose. */
export type NamedPicture = { listingId: string; name: string };

export const toPictureFile = ({ name }: NamedPicture): string => `${name}.webp`;

/** Condition on `listing_images`: the row is the picture's. */
export const isPictureRowSql = (picture: NamedPicture): SQL =>
  and(eq(listingImages.listingId, picture.listingId), eq(listingImages.file, toPictureFile(picture))) as SQL;

/** Guard: the picture exists, and its row meets the condition. */
export const hasNamedPictureSql = (picture: NamedPicture, condition: SQL = noGuard): SQL =>
  sql`exists (select 1 from ${listingImages} where ${isPictureRowSql(picture)} and ${condition})`;

/** Why the visitor may not change a listing's pictures; null for its owner and admins while the listing is editable. */
export async function findPictureChangeRefusal(ctx: Ctx, listingId: string): Promise<Refusal | null> {
  const { user } = ctx;
  const listing = await findListing(ctx, listingId);
  // The same refusal whether the listing exists or not.
  if (!isAdmin(user) && (!user || listing?.ownerId !== user.id)) return { code: "forbidden" };
  if (!listing || listing.state === "deleted") return { code: "not_found" };
  return listing.state === "suspended" ? { code: "conflict", reason: "wrong_state" } : null;
}

/** Whether the picture exists and the visitor may see it. */
export async function canSeeNamedPicture(ctx: Ctx, picture: NamedPicture): Promise<boolean> {
  const access = await findPictureAccess(ctx, picture.listingId, toPictureFile(picture));
  return access !== null && canSeeListingPicture(access, ctx.user);
}
