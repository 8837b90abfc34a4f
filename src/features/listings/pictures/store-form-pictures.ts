import { and, eq, sql } from "drizzle-orm";
import { keyedHash } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { cancelDeletionStatement } from "@/db/media-deletions";
import { defineLimit, hitLimit } from "@/db/rate-limits";
import { listingImages } from "@/db/schema";
import { isOutageCode, logOutage, Outage, type OutageCode } from "@/platform/outage";
import type { FieldError } from "@/shared/errors";
import { hashToId } from "@/shared/ids";
import { IMAGE_LIMITS, toPictureError } from "@/shared/picture-limits";
import type { ListingImage } from "../queries";
import { listAttachablePictures, type PictureEditor } from "./attach-pictures";
import { putPictureObjects } from "./picture-storage";

/** Enough for a teacher with many listings, too few to fill the bucket. */
export const PICTURE_UPLOADS = defineLimit("listing_pictures");

/** A submitted form: its listing, the version that the user saw, and the user. */
type FormSource = PictureEditor & { version: number };

/** A picture and its reserved keys; no keys if an earlier request stored it. */
type StoredPicture = { picture: ListingImage; reservedKeys: string[] };

/**
 * Checks, re-encodes and stores pictures for a listing, saved or not. They stay unattached until a save attaches them.
 * A file sent again with the same form keeps its picture. Each refused file gets a problem with its name, and null
 * among `pictures`. When the encoder is unavailable, the remaining files are skipped, because the user is waiting.
 */
export async function storeFormPictures(
  ctx: Ctx,
  form: FormSource,
  files: readonly File[],
): Promise<{ pictures: (ListingImage | null)[]; problems: FieldError[] }> {
  const problems: FieldError[] = [];
  const stored: (StoredPicture | null)[] = [];
  let outage: OutageCode | undefined;
  // In sequence: five decoded pictures of five megabytes would not fit into an isolate's memory.
  for (const file of files) {
    const result: StoredPicture | string = outage ?? (await storeFile(ctx, form, file, stored));
    if (typeof result === "string" && isOutageCode(result)) outage = result;
    if (typeof result === "string") problems.push(toPictureError(ctx.t, result, file.name));
    stored.push(typeof result === "string" ? null : result);
  }
  return { pictures: await insertRows(ctx, form, stored), problems };
}

/** Inserts the rows of new pictures. If a parallel request of the same form was faster, its pictures are returned. */
async function insertRows(
  ctx: Ctx,
  { listingId, userId }: FormSource,
  stored: readonly (StoredPicture | null)[],
): Promise<(ListingImage | null)[]> {
  const added = stored.filter(
    (result) => result !== null && result.reservedKeys.length > 0,
  ) as StoredPicture[];
  if (added.length > 0) {
    const columns = { listingId, ownerId: userId, position: null, createdTs: ctx.now };
    await ctx.commit([
      ctx.db
        .insert(listingImages)
        .values(added.map(({ picture }) => ({ ...picture, ...columns })))
        .onConflictDoNothing(),
      ...added.map(({ picture: { id, file }, reservedKeys }) => {
        const isInsertedSql = and(eq(listingImages.id, id), eq(listingImages.file, file));
        return cancelDeletionStatement(ctx.db, {
          keys: reservedKeys,
          guard: sql`exists (select 1 from ${listingImages} where ${isInsertedSql})`,
        });
      }),
    ]);
  }
  const ids = stored.flatMap((result) => result?.picture.id ?? []);
  const rows = await listAttachablePictures(ctx, { listingId, userId }, ids);
  return stored.map((result) => rows.find(({ id }) => id === result?.picture.id) ?? null);
}

/** Returns the picture of a file, or an error code. `earlier` are the pictures of the form's previous files. */
async function storeFile(
  ctx: Ctx,
  form: FormSource,
  file: File,
  earlier: readonly (StoredPicture | null)[],
): Promise<StoredPicture | string> {
  if (file.size > IMAGE_LIMITS.bytes) return "image_too_large";
  const bytes = new Uint8Array(await file.arrayBuffer());
  const problem = await ctx.media.inspect(bytes);
  if (problem) return problem;
  const { id, existing } = await findPictureId(ctx, form, bytes, earlier);
  if (existing) return { picture: existing, reservedKeys: [] };
  const { allowed } = await hitLimit(ctx.db, PICTURE_UPLOADS, form.userId, ctx.now);
  if (!allowed) return "too_many_uploads";
  const encoded = await ctx.media.encode(bytes).catch((error: unknown) => {
    if (!(error instanceof Outage)) throw error;
    logOutage(ctx.log, error);
    return error;
  });
  if (encoded instanceof Outage) return encoded.code;
  if (!encoded) return "not_an_image";
  const { width, height } = encoded;
  const name = `${ctx.newId()}.webp`;
  const { listingId } = form;
  const reservedKeys = await putPictureObjects(ctx, { listingId, version: null, file: name }, encoded);
  return { picture: { id, alt: "", file: name, width, height }, reservedKeys };
}

/**
 * The id of a file's picture, from the form and the bytes, and the picture if an earlier request of the form stored it.
 * A form may contain the same file several times; each copy has another id.
 */
async function findPictureId(
  ctx: Ctx,
  { listingId, userId, version }: FormSource,
  bytes: Uint8Array,
  earlier: readonly (StoredPicture | null)[],
): Promise<{ id: string; existing: ListingImage | null }> {
  for (let copy = 0; ; copy++) {
    const scope = `${listingId} ${userId} ${version} ${copy} `;
    const id = hashToId(keyedHash(ctx, "a form's picture", scope, bytes));
    if (earlier.some((result) => result?.picture.id === id)) continue;
    const [existing] = await listAttachablePictures(ctx, { listingId, userId }, [id]);
    return { id, existing: existing ?? null };
  }
}
