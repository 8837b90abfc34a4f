import { and, eq, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { scheduleDeletionWhere } from "@/db/media-deletions";
import { listingImages } from "@/db/schema";
import { cardFile } from "@/platform/media";
import { LISTING_BOUNDS } from "@/shared/schemas/listing";
import type { ListingImage } from "../queries";

/** Where a listing's pictures stand in the bucket. */
export const listingPictureFolder = (listingId: string): string => `images/listings/${listingId}`;

/** Where one of a picture's objects stands: the picture by its file, or its small form. */
export const listingPictureKey = (listingId: string, version: string | null, file: string): string =>
  [listingPictureFolder(listingId), ...(version === null ? [] : [version]), file].join("/");

/** Schedules the deletion of the objects of the selected pictures; it belongs before statements that change the rows. */
export function schedulePictureDeletion(ctx: Pick<Ctx, "db" | "now">, which: SQL): Statement[] {
  const { listingId, version, file } = listingImages;
  const key = sql`${listingPictureFolder("")} || ${listingId} || '/' || coalesce(${version} || '/', '') || ${file}`;
  const cardKey = sql`replace(${key}, '.webp', ${cardFile(".webp")})`;
  return [key, cardKey].map((one) => scheduleDeletionWhere(ctx.db, one, ctx.now, which, listingImages));
}

/** A listing, saved or not, and its author. */
export type PictureOwner = { listingId: string; userId: string };

/** Which pictures a listing may be given: those that it has, and loose ones that the same person uploaded for it. */
const placeable = ({ listingId, userId }: PictureOwner): SQL | undefined =>
  and(
    eq(listingImages.listingId, listingId),
    or(isNotNull(listingImages.position), eq(listingImages.ownerId, userId)),
  );

/** The placeable pictures among these ids, in the requested order. */
export async function findPictures(
  ctx: Ctx,
  owner: PictureOwner,
  ids: readonly string[],
): Promise<ListingImage[]> {
  const asked = [...new Set(ids)];
  return (await among(ctx, owner, "id", asked)).filter((picture) => picture !== null);
}

/** The placeable picture of each of these file names; null where there is none. */
export const findPicturesByFile = (
  ctx: Ctx,
  owner: PictureOwner,
  files: readonly (string | null)[],
): Promise<(ListingImage | null)[]> => among(ctx, owner, "file", files);

async function among(
  ctx: Ctx,
  owner: PictureOwner,
  name: "id" | "file",
  values: readonly (string | null)[],
): Promise<(ListingImage | null)[]> {
  if (values.length === 0) return [];
  const { id, file, width, height, alt } = listingImages;
  const asked = sql`(select value from json_each(${JSON.stringify(values)}))`;
  const rows = await ctx.db
    .select({ id, file, width, height, alt })
    .from(listingImages)
    .where(and(placeable(owner), inArray(listingImages[name], asked)));
  const found = new Map<string | null, ListingImage>(rows.map((row) => [row[name], row]));
  return values.map((value) => found.get(value) ?? null);
}

/** A stored picture to place, and its description. */
export type PlacedPicture = Pick<ListingImage, "id" | "alt">;

/**
 * Makes these the listing's pictures, in this order and with these words, where `guard` holds: of them the placeable
 * ones, and as many as a listing may have. What it had before and is not among them is loose again, until it is swept.
 */
export function placePictures(
  ctx: Ctx,
  owner: PictureOwner,
  pictures: readonly PlacedPicture[],
  guard: SQL,
): Statement[] {
  const { id, listingId, position } = listingImages;
  const asked = JSON.stringify(pictures.map((picture) => [picture.id, picture.alt]));
  // Renumbers the pictures, because a removed picture must leave no gap: the card shows picture 0.
  const chosen = sql`(
    select ${id} as id, asked.value ->> 1 as alt, row_number() over (order by min(asked.key)) - 1 as place
    from json_each(${asked}) asked cross join ${listingImages} on ${id} = asked.value ->> 0
    where ${placeable(owner)} group by ${id} order by place limit ${LISTING_BOUNDS.pictures})`;
  const ofChosen = (column: SQL) => sql`(select ${column} from ${chosen} chosen where chosen.id = ${id})`;
  return [
    ctx.db
      .update(listingImages)
      .set({ position: null })
      .where(
        and(
          eq(listingId, owner.listingId),
          isNotNull(position),
          sql`${id} not in (select id from ${chosen})`,
          guard,
        ),
      ),
    ctx.db
      .update(listingImages)
      .set({ position: ofChosen(sql`place`), alt: ofChosen(sql`alt`) })
      .where(and(inArray(id, sql`(select id from ${chosen})`), guard)),
  ];
}
