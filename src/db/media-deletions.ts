import { asc, lt, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { hasAfterCommitHook, withAfterCommitHook } from "./after-commit";
import type { Db, Statement } from "./client";
import { noGuard } from "./guard";
import { insertWhere } from "./insert-where";
import { mediaDeletions } from "./schema";

type MediaDeletion = typeof mediaDeletions.$inferSelect;

/** `now` in ms. */
type DeletionContext = { db: Db; now: number };

/**
 * Schedules the deletion of objects of the bucket. `commit` deletes them right after the batch. A job retries what
 * failed, so a scheduled key must never be used again.
 */
export const scheduleDeletionStatements = (ctx: DeletionContext, keys: readonly string[]): Statement[] =>
  keys.map((key) => scheduleDeletionWhereStatement(ctx, { key, guard: noGuard }));

type Deletion = { key: string | SQL; guard: SQL; from?: SQLiteTable };

/** Schedules one key where the guard holds; with `from`, both may use that table's columns. */
export const scheduleDeletionWhereStatement = (ctx: DeletionContext, deletion: Deletion): Statement =>
  withAfterCommitHook("process-deletions", scheduleLaterDeletionStatement(ctx, deletion).returning());

/**
 * Schedules one key for the job, which deletes the object after more than 15 minutes. Until then
 * `cancelDeletionStatement` keeps it.
 */
export const scheduleLaterDeletionStatement = (
  { db, now }: DeletionContext,
  { key, guard, from }: Deletion,
) =>
  insertWhere(db, mediaDeletions, { key, createdTs: now }, guard, from).onConflictDoUpdate({
    target: mediaDeletions.key,
    set: { createdTs: sql`excluded.created_ts` },
  });

/**
 * Reserves keys before objects are put there, so that the job deletes the objects of interrupted requests. The batch
 * that saves the rows has to include `cancelDeletionStatement`. The job waits `extraMs` beyond the longest request.
 * @returns false, with nothing reserved, if a key is scheduled already or `guard` does not hold
 */
export async function reserveKeys(
  { db, now }: DeletionContext,
  { keys, guard = noGuard, extraMs = 0 }: { keys: readonly string[]; guard?: SQL; extraMs?: number },
): Promise<boolean> {
  const list = JSON.stringify(keys);
  const areKeysUnscheduledSql = sql`not exists (select 1 from ${mediaDeletions} where key in (select value from json_each(${list})))`;
  const reserved = await db
    .insert(mediaDeletions)
    .select(
      sql`select value, ${now + extraMs} from json_each(${list}) where ${areKeysUnscheduledSql} and ${guard}`,
    )
    .returning();
  return reserved.length > 0;
}

/** Keeps the objects of reserved keys where `guard` holds. */
export const cancelDeletionStatement = (
  db: Db,
  { keys, guard }: { keys: readonly string[]; guard: SQL },
): Statement =>
  db
    .delete(mediaDeletions)
    .where(sql`${mediaDeletions.key} in (select value from json_each(${JSON.stringify(keys)})) and ${guard}`);

/** The deletions that a committed batch scheduled. */
export const collectScheduledDeletions = (
  statements: readonly Statement[],
  results: readonly unknown[],
): MediaDeletion[] =>
  statements.flatMap((statement, n) =>
    hasAfterCommitHook("process-deletions", statement) ? (results[n] as MediaDeletion[]) : [],
  );

/** The oldest deletions scheduled before `before` (ms). */
export const listDueDeletions = (
  db: Db,
  { before, limit }: { before: number; limit: number },
): Promise<MediaDeletion[]> =>
  db
    .select()
    .from(mediaDeletions)
    .where(lt(mediaDeletions.createdTs, before))
    .orderBy(asc(mediaDeletions.createdTs))
    .limit(limit);

/** Deletes the objects, then the rows, except rows that were scheduled again in the meantime. */
export async function processDeletions(
  db: Db,
  deletions: readonly MediaDeletion[],
  remove: (keys: readonly string[]) => Promise<void>,
): Promise<void> {
  await remove(deletions.map(({ key }) => key));
  const done = JSON.stringify(deletions.map(({ key, createdTs }) => [key, createdTs]));
  await db
    .delete(mediaDeletions)
    .where(
      sql`(${mediaDeletions.key}, ${mediaDeletions.createdTs}) in (select value ->> 0, value ->> 1 from json_each(${done}))`,
    );
}
