import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { insertWhere } from "@/db/insert-where";
import { hitLimit } from "@/db/limits";
import type { PendingFile } from "@/db/pending-file";
import { auditLog, listingImages, listings } from "@/db/schema";
import type { StoredPicture } from "@/platform/media";
import { invalid, ok, type Result, refuse } from "@/shared/errors";
import { pictureError } from "@/shared/pictures";
import { fileOf, isThere, type NamedPicture, refusePictures, rowOf } from "./named-picture";
import { pictureFolder } from "./pictures";
import { PICTURE_UPLOADS } from "./store-pictures";

/**
 * Checks a picture, encodes it anew and stores it under its name, in place of one that is there; a new one is loose
 * until a save of the listing places it. It counts once the statements are committed. Refuses like `refusePictures`,
 * `invalid` (field `picture`) or `too_many`.
 */
export async function prepareListingPicture(
  ctx: Ctx,
  picture: NamedPicture,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Result<PendingFile>> {
  const refusal = await refusePictures(ctx, picture.listingId);
  if (refusal) return { ok: false, refusal };
  const wrong = (code: string) => invalid([{ ...pictureError(ctx.t, code, picture.name), field: "picture" }]);
  const problem = ctx.media.inspect(bytes);
  if (problem) return wrong(problem);
  const { allowed, retryAfter } = await hitLimit(ctx.db, PICTURE_UPLOADS, ctx.user?.id ?? "", ctx.now);
  if (!allowed) return refuse("too_many", { retryAfter });
  const folder = pictureFolder(picture.listingId);
  const stored = await ctx.media.store(folder, picture.name, bytes, { replaceable: true });
  if (!stored) return wrong("not_an_image");
  return ok({
    path: `${folder}/${stored.file}`,
    statements: (happened) => writeRow(ctx, picture, stored, happened),
    counts: isThere(picture),
    drop: async () => {
      // Under its name there may stand another one that counts.
      const kept = await ctx.db.query.listingImages.findFirst({ where: rowOf(picture) });
      if (!kept) await ctx.media.remove(folder, stored.file);
    },
  });
}

/** A placed picture is part of what readers see, so another one in its place is a write of the listing itself. */
function writeRow(ctx: Ctx, picture: NamedPicture, stored: StoredPicture, happened: SQL): Statement[] {
  const { listingId } = picture;
  const { width, height } = stored;
  const replaced = sql`${isThere(picture, isNotNull(listingImages.position))} and ${happened}`;
  const editable = sql`exists (select 1 from ${listings} where ${listings.id} = ${listingId}
    and ${listings.state} not in ('deleted', 'suspended'))`;
  const audit = {
    id: ctx.newId(),
    ts: ctx.now,
    actorId: ctx.user?.id ?? null,
    action: "listing.picture_replaced",
    subject: auditSubject("listing", listingId),
    detail: { file: fileOf(picture) },
  };
  const row = {
    id: ctx.newId(),
    listingId,
    ownerId: ctx.user?.id ?? "",
    file: fileOf(picture),
    width,
    height,
    createdTs: ctx.now,
  };
  return [
    ctx.db
      .update(listings)
      .set({ updatedTs: ctx.now, version: sql`${listings.version} + 1` })
      .where(and(eq(listings.id, listingId), replaced)),
    insertWhere(ctx.db, auditLog, audit, replaced),
    ctx.db
      .update(listingImages)
      .set({ width, height, createdTs: ctx.now })
      .where(and(rowOf(picture), happened)),
    insertWhere(ctx.db, listingImages, row, sql`${happened} and ${editable} and not ${isThere(picture)}`),
  ];
}
