import { and, inArray, lte, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { listings, statisticsBatches, statisticsDays, statisticsDeltas } from "@/db/schema";
import { AGGREGATE_AFTER_MS } from "@/db/statistics";
import { listStatisticsBlocks, toStatisticsBlockSql } from "@/db/statistics-days";
import { addSearchDaysSql } from "@/features/counted-searches";
import { STATISTICS_KINDS } from "@/shared/codes";
import { addDays, toDay } from "@/shared/dates";
import { NO_SOURCE_COUNTS } from "@/shared/event-counts";
import { MAX_PERIOD_DAYS } from "@/shared/schemas/analytics";

/** Bytes of batches that one transaction adds: about 32,000 counts, which take some 0.1 s of CPU. */
const MAX_ADDED_BYTES = 1_000_000;
/** Bytes of deltas and days that one transaction merges: about 23,000 counts, as listing numbers are short. */
const MAX_MERGED_BYTES = 500_000;
/**
 * Batches of one run. A run each minute adds up to 33,000 events a second, more than 1,000 lists with 20 listings, and
 * sends at most 500 of the 1,000 statements that D1 allows.
 */
const MAX_BATCHES = 1_000;
/** Without much load, batches wait for others (ms), because each transaction writes up to a row for each block. */
const WAIT_MS = 5 * 60_000;
/** More bytes than this do not wait: an owner's statistics read all waiting batches. */
const MAX_WAITING_BYTES = 8 * 1024 ** 2;
/** Deltas of a block and day that are merged into the day. More would slow down reading, fewer write more rows. */
const MIN_MERGED_DELTAS = 8;

type JobContext = Pick<Ctx, "db" | "now" | "newId">;

/**
 * Job: adds batches to deltas by block, and merges deltas into their days. Each transaction is bounded by bytes and
 * moves its counts completely, so parallel or aborted runs count nothing twice and the next run continues.
 */
export async function aggregateStatistics(ctx: JobContext): Promise<void> {
  await addBatchesToDeltas(ctx);
  await mergeDeltas(ctx);
}

/**
 * Adds the counts of batches to deltas, and their searches to the days. A batch that an isolate may send again (younger
 * than AGGREGATE_AFTER_MS) keeps its row without counts. Counts of deleted listings are dropped.
 */
async function addBatchesToDeltas({ db, now, newId }: JobContext): Promise<void> {
  const finalTs = now - AGGREGATE_AFTER_MS;
  const batches = await db.all<{ id: string; createdTs: number; bytes: number }>(sql`
    select id, created_ts as createdTs, octet_length(counts) + octet_length(searches) as bytes from ${statisticsBatches}
    where created_ts <= ${finalTs} or counts <> '{}' or searches <> '{}' order by created_ts, id limit ${MAX_BATCHES}`);
  const isWaitOver = (batches[0]?.createdTs ?? now) <= finalTs - WAIT_MS;
  const isUrgent = batches.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_WAITING_BYTES;
  if (!isWaitOver && !isUrgent) return;
  const due = isUrgent ? batches : batches.filter(({ createdTs }) => createdTs <= finalTs);
  for (const part of splitByBytes(due, MAX_ADDED_BYTES)) {
    const ids = sql`(select value from json_each(${JSON.stringify(part.map(({ id }) => id))}))`;
    const isInPart = inArray(statisticsBatches.id, ids);
    await db.batch([
      db.run(insertDeltasSql(ids, newId())),
      db.run(addSearchDaysSql(ids)),
      db.delete(statisticsBatches).where(and(isInPart, lte(statisticsBatches.createdTs, finalTs))),
      db.update(statisticsBatches).set({ counts: {}, searches: {} }).where(isInPart),
    ]);
  }
}

/** Merges deltas into their days: those of earlier days, and of today once there are MIN_MERGED_DELTAS. */
async function mergeDeltas({ db, now }: JobContext): Promise<void> {
  const groups = await db.all<{ block: number; day: string; bytes: number }>(sql`
    select block, day, sum(octet_length(counts)) + coalesce((
        select octet_length(days.counts) from ${statisticsDays} days
        where days.block = deltas.block and days.day = deltas.day), 0) as bytes
    from ${statisticsDeltas} deltas group by block, day
    having count(*) >= ${MIN_MERGED_DELTAS} or day < ${toDay(now)}`);
  for (const part of splitByBytes(groups, MAX_MERGED_BYTES)) {
    const keys = sql`(select value ->> 0 as block, value ->> 1 as day
      from json_each(${JSON.stringify(part.map(({ block, day }) => [block, day]))}))`;
    await db.batch([
      db.run(mergeIntoDaysSql(keys)),
      db.run(sql`delete from ${statisticsDeltas} where (block, day) in ${keys}`),
    ]);
  }
}

/** Parts of at most `maxBytes`; a larger element is a part of its own. */
function splitByBytes<T extends { bytes: number }>(elements: readonly T[], maxBytes: number): T[][] {
  const parts: T[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const element of elements) {
    bytes += element.bytes;
    if (bytes > maxBytes) {
      parts.push([]);
      bytes = element.bytes;
    }
    parts.at(-1)?.push(element);
  }
  return parts;
}

/** One sum for each kind of event, in the order of `STATISTICS_KINDS`. */
const SUMS = sql.raw(STATISTICS_KINDS.map((_, index) => `coalesce(sum(counts ->> ${index}), 0)`).join(", "));

/** Adds up rows of `block, day, num, counts`: one JSON object for each block and day. */
const selectSumsSql = (rows: SQL, id: SQL): SQL => sql`
  select block, day, ${id} json_group_object(cast(num as text), json(counts)) from (
    select block, day, num, replace(json_array(${SUMS}), ${NO_SOURCE_COUNTS}, ']') as counts from (${rows}) group by block, day, num
  ) where true group by block, day`;

const insertDeltasSql = (batchIds: SQL, id: string): SQL => sql`
  insert into ${statisticsDeltas} (block, day, id, counts) ${selectSumsSql(
    sql`
      select ${toStatisticsBlockSql(listings.ownerId)} as block, batch.day, ${listings.num} as num, entry.value as counts
      from ${statisticsBatches} batch cross join json_each(batch.counts) entry
      cross join ${listings} indexed by listings_id_owner on ${listings.id} = entry.key
      where batch.id in ${batchIds}`,
    sql`${id},`,
  )}`;

/** Writes the days of `keys` (`block, day`) with the counts of their deltas added. */
const mergeIntoDaysSql = (keys: SQL): SQL => {
  const selectStored = (table: typeof statisticsDeltas | typeof statisticsDays) => sql`
    select stored.block, stored.day, cast(entry.key as integer) as num, entry.value as counts
    from ${keys} merged cross join ${table} stored on stored.block = merged.block and stored.day = merged.day
    cross join json_each(stored.counts) entry`;
  return sql`
    insert into ${statisticsDays} (block, day, counts)
    ${selectSumsSql(sql`${selectStored(statisticsDeltas)} union all ${selectStored(statisticsDays)}`, sql``)}
    on conflict (block, day) do update set counts = excluded.counts`;
};

/** Rows that one hourly run deletes: the blocks of 24 days in a day. */
const MAX_SWEPT_ROWS = 128;

/** Job: deletes days before the longest period and its previous period, which no request can select. */
export async function sweepStatistics({ db, now }: Ctx): Promise<void> {
  const blocks = JSON.stringify(listStatisticsBlocks());
  await db.run(sql`
    delete from ${statisticsDays} where rowid in (
      select days.rowid from json_each(${blocks}) block
      cross join ${statisticsDays} days on days.block = block.value
        and days.day < ${addDays(toDay(now), -2 * MAX_PERIOD_DAYS)} limit ${MAX_SWEPT_ROWS})`);
}
