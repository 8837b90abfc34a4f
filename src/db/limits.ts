import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "./client";
import { insertWhere } from "./insert-where";
import { limitCounters } from "./schema";

/** So many hits of one key in a window; windows begin with a key's first hit. Lengths in seconds. */
export type Limit = { name: string; most: number; windowS: number };

export type LimitAnswer = { allowed: boolean /** Seconds until the window ends. */; retryAfter: number };

/**
 * Counts one hit and says whether it was within the limit. One upsert, so that parallel hits are each counted.
 * `now` in ms.
 */
export async function hitLimit(db: Db, limit: Limit, key: string, now: number): Promise<LimitAnswer> {
  const [row] = await db
    .insert(limitCounters)
    .values(firstHit(limit, key, now))
    .onConflictDoUpdate(oneMoreHit(limit, now))
    .returning();
  return answer(limit, row, now);
}

/** The counter that a key's first hit begins, for an INSERT with `oneMoreHit`. `now` in ms. */
const firstHit = ({ name }: Limit, key: string, now: number) => ({
  name,
  key,
  windowStartTs: now,
  hits: 1,
});

/** What such an INSERT does to a counter that is there: counts on, or begins anew behind the window's end. `now` in ms. */
function oneMoreHit({ windowS }: Limit, now: number) {
  const { name, key, hits, windowStartTs } = limitCounters;
  const over = sql`${windowStartTs} <= ${now - windowS * 1000}`;
  return {
    target: [name, key],
    set: {
      hits: sql`case when ${over} then 1 else ${hits} + 1 end`,
      windowStartTs: sql`case when ${over} then ${now} else ${windowStartTs} end`,
    },
  };
}

/**
 * Counts a hit in the batch of what it counts, if `when` holds; gives a row if it did. For a deed that may turn out
 * to be done already: `isUsedUp` is its condition. `now` in ms.
 */
export const countHit = (db: Db, limit: Limit, key: string, now: number, when: SQL) =>
  insertWhere(db, limitCounters, firstHit(limit, key, now), when)
    .onConflictDoUpdate(oneMoreHit(limit, now))
    .returning({ hits: limitCounters.hits });

/** Whether a key has no hit left when the statement runs. `now` in ms. */
export const isUsedUp = ({ name, most, windowS }: Limit, key: string, now: number): SQL =>
  sql`exists (select 1 from ${limitCounters} where ${limitCounters.name} = ${name} and ${limitCounters.key} = ${key}
    and ${limitCounters.hits} >= ${most} and ${limitCounters.windowStartTs} > ${now - windowS * 1000})`;

/** Takes a hit back, for limits that count failures only: each try is counted before it is known to be one. */
export function returnHit(db: Db, limit: Limit, key: string): Statement {
  return db
    .update(limitCounters)
    .set({ hits: sql`max(0, ${limitCounters.hits} - 1)` })
    .where(and(eq(limitCounters.name, limit.name), eq(limitCounters.key, key)));
}

/** Begins a key's counter anew, for a deed that makes the hits before it count for nothing. */
export const forgetHits = (db: Db, limit: Limit, key: string): Statement =>
  db.delete(limitCounters).where(and(eq(limitCounters.name, limit.name), eq(limitCounters.key, key)));

function answer(
  limit: Limit,
  row: { hits: number; windowStartTs: number } | undefined,
  now: number,
): LimitAnswer {
  const retryAfter = row
    ? Math.max(1, Math.ceil((row.windowStartTs + limit.windowS * 1000 - now) / 1000))
    : 0;
  return { allowed: !row || row.hits <= limit.most, retryAfter };
}
