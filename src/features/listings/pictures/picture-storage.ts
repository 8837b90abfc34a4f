import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { reserveKeys, scheduleDeletionWhereStatement } from "@/db/media-deletions";
import { listingImages } from "@/db/schema";
import { type EncodedPicture, toCardFile } from "@/platform/media";

/** The folder of a listing's pictures in the bucket. */
export const getPictureFolder = (listingId: string): string => `images/listings/${listingId}`;

/** The bucket key of a picture's file: the full size or the card size. */
export const toListingPictureKey = (listingId: string, version: string | null, file: string): string =>
  [getPictureFolder(listingId), ...(version === null ? [] : [version]), file].join("/");

/**
 * Stores a picture in both sizes under new keys.
 * @returns the reserved keys; the batch that writes the picture's row must include `cancelDeletionStatement`
 */
export async function putPictureObjects(
  ctx: Ctx,
  { listingId, version, file }: { listingId: string; version: string | null; file: string },
  { full, card }: Pick<EncodedPicture, "full" | "card">,
): Promise<string[]> {
  const key = toListingPictureKey(listingId, version, file);
  const cardKey = toListingPictureKey(listingId, version, toCardFile(file));
  await reserveKeys(ctx, { keys: [key, cardKey] });
  await ctx.media.put(key, full);
  await ctx.media.put(cardKey, card);
  return [key, cardKey];
}

/** Schedules the deletion of the objects of the matching pictures. Must precede statements that change their rows. */
export function schedulePictureDeletionStatements(ctx: Ctx, where: SQL): Statement[] {
  const { listingId, version, file } = listingImages;
  const key = sql`${getPictureFolder("")} || ${listingId} || '/' || coalesce(${version} || '/', '') || ${file}`;
  const cardKey = sql`replace(${key}, '.webp', ${toCardFile(".webp")})`;
  return [key, cardKey].map((keySql) =>
    scheduleDeletionWhereStatement(ctx, { key: keySql, guard: where, from: listingImages }),
  );
}
