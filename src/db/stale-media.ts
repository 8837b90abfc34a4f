import { asc, lt, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db, Statement } from "./client";
import { insertWhere } from "./insert-where";
import { staleMedia } from "./schema";
import { followedBy, isFollowedBy } from "./sequel";

/** That an object of the bucket may go (a key that ends in "/" means all below it), and since when, in ms. */
type Note = typeof staleMedia.$inferSelect;

/**
 * Notes objects of the bucket that this batch lets go of. `commit` removes them right after the batch; a job tries
 * again where that failed, so a key that was let go of must never be used again. `now` in ms.
 */
export const letGoOf = (db: Db, keys: readonly string[], now: number): Statement[] =>
  keys.map((key) => letGoWhere(db, key, now, sql`1`));

/** The same for one key, where a condition holds; with `from` both may speak of that table's rows. `now` in ms. */
export const letGoWhere = (
  db: Db,
  key: string | SQL,
  now: number,
  condition: SQL,
  from?: SQLiteTable,
): Statement =>
  followedBy(
    "remove-media",
    insertWhere(db, staleMedia, { key, createdTs: now }, condition, from)
      .onConflictDoUpdate({ target: staleMedia.key, set: { createdTs: sql`excluded.created_ts` } })
      .returning(),
  );

/**
 * Notes keys that objects are about to be put under, so that the job finds those of a request that broke off; `takeBack`
 * belongs into the batch that makes them count. False, with nothing noted, where a key is noted already or `condition`
 * does not hold. `now` in ms.
 */
export async function noteAhead(
  db: Db,
  keys: readonly string[],
  now: number,
  condition: SQL = sql`1`,
): Promise<boolean> {
  const list = JSON.stringify(keys);
  const free = sql`not exists (select 1 from ${staleMedia} where key in (select value from json_each(${list})))`;
  const noted = await db
    .insert(staleMedia)
    .select(sql`select value, ${now} from json_each(${list}) where ${free} and ${condition}`)
    .returning();
  return noted.length > 0;
}

/** Forgets the notes of keys whose objects count, where `condition` holds. */
export const takeBack = (db: Db, keys: readonly string[], condition: SQL): Statement =>
  db
    .delete(staleMedia)
    .where(sql`${staleMedia.key} in (select value from json_each(${JSON.stringify(keys)})) and ${condition}`);

/** What a batch let go of, of its statements and their results. */
export const notesOf = (statements: readonly Statement[], results: readonly unknown[]): Note[] =>
  statements.flatMap((one, n) => (isFollowedBy("remove-media", one) ? (results[n] as Note[]) : []));

/** The oldest notes from before `since` (ms), as many as `limit`. */
export const oldNotes = (db: Db, since: number, limit: number): Promise<Note[]> =>
  db
    .select()
    .from(staleMedia)
    .where(lt(staleMedia.createdTs, since))
    .orderBy(asc(staleMedia.createdTs))
    .limit(limit);

/** Has the noted objects removed, and forgets these notes, though not a newer one of the same key. */
export async function workOff(
  db: Db,
  notes: readonly Note[],
  remove: (keys: readonly string[]) => Promise<void>,
): Promise<void> {
  await remove(notes.map(({ key }) => key));
  const done = JSON.stringify(notes.map(({ key, createdTs }) => [key, createdTs]));
  await db
    .delete(staleMedia)
    .where(
      sql`(${staleMedia.key}, ${staleMedia.createdTs}) in (select value ->> 0, value ->> 1 from json_each(${done}))`,
    );
}
