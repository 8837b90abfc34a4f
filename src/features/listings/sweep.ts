import { and, inArray, sql } from "drizzle-orm";
import { type Ctx, withCurrentTime } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import { scheduleDeletionWhereStatement } from "@/db/media-deletions";
import { countRows } from "@/db/returned-rows";
import { runInBatches } from "@/db/run-in-batches";
import { listingImages, listingRevisions, listings } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";
import { getPictureFolder, schedulePictureDeletionStatements } from "./pictures/picture-storage";
import { reindexListingsStatements } from "./search-index/search-index";

/** With a run each minute, up to 1,440,000 listings a day. */
const EXPIRED_BATCHES = { size: 100, maxBatches: 10 };

/**
 * Removes expired listings and ended promotions from the search tables. Queries ignore them already; this keeps the
 * tables short. Returns the number of listings removed.
 */
export async function sweepExpiredListings(ctx: Ctx): Promise<number> {
  await ctx.commit([ctx.db.run(sql`delete from promotion_placements where ends_ts <= ${ctx.now}`)]);
  return runInBatches(EXPIRED_BATCHES, async (size) => {
    const expired = await ctx.db.all<{ num: number }>(sql`
      select num from search_entries where expires_ts <= ${ctx.now} limit ${size}`);
    // The numbers are read first, because the statements delete the rows that they would be read from.
    const nums = JSON.stringify(expired.map(({ num }) => num));
    if (expired.length > 0)
      await ctx.commit(
        reindexListingsStatements(ctx, sql`listings.num in (select value from json_each(${nums}))`),
      );
    return expired.length;
  });
}

/** With a run each hour, up to 48,000 pictures a day. */
const PICTURE_BATCHES = { size: 100, maxBatches: 20 };

/**
 * Deletes pictures that are not attached to a listing a day after their upload: those of abandoned forms, and those
 * that an edit removed. Returns their number.
 */
export const sweepUnusedPictures = (ctx: Ctx): Promise<number> =>
  runInBatches(PICTURE_BATCHES, async (size) => {
    // Each statement of the batch checks again: a picture that a concurrent save attached keeps its row and its
    // objects.
    const isUnusedSql = sql`${listingImages.id} in (select id from listing_images
      where position is null and created_ts < ${ctx.now - DAY_MS} limit ${size})`;
    const results = await ctx.commit([
      ...schedulePictureDeletionStatements(ctx, isUnusedSql),
      ctx.db.delete(listingImages).where(isUnusedSql).returning({ id: listingImages.id }),
    ]);
    return countRows(results.at(-1));
  });

/** How long the content of a deleted listing is stored, in case of questions or disputes about it (ms). */
const RETENTION_MS = 30 * DAY_MS;
/** With a run each hour, up to 24,000 listings a day. */
const ERASURE_BATCHES = { size: 50, maxBatches: 20 };

/**
 * Erases the content of listings deleted thirty days ago: texts, pictures, location. The row stays with its subject and
 * county, because its URL answers 410, and enquiries, orders and reports refer to it. A listing with an open objection
 * waits for the answer, which may restore it. `mergeTextIndexes` removes the rest of its words within a day. Returns the
 * number of listings.
 */
export const eraseDeletedListings = (ctx: Ctx): Promise<number> =>
  runInBatches(ERASURE_BATCHES, async (size) => {
    // The index is named, because it has only the listings to erase; deleted rows are never removed.
    const due = await ctx.db.all<{ id: string }>(sql`select id from ${listings} indexed by listings_deleted
      where state = 'deleted' and erased_ts is null and deleted_ts <= ${ctx.now - RETENTION_MS}
        and not exists (select 1 from listing_decisions where listing_id = listings.id
          and objection_ts is not null and objection_decided_ts is null)
      order by deleted_ts limit ${size}`);
    const ids = due.map(({ id }) => id);
    if (ids.length > 0) await ctx.commit(eraseContentStatements(withCurrentTime(ctx), ids));
    return ids.length;
  });

function eraseContentStatements(ctx: Ctx, ids: string[]) {
  const { db, now } = ctx;
  const isInBatchSql = inArray(listings.id, ids);
  const folder = sql`${getPictureFolder("")} || ${listings.id} || '/'`;
  return [
    scheduleDeletionWhereStatement(ctx, { key: folder, guard: isInBatchSql, from: listings }),
    db.delete(listingImages).where(inArray(listingImages.listingId, ids)),
    db.delete(listingRevisions).where(inArray(listingRevisions.listingId, ids)),
    auditEventStatement(
      ctx,
      {
        id: sql`${listings.id} || '.erased'`,
        action: "listing.erased",
        subject: auditSubject("listing", listings.id),
        actorId: null,
      },
      sql`${isInBatchSql} and ${listings.erasedTs} is null`,
      listings,
    ),
    db
      .update(listings)
      .set({
        title: "",
        description: "",
        textLanguage: null,
        levels: [],
        locations: [],
        availability: [],
        neighbourhood: "",
        latitude: null,
        longitude: null,
        stateReasons: null,
        stateNote: "",
        erasedTs: now,
        version: sql`${listings.version} + 1`,
      })
      .where(and(isInBatchSql, sql`${listings.erasedTs} is null`)),
  ];
}
