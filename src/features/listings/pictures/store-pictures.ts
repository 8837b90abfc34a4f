import { and, eq, sql } from "drizzle-orm";
import { keyedHash } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { getDefaultLimit, hitLimit } from "@/db/limits";
import { cancelDeletion } from "@/db/media-deletions";
import { listingImages } from "@/db/schema";
import { Outage } from "@/platform/outage";
import type { FieldError } from "@/shared/errors";
import { hashToId } from "@/shared/ids";
import { IMAGE_LIMITS, toPictureError } from "@/shared/pictures";
import type { ListingImage } from "../queries";
import { putPicture } from "./picture-storage";
import { findPictures, type PictureOwner } from "./placed-pictures";

/** More than a teacher with many listings needs, too little to fill the bucket. */
export const PICTURE_UPLOADS = getDefaultLimit("listing_pictures");

/** The error of a picture that can't be encoded at the moment. */
export const IMAGES_AWAY = "images_unavailable";

export type StoredPictures = {
  /** One entry for each file: the picture, or null where it was refused. */
  pictures: (ListingImage | null)[];
  problems: FieldError[];
};

/** A form as it was sent: of which listing, saved or not yet, upon which version, and by whom. */
type Sending = PictureOwner & { version: number };
/** A picture and its reserved keys; no keys where it was there already. */
type TakenIn = { picture: ListingImage; reservedKeys: string[] };

/**
 * Checks, re-encodes and stores pictures for a listing, saved or not. They stay unplaced until a save places them. A
 * file sent again with the same form keeps its picture. A refused file is reported by name; the others stay. When the
 * encoder is unavailable, the remaining files are skipped, because the user is waiting.
 */
export async function storePictures(
  ctx: Ctx,
  sending: Sending,
  files: readonly File[],
): Promise<StoredPictures> {
  const problems: FieldError[] = [];
  const taken: (TakenIn | null)[] = [];
  let away = false;
  // One after the other: five pictures of five megabytes, decoded at once, would not fit into an isolate.
  for (const file of files) {
    const one: TakenIn | string = away ? IMAGES_AWAY : await takeIn(ctx, sending, file, taken);
    away ||= one === IMAGES_AWAY;
    if (typeof one === "string") problems.push(toPictureError(ctx.t, one, file.name));
    taken.push(typeof one === "string" ? null : one);
  }
  return { pictures: await keep(ctx, sending, taken), problems };
}

/** Stores the rows of what is new. Where the same form was faster meanwhile, its picture is the one that counts. */
async function keep(
  ctx: Ctx,
  { listingId, userId }: Sending,
  taken: readonly (TakenIn | null)[],
): Promise<(ListingImage | null)[]> {
  const made = taken.filter((one) => one !== null && one.reservedKeys.length > 0) as TakenIn[];
  if (made.length > 0) {
    const row = { listingId, ownerId: userId, position: null, createdTs: ctx.now };
    await ctx.commit([
      ctx.db
        .insert(listingImages)
        .values(made.map(({ picture }) => ({ ...picture, ...row })))
        .onConflictDoNothing(),
      ...made.map(({ picture: { id, file }, reservedKeys }) => {
        const counts = and(eq(listingImages.id, id), eq(listingImages.file, file));
        return cancelDeletion(
          ctx.db,
          reservedKeys,
          sql`exists (select 1 from ${listingImages} where ${counts})`,
        );
      }),
    ]);
  }
  const ids = taken.flatMap((one) => one?.picture.id ?? []);
  const stored = await findPictures(ctx, { listingId, userId }, ids);
  return taken.map((one) => stored.find(({ id }) => id === one?.picture.id) ?? null);
}

/** The picture, or the code of what is wrong with it. `before` are those of the form's files that went before. */
async function takeIn(
  ctx: Ctx,
  sending: Sending,
  file: File,
  before: readonly (TakenIn | null)[],
): Promise<TakenIn | string> {
  if (file.size > IMAGE_LIMITS.bytes) return "image_too_large";
  const bytes = new Uint8Array(await file.arrayBuffer());
  const problem = ctx.media.inspect(bytes);
  if (problem) return problem;
  const { id, sent } = await placeOf(ctx, sending, bytes, before);
  if (sent) return { picture: sent, reservedKeys: [] };
  const { allowed } = await hitLimit(ctx.db, PICTURE_UPLOADS, sending.userId, ctx.now);
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
  const reservedKeys = await putPicture(
    ctx,
    { listingId: sending.listingId, version: null, file: name },
    encoded,
  );
  return { picture: { id, alt: "", file: name, width, height }, reservedKeys };
}

/** The id of a file's picture, and the picture where the same form brought it before. One form may bring it twice. */
async function placeOf(
  ctx: Ctx,
  { listingId, userId, version }: Sending,
  bytes: Uint8Array,
  before: readonly (TakenIn | null)[],
): Promise<{ id: string; sent: ListingImage | null }> {
  for (let copy = 0; ; copy++) {
    const form = `${listingId} ${userId} ${version} ${copy} `;
    const id = hashToId(keyedHash(ctx, "a form's picture", form, bytes));
    if (before.some((one) => one?.picture.id === id)) continue;
    const [sent] = await findPictures(ctx, { listingId, userId }, [id]);
    return { id, sent: sent ?? null };
  }
}
