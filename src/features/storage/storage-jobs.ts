import { and, inArray, lte, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { listDueDeletions, processDeletions } from "@/db/media-deletions";
import { runInBatches } from "@/db/run-in-batches";
import { uploads } from "@/db/schema";
import { deleteUploadsStatements, PARTS_FOLDER, toPartsFolder } from "./uploads";

/** Longest duration of a request (ms): a younger reservation may belong to a file that is still being stored. */
const LONGEST_REQUEST_MS = 15 * 60_000;
/** Bounds the bucket operations of one run; the rest waits for the next. */
const BATCHES = { size: 100, maxBatches: 10 };

/**
 * Deletes objects whose deletion failed right after its batch, and objects that interrupted requests left. What fails
 * stays scheduled for the next run.
 * @returns the number of processed deletions
 */
export const processMediaDeletions = ({ db, media, now }: Ctx): Promise<number> =>
  runInBatches(BATCHES, async (limit) => {
    const deletions = await listDueDeletions(db, { before: now - LONGEST_REQUEST_MS, limit });
    if (deletions.length > 0) await processDeletions(db, deletions, media.removeObjects);
    return deletions.length;
  });

/**
 * Deletes uploads after their 24 hours, and parts without an upload, which interrupted requests left.
 * @returns the number of deleted uploads
 */
export async function sweepUploads(ctx: Ctx): Promise<number> {
  const expired = lte(uploads.expiresTs, ctx.now);
  const deleted = await runInBatches(BATCHES, async (size) => {
    const rows = await ctx.db.select({ id: uploads.id }).from(uploads).where(expired).limit(size);
    const isInBatchSql = and(expired, hasIdInSql(rows.map(({ id }) => id))) as SQL;
    if (rows.length > 0) await ctx.commit(deleteUploadsStatements(ctx, isInBatchSql));
    return rows.length;
  });
  for await (const ids of ctx.media.listFolders(PARTS_FOLDER)) {
    const rows = await ctx.db.select({ id: uploads.id }).from(uploads).where(hasIdInSql(ids));
    const known = new Set(rows.map(({ id }) => id));
    await ctx.media.removeObjects(ids.filter((id) => !known.has(id)).map(toPartsFolder));
  }
  return deleted;
}

/** One JSON parameter, because D1 binds at most a hundred. */
const hasIdInSql = (ids: readonly string[]): SQL =>
  inArray(uploads.id, sql`(select value from json_each(${JSON.stringify(ids)}))`);
