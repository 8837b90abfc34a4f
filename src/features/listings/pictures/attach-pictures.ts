import { and, eq, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { listingImages } from "@/db/schema";
import { LISTING_BOUNDS } from "@/shared/schemas/listing";
import type { ListingImage } from "../queries";

/** A listing, saved or not, and the user who edits it. */
export type PictureEditor = { listingId: string; userId: string };

/** Whether a picture can be attached: the listing has it already, or the user uploaded it for the listing. */
const isAttachableSql = ({ listingId, userId }: PictureEditor): SQL | undefined =>
  and(
    eq(listingImages.listingId, listingId),
    or(isNotNull(listingImages.position), eq(listingImages.ownerId, userId)),
  );

/** The attachable pictures with these ids, in the requested order, without duplicates. */
export async function listAttachablePictures(
  ctx: Ctx,
  editor: PictureEditor,
  ids: readonly string[],
): Promise<ListingImage[]> {
  const pictures = await listPicturesBy(ctx, editor, "id", [...new Set(ids)]);
  return pictures.filter((picture) => picture !== null);
}

/** The attachable picture of each of these file names; null where there is none. */
export const listAttachablePicturesByFile = (
  ctx: Ctx,
  editor: PictureEditor,
  files: readonly (string | null)[],
): Promise<(ListingImage | null)[]> => listPicturesBy(ctx, editor, "file", files);

async function listPicturesBy(
  ctx: Ctx,
  editor: PictureEditor,
  name: "id" | "file",
  values: readonly (string | null)[],
): Promise<(ListingImage | null)[]> {
  if (values.length === 0) return [];
  const { id, file, width, height, alt } = listingImages;
  const requested = sql`(select value from json_each(${JSON.stringify(values)}))`;
  const rows = await ctx.db
    .select({ id, file, width, height, alt })
    .from(listingImages)
    .where(and(isAttachableSql(editor), inArray(listingImages[name], requested)));
  const byValue = new Map<string | null, ListingImage>(rows.map((row) => [row[name], row]));
  return values.map((value) => byValue.get(value) ?? null);
}

/** A stored picture to attach, and its description. */
export type AttachedPicture = Pick<ListingImage, "id" | "alt">;

/**
 * Gives a listing these pictures in this order with these descriptions, if `guard` holds. Pictures that can't be
 * attached or exceed the maximum are ignored. Pictures that the listing had before become unattached;
 * `sweepUnusedPictures` deletes them.
 */
export function attachPicturesStatements(
  ctx: Ctx,
  editor: PictureEditor,
  pictures: readonly AttachedPicture[],
  guard: SQL,
): Statement[] {
  const { id, listingId, position } = listingImages;
  const requested = JSON.stringify(pictures.map((picture) => [picture.id, picture.alt]));
  // Renumbers the pictures, because an ignored picture must leave no gap: the card shows picture 0.
  const chosen = sql`(
    select ${id} as id, requested.value ->> 1 as alt, row_number() over (order by min(requested.key)) - 1 as position
    from json_each(${requested}) requested cross join ${listingImages} on ${id} = requested.value ->> 0
    where ${isAttachableSql(editor)} group by ${id} order by min(requested.key) limit ${LISTING_BOUNDS.pictures})`;
  const getChosen = (column: SQL) => sql`(select ${column} from ${chosen} chosen where chosen.id = ${id})`;
  return [
    ctx.db
      .update(listingImages)
      .set({ position: null })
      .where(
        and(
          eq(listingId, editor.listingId),
          isNotNull(position),
          sql`${id} not in (select id from ${chosen})`,
          guard,
        ),
      ),
    ctx.db
      .update(listingImages)
      .set({ position: getChosen(sql`chosen.position`), alt: getChosen(sql`chosen.alt`) })
      .where(and(inArray(id, sql`(select id from ${chosen})`), guard)),
  ];
}
