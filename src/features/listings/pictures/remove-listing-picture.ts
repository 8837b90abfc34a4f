import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { listingImages } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { changeListing, commitListingMove } from "../lifecycle/change-listing";
import { fileOf, findPictureRefusal, isThere, type NamedPicture, rowOf } from "./named-picture";
import { schedulePictureDeletion } from "./placed-pictures";

/**
 * Removes a picture. One that readers see leaves no gap in the listing's order, and counts the listing's version on
 * like any other edit, so that a form opened before is told. Refuses like `findPictureRefusal`, or `not_found`.
 */
export async function deleteListingPicture(ctx: Ctx, picture: NamedPicture): Promise<Result<null>> {
  const refusal = await findPictureRefusal(ctx, picture.listingId);
  if (refusal) return { ok: false, refusal };
  const row = await ctx.db.query.listingImages.findFirst({ where: rowOf(picture) });
  if (!row) return refuse("not_found");
  const removed = row.position === null ? await removeLoose(ctx, picture) : await removePlaced(ctx, picture);
  return removed ? ok(null) : refuse("conflict", { reason: "datastale" });
}

async function removeLoose(ctx: Ctx, picture: NamedPicture): Promise<boolean> {
  const results = await ctx.commit(removeRow(ctx, picture, isThere(picture, isNull(listingImages.position))));
  return (results.at(-1) as unknown[]).length > 0;
}

const removePlaced = (ctx: Ctx, picture: NamedPicture): Promise<boolean> =>
  commitListingMove(ctx, {
    listingId: picture.listingId,
    action: "listing.picture_removed",
    detail: { file: fileOf(picture) },
    statement: changeListing(ctx, picture.listingId, {}, isThere(picture, isNotNull(listingImages.position))),
    causes: (guard) => [closeGap(ctx, picture, guard), ...removeRow(ctx, picture, guard)],
  });

/** Moves later pictures up by one: the card shows picture 0. */
function closeGap(ctx: Ctx, picture: NamedPicture, guard: SQL): Statement {
  const { listingId, position } = listingImages;
  const place = sql`(select gone.position from listing_images gone
    where gone.listing_id = ${picture.listingId} and gone.file = ${fileOf(picture)})`;
  return ctx.db
    .update(listingImages)
    .set({ position: sql`${position} - 1` })
    .where(and(eq(listingId, picture.listingId), sql`${position} > ${place}`, guard));
}

/** The row goes last, since the others ask for it. */
const removeRow = (ctx: Ctx, picture: NamedPicture, guard: SQL): Statement[] => [
  ...schedulePictureDeletion(ctx, sql`${rowOf(picture)} and ${guard}`),
  ctx.db
    .delete(listingImages)
    .where(and(rowOf(picture), guard))
    .returning({ id: listingImages.id }),
];
