import { asc, eq, inArray, or } from "drizzle-orm";
import type { Ctx } from "@/context";
import { listingImages, listingRevisions, listings } from "@/db/schema";
import { serializeTimestamp } from "@/shared/format";
import { picturePath, serializeFields, serializeRevision } from "./serialize-listing";

/**
 * A user's listings as JSON for their export, deleted ones included, with revisions and picture paths. Unplaced
 * pictures, and pictures that the user uploaded to other listings as an admin, are listed separately.
 */
export async function exportListings(ctx: Ctx, userId: string) {
  const own = ctx.db.select({ id: listings.id }).from(listings).where(eq(listings.ownerId, userId));
  // Not one batch: D1 answers that by column name, and a join has several of one name.
  const [rows, pictures] = await Promise.all([
    ctx.db
      .select({ listing: listings, revision: listingRevisions })
      .from(listings)
      .leftJoin(listingRevisions, eq(listingRevisions.listingId, listings.id))
      .where(eq(listings.ownerId, userId))
      .orderBy(asc(listings.createdTs), asc(listings.id)),
    ctx.db
      .select()
      .from(listingImages)
      .where(or(eq(listingImages.ownerId, userId), inArray(listingImages.listingId, own)))
      .orderBy(asc(listingImages.position), asc(listingImages.createdTs)),
  ]);
  const picturesOf = Map.groupBy(pictures, ({ listingId }) => listingId);
  const ids = new Set(rows.map(({ listing }) => listing.id));
  return {
    listings: rows.map(({ listing, revision }) => ({
      ...serializeStored(listing),
      proposed: serializeRevision(revision),
      images: (picturesOf.get(listing.id) ?? []).map(serializePicture),
    })),
    other_pictures: pictures.filter(({ listingId }) => !ids.has(listingId)).map(serializePicture),
  };
}

/** Deleted ones too, each in the state that is stored. */
const serializeStored = (listing: typeof listings.$inferSelect) => ({
  ...serializeFields(listing),
  state: listing.state,
  suspended_from: listing.suspendedFrom,
  deleted_ts: listing.deletedTs === null ? null : serializeTimestamp(listing.deletedTs),
});

const serializePicture = (picture: typeof listingImages.$inferSelect) => ({
  _id: picture.id,
  path: picturePath(picture.listingId, picture.file),
  width: picture.width,
  height: picture.height,
  alt: picture.alt,
  /** Its place in the listing; null while no listing has taken it. */
  position: picture.position,
  created_ts: serializeTimestamp(picture.createdTs),
});
