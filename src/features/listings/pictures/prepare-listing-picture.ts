import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditEvent, auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { insertWhere } from "@/db/insert-where";
import { hitLimit } from "@/db/limits";
import type { PendingFile } from "@/db/pending-file";
import { listingImages, listings, users } from "@/db/schema";
import { invalid, ok, type Result, refuse } from "@/shared/errors";
import { toPictureError } from "@/shared/pictures";
import { fileOf, findPictureRefusal, isThere, type NamedPicture, rowOf } from "./named-picture";
import { putPicture } from "./picture-storage";
import { listingPictureKey, schedulePictureDeletion } from "./placed-pictures";
import { PICTURE_UPLOADS } from "./store-pictures";

/**
 * Checks, re-encodes and stores a picture. It replaces the picture of that name; a new one stays unplaced until a save
 * of the listing places it. It counts after the statements are committed. Refuses like `findPictureRefusal`, `invalid`
 * (field `picture`) or `too_many`.
 */
export async function prepareListingPicture(
  ctx: Ctx,
  picture: NamedPicture,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Result<PendingFile>> {
  const refusal = await findPictureRefusal(ctx, picture.listingId);
  if (refusal) return { ok: false, refusal };
  const wrong = (code: string) =>
    invalid([{ ...toPictureError(ctx.t, code, picture.name), field: "picture" }]);
  const problem = ctx.media.inspect(bytes);
  if (problem) return wrong(problem);
  const { allowed, retryAfter } = await hitLimit(ctx.db, PICTURE_UPLOADS, ctx.user?.id ?? "", ctx.now);
  if (!allowed) return refuse("too_many", { retryAfter });
  const encoded = await ctx.media.encode(bytes);
  if (!encoded) return wrong("not_an_image");
  const { full, card, width, height } = encoded;
  const version = ctx.newId();
  const { listingId } = picture;
  const reservedKeys = await putPicture(ctx, { listingId, version, file: fileOf(picture) }, { full, card });
  return ok({
    path: listingPictureKey(listingId, null, fileOf(picture)),
    reservedKeys,
    statements: (guard) => writeRow(ctx, picture, { version, width, height }, guard),
    saved: isThere(picture, eq(listingImages.version, version)),
  });
}

type Stored = { version: string; width: number; height: number };

/** A placed picture is part of what readers see, so another one in its place is a write of the listing itself. */
function writeRow(ctx: Ctx, picture: NamedPicture, stored: Stored, guard: SQL): Statement[] {
  const { listingId } = picture;
  const ownerId = ctx.user?.id ?? "";
  const editable = sql`${guard}
    and exists (select 1 from ${users} where ${users.id} = ${ownerId})
    and exists (select 1 from ${listings} where ${listings.id} = ${listingId}
      and ${listings.state} not in ('deleted', 'suspended'))`;
  const replaced = sql`${isThere(picture, isNotNull(listingImages.position))} and ${editable}`;
  const row = {
    id: ctx.newId(),
    listingId,
    ownerId,
    file: fileOf(picture),
    ...stored,
    createdTs: ctx.now,
  };
  return [
    ...schedulePictureDeletion(ctx, sql`${rowOf(picture)} and ${editable}`),
    ctx.db
      .update(listings)
      .set({ updatedTs: ctx.now, version: sql`${listings.version} + 1` })
      .where(and(eq(listings.id, listingId), replaced)),
    auditEvent(
      ctx,
      {
        action: "listing.picture_replaced",
        subject: auditSubject("listing", listingId),
        detail: { file: fileOf(picture) },
      },
      replaced,
    ),
    ctx.db
      .update(listingImages)
      .set({ ...stored, createdTs: ctx.now })
      .where(and(rowOf(picture), editable)),
    insertWhere(ctx.db, listingImages, row, sql`${editable} and not ${isThere(picture)}`),
  ];
}
