import { eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { scheduleDeletionWhere } from "@/db/media-deletions";
import { listingImages, listingRevisions, listings } from "@/db/schema";
import { listingPictureFolder } from "./pictures/placed-pictures";
import { beginToMergeTextIndexes } from "./search-index/merge-text-indexes";

/**
 * Erases a user's listings, deleted ones included: rows, revisions, pictures with their objects, and search entries.
 * Orders, promotions and enquiries no longer refer to them.
 */
export function eraseListings({ db, now }: Pick<Ctx, "db" | "now">, userId: string): Statement[] {
  const own = sql`(select id from ${listings} where owner_id = ${userId})`;
  const nums = sql`(select num from ${listings} where owner_id = ${userId})`;
  const folder = (id: SQL) => sql`${listingPictureFolder("")} || ${id} || '/'`;
  return [
    scheduleDeletionWhere(db, folder(sql`${listings.id}`), now, eq(listings.ownerId, userId), listings),
    scheduleDeletionWhere(db, folder(sql`${listingImages.listingId}`), now, ofNoOther(userId), listingImages),
    // A picture that an admin uploaded to another user's listing belongs to that listing.
    db.run(sql`update ${listingImages} set owner_id = (select owner_id from ${listings} where id = listing_id)
      where owner_id = ${userId} and listing_id in (select id from ${listings} where owner_id <> ${userId})`),
    db.run(sql`delete from ${listingImages} where owner_id = ${userId} or listing_id in ${own}`),
    db.run(sql`delete from ${listingRevisions} where listing_id in ${own}`),
    db.run(sql`delete from search_entries where num in ${nums}`),
    ...beginToMergeTextIndexes({ db }, sql`exists (select 1 from ${listings} where owner_id = ${userId})`),
    db.delete(listings).where(eq(listings.ownerId, userId)),
  ];
}

/** Matches pictures of the user's unsaved form without pictures of another user. A condition on `listing_images`. */
const ofNoOther = (userId: string): SQL => sql`${listingImages.ownerId} = ${userId}
  and not exists (select 1 from ${listings} where ${listings.id} = ${listingImages.listingId})
  and not exists (
    select 1 from listing_images other where other.listing_id = ${listingImages.listingId} and other.owner_id <> ${userId}
  )`;
