import { asc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { scheduleDeletionWhereStatement } from "@/db/media-deletions";
import { listingImages, listingRevisions, listings, requestQueue } from "@/db/schema";
import { toTimestampJson } from "@/shared/format";
import { getPictureFolder } from "./pictures/picture-storage";
import { startTextIndexMergeStatements } from "./search-index/merge-text-indexes";
import { deleteEntriesStatements } from "./search-index/search-index";
import { serializeFields, serializeRevision, toPicturePath } from "./serialize-listing";

/**
 * A user's listings as JSON for their export, deleted ones included, with revisions and picture paths. Unplaced
 * pictures, and pictures that the user uploaded to other listings as an admin, are listed separately.
 */
export async function exportListings(ctx: Ctx, userId: string) {
  const ownIds = ctx.db.select({ id: listings.id }).from(listings).where(eq(listings.ownerId, userId));
  // Not one batch: D1 answers a batch by column name, and a join has several columns of one name.
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
      .where(or(eq(listingImages.ownerId, userId), inArray(listingImages.listingId, ownIds)))
      .orderBy(asc(listingImages.position), asc(listingImages.createdTs)),
  ]);
  const picturesByListing = Map.groupBy(pictures, ({ listingId }) => listingId);
  const ids = new Set(rows.map(({ listing }) => listing.id));
  return {
    listings: rows.map(({ listing, revision }) => ({
      ...serializeFields(listing),
      state: listing.state,
      hold_rule: listing.holdRule,
      suspended_from: listing.suspendedFrom,
      removed_from: listing.removedFrom,
      deleted_ts: toTimestampJson(listing.deletedTs),
      proposed: revision && { ...serializeRevision(revision), hold_rule: revision.holdRule },
      images: (picturesByListing.get(listing.id) ?? []).map(serializePicture),
    })),
    other_pictures: pictures.filter(({ listingId }) => !ids.has(listingId)).map(serializePicture),
  };
}

const serializePicture = (picture: typeof listingImages.$inferSelect) => ({
  _id: picture.id,
  path: toPicturePath(picture.listingId, picture.file),
  width: picture.width,
  height: picture.height,
  alt: picture.alt,
  /** Position in the listing; null for an unattached picture. */
  position: picture.position,
  created_ts: toTimestampJson(picture.createdTs),
});

/**
 * Erases a user's listings, deleted ones included: rows, revisions, pictures with their objects, and search entries.
 * Orders, promotions and enquiries no longer refer to them.
 */
export function eraseListingsStatements(ctx: Ctx, userId: string): Statement[] {
  const { db } = ctx;
  const ownIds = sql`(select id from ${listings} where owner_id = ${userId})`;
  const ownNums = sql`(select num from ${listings} where owner_id = ${userId})`;
  const toFolder = (id: SQL) => sql`${getPictureFolder("")} || ${id} || '/'`;
  return [
    scheduleDeletionWhereStatement(ctx, {
      key: toFolder(sql`${listings.id}`),
      guard: eq(listings.ownerId, userId),
      from: listings,
    }),
    scheduleDeletionWhereStatement(ctx, {
      key: toFolder(sql`${listingImages.listingId}`),
      guard: isInUnsavedFormSql(userId),
      from: listingImages,
    }),
    // A picture that an admin uploaded to another user's listing belongs to that listing.
    db.run(sql`update ${listingImages} set owner_id = (select owner_id from ${listings} where id = listing_id)
      where owner_id = ${userId} and listing_id in (select id from ${listings} where owner_id <> ${userId})`),
    db.run(sql`delete from ${listingImages} where owner_id = ${userId} or listing_id in ${ownIds}`),
    db.run(sql`delete from ${listingRevisions} where listing_id in ${ownIds}`),
    db.run(sql`delete from ${requestQueue} where listing_num in ${ownNums}`),
    ...deleteEntriesStatements({ db }, ownNums),
    ...startTextIndexMergeStatements(
      { db },
      sql`exists (select 1 from ${listings} where owner_id = ${userId})`,
    ),
    db.delete(listings).where(eq(listings.ownerId, userId)),
  ];
}

/** Condition on `listing_images`: the picture belongs to an unsaved form that has no pictures of other users. */
const isInUnsavedFormSql = (userId: string): SQL => sql`${listingImages.ownerId} = ${userId}
  and not exists (select 1 from ${listings} where ${listings.id} = ${listingImages.listingId})
  and not exists (
    select 1 from listing_images other where other.listing_id = ${listingImages.listingId} and other.owner_id <> ${userId}
  )`;
