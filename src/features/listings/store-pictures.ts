import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { hitLimit, type Limit } from "@/db/limits";
import { listingImages } from "@/db/schema";
import { takeBack } from "@/db/stale-media";
import { Outage } from "@/platform/outage";
import type { FieldError } from "@/shared/errors";
import { IMAGE_LIMITS, pictureError } from "@/shared/pictures";
import { putPicture } from "./put-picture";
import type { ListingImage } from "./queries";

/** Enough for anybody who writes listings, too little to fill the bucket. */
export const PICTURE_UPLOADS: Limit = { name: "listing_pictures", most: 120, windowS: 3600 };

/** The error of a picture that can't be encoded at the moment. */
export const IMAGES_AWAY = "images_unavailable";

export type StoredPictures = {
  /** One entry for each file: the picture, or null where it was refused. */
  pictures: (ListingImage | null)[];
  problems: FieldError[];
};

/**
 * Takes pictures in for a listing, saved or not yet: checked, re-encoded, stored, noted as loose until a save places
 * them. A refused one is told by its name; the others stay. Once they can't be encoded at the moment, none of the rest
 * is tried, since somebody waits.
 */
export async function storePictures(
  ctx: Ctx,
  listingId: string,
  ownerId: string,
  files: readonly File[],
): Promise<StoredPictures> {
  const problems: FieldError[] = [];
  const pictures: (ListingImage | null)[] = [];
  const noted: string[] = [];
  // One after the other: five pictures of five megabytes, decoded at once, would not fit into an isolate.
  let away = false;
  for (const file of files) {
    const taken: TakenIn | string = away ? IMAGES_AWAY : await takeIn(ctx, listingId, ownerId, file);
    away ||= taken === IMAGES_AWAY;
    if (typeof taken === "string") problems.push(pictureError(ctx.t, taken, file.name));
    pictures.push(typeof taken === "string" ? null : taken.picture);
    if (typeof taken !== "string") noted.push(...taken.noted);
  }
  const rows = pictures.filter((picture) => picture !== null);
  if (rows.length > 0) {
    await ctx.commit([
      ctx.db
        .insert(listingImages)
        .values(rows.map((row) => ({ ...row, listingId, ownerId, position: null, createdTs: ctx.now }))),
      takeBack(ctx.db, noted, sql`1`),
    ]);
  }
  return { pictures, problems };
}

type TakenIn = { picture: ListingImage; noted: string[] };

/** The picture, or the code of what is wrong with it. */
async function takeIn(ctx: Ctx, listingId: string, ownerId: string, file: File): Promise<TakenIn | string> {
  if (file.size > IMAGE_LIMITS.bytes) return "image_too_large";
  const bytes = new Uint8Array(await file.arrayBuffer());
  const problem = ctx.media.inspect(bytes);
  if (problem) return problem;
  const { allowed } = await hitLimit(ctx.db, PICTURE_UPLOADS, ownerId, ctx.now);
  if (!allowed) return "too_many_uploads";
  const encoded = await ctx.media.encode(bytes).catch((error: unknown) => {
    if (!(error instanceof Outage)) throw error;
    ctx.log.error(IMAGES_AWAY, error);
    return error;
  });
  if (encoded instanceof Outage) return IMAGES_AWAY;
  if (!encoded) return "not_an_image";
  const { width, height } = encoded;
  const name = `${ctx.newId()}.webp`;
  const noted = await putPicture(ctx, { listingId, version: null, file: name }, encoded);
  return { picture: { id: ctx.newId(), alt: "", file: name, width, height }, noted };
}
