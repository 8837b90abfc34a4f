import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { insertWhere } from "@/db/insert-where";
import type { PendingFile } from "@/db/pending-file";
import { hitLimit } from "@/db/rate-limits";
import { listingImages, listings, users } from "@/db/schema";
import { invalid, ok, type Result, refuse } from "@/shared/errors";
import { toPictureError } from "@/shared/picture-limits";
import {
  findPictureChangeRefusal,
  hasNamedPictureSql,
  isPictureRowSql,
  type NamedPicture,
  toPictureFile,
} from "./named-picture";
import { putPictureObjects, schedulePictureDeletionStatements, toListingPictureKey } from "./picture-storage";
import { PICTURE_UPLOADS } from "./store-form-pictures";

/**
 * Checks, re-encodes and stores a picture. It replaces the picture of that name; a new one stays unattached until a
 * save of the listing attaches it. The picture exists once the returned statements are committed. Refuses like
 * `findPictureChangeRefusal`, `invalid` (field `picture`) or `too_many`.
 */
export async function prepareListingPicture(
  ctx: Ctx,
  picture: NamedPicture,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Result<PendingFile>> {
  const refusal = await findPictureChangeRefusal(ctx, picture.listingId);
  if (refusal) return { ok: false, refusal };
  const refuseFile = (code: string) =>
    invalid([{ ...toPictureError(ctx.t, code, picture.name), field: "picture" }]);
  const problem = await ctx.media.inspect(bytes);
  if (problem) return refuseFile(problem);
  const { allowed, retryAfter } = await hitLimit(ctx.db, PICTURE_UPLOADS, ctx.user?.id ?? "", ctx.now);
  if (!allowed) return refuse("too_many", { retryAfter });
  const encoded = await ctx.media.encode(bytes);
  if (!encoded) return refuseFile("not_an_image");
  const { full, card, width, height } = encoded;
  const version = ctx.newId();
  const { listingId } = picture;
  const file = toPictureFile(picture);
  const reservedKeys = await putPictureObjects(ctx, { listingId, version, file }, { full, card });
  return ok({
    path: toListingPictureKey(listingId, null, file),
    reservedKeys,
    statements: (guard) => writeRowStatements(ctx, picture, { version, width, height }, guard),
    isSavedSql: hasNamedPictureSql(picture, eq(listingImages.version, version)),
  });
}

/** Inserts or updates the picture's row. Replacing an attached picture also changes the listing's version. */
function writeRowStatements(
  ctx: Ctx,
  picture: NamedPicture,
  columns: { version: string; width: number; height: number },
  guard: SQL,
): Statement[] {
  const { listingId } = picture;
  const file = toPictureFile(picture);
  const ownerId = ctx.user?.id ?? "";
  const isEditableSql = sql`${guard}
    and exists (select 1 from ${users} where ${users.id} = ${ownerId})
    and exists (select 1 from ${listings} where ${listings.id} = ${listingId}
      and ${listings.state} not in ('deleted', 'suspended'))`;
  const replacesPlaced = sql`${hasNamedPictureSql(picture, isNotNull(listingImages.position))} and ${isEditableSql}`;
  const row = { id: ctx.newId(), listingId, ownerId, file, ...columns, createdTs: ctx.now };
  return [
    ...schedulePictureDeletionStatements(ctx, sql`${isPictureRowSql(picture)} and ${isEditableSql}`),
    ctx.db
      .update(listings)
      .set({ updatedTs: ctx.now, version: sql`${listings.version} + 1` })
      .where(and(eq(listings.id, listingId), replacesPlaced)),
    auditEventStatement(
      ctx,
      {
        action: "listing.picture_replaced",
        subject: auditSubject("listing", listingId),
        detail: { file },
      },
      replacesPlaced,
    ),
    ctx.db
      .update(listingImages)
      .set({ ...columns, createdTs: ctx.now })
      .where(and(isPictureRowSql(picture), isEditableSql)),
    insertWhere(ctx.db, listingImages, row, sql`${isEditableSql} and not ${hasNamedPictureSql(picture)}`),
  ];
}
