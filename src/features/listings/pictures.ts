import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { listingImages } from "@/db/schema";
import type { ListingImage } from "./queries";

/** Where a listing's pictures stand in the bucket. */
export const pictureFolder = (listingId: string): string => `images/listings/${listingId}`;

const asked = (ids: readonly string[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`;

/**
 * The pictures of a listing (saved or not yet) by their ids, in the order asked; unknown ones are left out. Those of
 * a listing that is not saved yet belong to whoever uploaded them.
 */
export async function findPictures(
  ctx: Ctx,
  listingId: string,
  ids: readonly string[],
  uploader?: string,
): Promise<ListingImage[]> {
  if (ids.length === 0) return [];
  const { id, file, width, height, alt } = listingImages;
  const rows = await ctx.db
    .select({ id, file, width, height, alt })
    .from(listingImages)
    .where(
      and(
        eq(listingImages.listingId, listingId),
        inArray(id, asked(ids)),
        uploader ? eq(listingImages.ownerId, uploader) : undefined,
      ),
    );
  const found = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(ids)].flatMap((one) => found.get(one) ?? []);
}

/**
 * Makes these the listing's pictures, in this order, where `happened` holds. What it had before and is not among them
 * is loose again, until it is swept.
 */
export function placePictures(
  ctx: Ctx,
  listingId: string,
  ids: readonly string[],
  happened: SQL,
): Statement[] {
  const mine = eq(listingImages.listingId, listingId);
  return [
    ctx.db
      .update(listingImages)
      .set({ position: null })
      .where(and(mine, sql`${listingImages.id} not in ${asked(ids)}`, happened)),
    ctx.db
      .update(listingImages)
      .set({
        position: sql`(select key from json_each(${JSON.stringify(ids)}) where value = ${listingImages.id})`,
      })
      .where(and(mine, inArray(listingImages.id, asked(ids)), happened)),
  ];
}
