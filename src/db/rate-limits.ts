import { and, eq, type SQL, sql } from "drizzle-orm";
import {
  type CeilingName,
  COUNT_RANGE,
  DEFAULT_CEILINGS,
  DEFAULT_LIMITS,
  LIMITS_PATH,
  type LimitName,
  WINDOW_RANGE,
} from "@/shared/default-limits";
import type { Db, Statement } from "./client";
import { insertWhere } from "./insert-where";
import { limitCounters } from "./schema";

/**
 * `max` hits of one key in a window of `windowS` seconds, unless the settings document
 * overrides it. A window begins with a key's first hit.
 */
export type Limit = { name: LimitName; max: number; windowS: number };

/** Declares a limit with its default terms. The statements below apply an admin's setting. */
export function defineLimit(name: LimitName): Limit {
  const { max, window_s: windowS } = DEFAULT_LIMITS[name];
  return { name, max, windowS };
}

/**
 * A number from the settings document of limits, or else the default. The counting statement reads it, so a change
 * applies to the next hit and needs no query. A malformed number is ignored. The raw SQL contains only constants.
 */
const settingOrSql = (member: string, { min, max }: { min: number; max: number }, defaultValue: number) =>
  sql.raw(`coalesce((
    select number from (
      select case when json_valid(value) then json_extract(value, '$.${member}') end as number
      from settings where path = '${LIMITS_PATH}'
    ) where typeof(number) = 'integer' and number between ${min} and ${max}
  ), ${defaultValue})`);

/** The allowed hits in a window, as SQL. */
export const maxHitsSql = ({ name, max }: Limit): SQL => settingOrSql(`${name}.max`, COUNT_RANGE, max);
/** Latest start (ms) of a window that has ended at `now` (ms), as SQL. */
export const expiredWindowStartSql = ({ name, windowS }: Limit, now: number): SQL =>
  sql`${now} - 1000 * ${windowSecondsSql({ name, windowS })}`;
const windowSecondsSql = ({ name, windowS }: Omit<Limit, "max">): SQL =>
  settingOrSql(`${name}.window_s`, WINDOW_RANGE, windowS);
/** How many objects are allowed at the same time, as SQL. */
export const maxCountSql = (name: CeilingName): SQL =>
  settingOrSql(`${name}.max`, COUNT_RANGE, DEFAULT_CEILINGS[name]);

/** A limit and the key it counts by. */
export type LimitKey = readonly [Limit, string];

export type LimitResult = {
  allowed: boolean;
  /** Seconds until the window ends. */
  retryAfter: number;
};

/**
 * Counts an attempt and says whether it was within the limit. One upsert, so that parallel attempts are all counted. A
 * limit of writes, not of attempts, is `hasHitsLeftSql` and `countHitsStatements` in the batch of the write. `now` in
 * ms.
 */
export async function hitLimit(db: Db, limit: Limit, key: string, now: number): Promise<LimitResult> {
  return parseHitResult(await hitLimitStatement(db, limit, key, now), now);
}

/** The statement of `hitLimit`, for a batch; `parseHitResult` reads its result. `now` in ms. */
export const hitLimitStatement = (db: Db, limit: Limit, key: string, now: number) =>
  db
    .insert(limitCounters)
    .values(firstHit(limit, key, now))
    .onConflictDoUpdate(addHit(limit, now))
    .returning(countedColumns(limit));

export const parseHitResult = (result: unknown, now: number): LimitResult =>
  toLimitResult((result as readonly CounterRow[])[0], now);

/** Checks for each limit whether one more hit of its key would be within it, in one round trip. `now` in ms. */
export async function checkLimits(db: Db, limits: readonly LimitKey[], now: number): Promise<LimitResult[]> {
  const [first, ...rest] = limits.map(([limit, key]) =>
    db.select(countedColumns(limit)).from(limitCounters).where(isCounterSql(limit, key)),
  );
  if (!first) return [];
  const results = await db.batch([first, ...rest]);
  return results.map(([row]) => toLimitResult(row && { ...row, hits: row.hits + 1 }, now));
}

const countedColumns = (limit: Limit) => ({
  hits: limitCounters.hits,
  windowStartTs: limitCounters.windowStartTs,
  max: maxHitsSql(limit).mapWith(Number),
  windowS: windowSecondsSql(limit).mapWith(Number),
});

const isCounterSql = ({ name }: Limit, key: string) =>
  and(eq(limitCounters.name, name), eq(limitCounters.key, key));

/** The counter after a key's first hit, for an INSERT with `addHit`. `now` in ms. */
const firstHit = ({ name }: Limit, key: string, now: number) => ({
  name,
  key,
  windowStartTs: now,
  hits: 1,
});

/**
 * The ON CONFLICT clause of the INSERT of `firstHit`: adds a hit, or starts a new window if the old one has ended.
 * `now` in ms.
 */
function addHit(limit: Limit, now: number) {
  const { name, key, hits, windowStartTs } = limitCounters;
  const hasEndedSql = sql`${windowStartTs} <= ${expiredWindowStartSql(limit, now)}`;
  return {
    target: [name, key],
    set: {
      hits: sql`case when ${hasEndedSql} then 1 else ${hits} + 1 end`,
      windowStartTs: sql`case when ${hasEndedSql} then ${now} else ${windowStartTs} end`,
    },
  };
}

/** Guard: none of these limits is used up when the statement runs. `now` in ms. */
export function hasHitsLeftSql(limits: readonly LimitKey[], now: number): SQL {
  const left = limits.map(([limit, key]) => sql`not ${isUsedUpSql(limit, key, now)}`);
  return sql`(${sql.join([sql`true`, ...left], sql` and `)})`;
}

const isUsedUpSql = (limit: Limit, key: string, now: number): SQL =>
  sql`exists (select 1 from ${limitCounters} where ${limitCounters.name} = ${limit.name} and ${limitCounters.key} = ${key}
    and ${limitCounters.hits} >= ${maxHitsSql(limit)} and ${limitCounters.windowStartTs} > ${expiredWindowStartSql(limit, now)})`;

/**
 * Counts a hit of each limit in the batch of the write that `hasHitsLeftSql` guards, after it. A write that fails uses
 * up nothing. Each hit counts as a change, so `previousChanged` still means the write for the statements after these.
 * `now` in ms.
 */
export const countHitsStatements = (
  db: Db,
  limits: readonly LimitKey[],
  now: number,
  guard: SQL,
): Statement[] =>
  limits.map(([limit, key]) =>
    insertWhere(db, limitCounters, firstHit(limit, key, now), guard).onConflictDoUpdate(addHit(limit, now)),
  );

/** Seconds until the first used-up limit allows another hit; null if each has one left. `now` in ms. */
export async function findRetryAfter(
  db: Db,
  limits: readonly LimitKey[],
  now: number,
): Promise<number | null> {
  const usedUp = (await checkLimits(db, limits, now)).find(({ allowed }) => !allowed);
  return usedUp?.retryAfter ?? null;
}

/** Removes a hit, for limits that count only failures: each attempt is counted before its result is known. */
export function undoHitStatement(db: Db, limit: Limit, key: string): Statement {
  return db
    .update(limitCounters)
    .set({ hits: sql`max(0, ${limitCounters.hits} - 1)` })
    .where(isCounterSql(limit, key));
}

/** Deletes the counter of a key, for an action that clears the earlier hits. */
export const resetHitsStatement = (db: Db, limit: Limit, key: string): Statement =>
  db.delete(limitCounters).where(isCounterSql(limit, key));

type CounterRow = { hits: number; windowStartTs: number; max: number; windowS: number };

function toLimitResult(row: CounterRow | undefined, now: number): LimitResult {
  if (!row) return { allowed: true, retryAfter: 0 };
  const leftMs = row.windowStartTs + row.windowS * 1000 - now;
  return { allowed: row.hits <= row.max || leftMs <= 0, retryAfter: Math.max(1, Math.ceil(leftMs / 1000)) };
}
