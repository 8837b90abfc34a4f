import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { hasRows } from "@/db/returned-rows";
import { listingImages } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { commitListingChange, updateListingStatement } from "../change-listing";
import {
  findPictureChangeRefusal,
  hasNamedPictureSql,
  isPictureRowSql,
  type NamedPicture,
  toPictureFile,
} from "./named-picture";
import { schedulePictureDeletionStatements } from "./picture-storage";

/**
 * Deletes a picture. For an attached picture, later ones move up and the listing's version increases, so that an open
 * form is refused (`datastale`). Refuses like `findPictureChangeRefusal`, or `not_found`.
 */
export async function deleteListingPicture(ctx: Ctx, picture: NamedPicture): Promise<Result<null>> {
  const refusal = await findPictureChangeRefusal(ctx, picture.listingId);
  if (refusal) return { ok: false, refusal };
  const row = await ctx.db.select().from(listingImages).where(isPictureRowSql(picture)).get();
  if (!row) return refuse("not_found");
  const isDeleted =
    row.position === null ? await deleteUnplaced(ctx, picture) : await deletePlaced(ctx, picture);
  return isDeleted ? ok(null) : refuse("conflict", { reason: "datastale" });
}

async function deleteUnplaced(ctx: Ctx, picture: NamedPicture): Promise<boolean> {
  const guard = hasNamedPictureSql(picture, isNull(listingImages.position));
  const results = await ctx.commit(deleteRowStatements(ctx, picture, guard));
  return hasRows(results.at(-1));
}

const deletePlaced = (ctx: Ctx, picture: NamedPicture): Promise<boolean> =>
  commitListingChange(ctx, {
    listingId: picture.listingId,
    action: "listing.picture_removed",
    detail: { file: toPictureFile(picture) },
    statement: updateListingStatement(
      ctx,
      picture.listingId,
      {},
      hasNamedPictureSql(picture, isNotNull(listingImages.position)),
    ),
    furtherStatements: (guard) => [
      closeGapStatement(ctx, picture, guard),
      ...deleteRowStatements(ctx, picture, guard),
    ],
  });

/** Moves later pictures up by one, because the card shows picture 0. */
function closeGapStatement(ctx: Ctx, picture: NamedPicture, guard: SQL): Statement {
  const { listingId, position } = listingImages;
  const deletedPosition = sql`(select deleted.position from listing_images deleted
    where deleted.listing_id = ${picture.listingId} and deleted.file = ${toPictureFile(picture)})`;
  return ctx.db
    .update(listingImages)
    .set({ position: sql`${position} - 1` })
    .where(and(eq(listingId, picture.listingId), sql`${position} > ${deletedPosition}`, guard));
}

/** The row is deleted last, because the other statements read it. */
const deleteRowStatements = (ctx: Ctx, picture: NamedPicture, guard: SQL): Statement[] => [
  ...schedulePictureDeletionStatements(ctx, sql`${isPictureRowSql(picture)} and ${guard}`),
  ctx.db
    .delete(listingImages)
    .where(and(isPictureRowSql(picture), guard))
    .returning({ id: listingImages.id }),
];
