import { and, inArray, sql } from "drizzle-orm";
import { atPresent, type Ctx } from "@/context";
import { auditEvent, auditSubject } from "@/db/audit";
import { scheduleDeletionWhere } from "@/db/media-deletions";
import { listingImages, listingRevisions, listings } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";
import { listingPictureFolder } from "./pictures/placed-pictures";
import { beginToMergeTextIndexes } from "./search-index/merge-text-indexes";

/** How long the content of a deleted listing is stored, for questions about it (ms). */
const RETENTION_MS = 30 * DAY_MS;
const AT_ONCE = 50;

/**
 * Removes for good what listings said that were deleted thirty days ago: words, pictures, the place. The row stays with
 * its subject and county, so that its address goes on to answer that it is gone, and enquiries, orders and reports have
 * what they are about. Returns how many it was.
 */
export async function purgeListings(ctx: Ctx): Promise<number> {
  const { db, now } = ctx;
  let purged = 0;
  for (;;) {
    // Deleted listings stay for ever, so the index that holds only those to come has to be named.
    const due = await db.all<{ id: string }>(sql`select id from ${listings} indexed by listings_deleted
      where state = 'deleted' and purged_ts is null and deleted_ts <= ${now - RETENTION_MS}
      order by deleted_ts limit ${AT_ONCE}`);
    if (due.length > 0)
      await ctx.commit(
        purgeStatements(
          atPresent(ctx),
          due.map(({ id }) => id),
        ),
      );
    purged += due.length;
    if (due.length < AT_ONCE) return purged;
  }
}

function purgeStatements(ctx: Ctx, ids: string[]) {
  const { db, now } = ctx;
  const these = inArray(listings.id, ids);
  const folder = sql`${listingPictureFolder("")} || ${listings.id} || '/'`;
  return [
    scheduleDeletionWhere(db, folder, now, these, listings),
    db.delete(listingImages).where(inArray(listingImages.listingId, ids)),
    db.delete(listingRevisions).where(inArray(listingRevisions.listingId, ids)),
    ...beginToMergeTextIndexes({ db }, sql`1`),
    ...ids.map((id) =>
      auditEvent(
        ctx,
        { action: "listing.purged", subject: auditSubject("listing", id), actorId: null },
        sql`exists (select 1 from ${listings} where ${listings.id} = ${id} and ${listings.purgedTs} is null)`,
      ),
    ),
    db
      .update(listings)
      .set({
        title: "",
        description: "",
        levels: [],
        locations: [],
        neighbourhood: "",
        latitude: null,
        longitude: null,
        stateReason: null,
        stateNote: "",
        purgedTs: now,
        version: sql`${listings.version} + 1`,
      })
      .where(and(these, sql`${listings.purgedTs} is null`)),
  ];
}
