import type { Ctx } from "@/context";
import { reserveKeys } from "@/db/media-deletions";
import { cardFile, type EncodedPicture } from "@/platform/media";
import { listingPictureKey } from "./placed-pictures";

type PictureSlot = { listingId: string; version: string | null; file: string };

/**
 * Stores a picture and its small form where nothing stood before.
 * @returns their keys, reserved: the batch that saves the picture has to include `cancelDeletion`
 */
export async function putPicture(
  ctx: Ctx,
  { listingId, version, file }: PictureSlot,
  { full, card }: Pick<EncodedPicture, "full" | "card">,
): Promise<string[]> {
  const key = listingPictureKey(listingId, version, file);
  const cardKey = listingPictureKey(listingId, version, cardFile(file));
  await reserveKeys(ctx.db, [key, cardKey], ctx.now);
  await ctx.media.put(key, full);
  await ctx.media.put(cardKey, card);
  return [key, cardKey];
}
