import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Day, Period } from "@/shared/dates";
import { addCounts, createEmptyCounts, type EventCounts } from "@/shared/event-counts";
import type { Db } from "./client";
import { statisticsBatches, statisticsDays, statisticsDeltas } from "./schema";

/** Rows per day for the counts of all listings. Bounds the rows that one transaction of the aggregation job writes. */
const BLOCKS = 128;

/** The block (row of a day) with the counts of all listings of an owner, so that reading a day reads one row. */
export const toStatisticsBlockSql = (ownerId: string | SQLWrapper): SQL<number> =>
  sql<number>`((unicode(substr(${ownerId}, -2)) * 31 + unicode(substr(${ownerId}, -1))) % ${sql.raw(String(BLOCKS))})`;

export const listStatisticsBlocks = (): number[] => Array.from({ length: BLOCKS }, (_, block) => block);

export type DayCounts = { listingId: string; day: Day; counts: EventCounts };

/**
 * Counts of an owner's listings by listing and day, ordered by day; days without counts are left out. Reads one row per
 * day, a few deltas of today, and the batches of the last minutes, which are not yet added to them.
 */
export async function listStatistics(
  db: Db,
  ownerId: string,
  listings: readonly { id: string; num: number }[],
  { from, to }: Period,
): Promise<DayCounts[]> {
  if (listings.length === 0) return [];
  // The counts of the given listings, in their order; null for listings without counts.
  const selectCounts = (keys: readonly (string | number)[]) =>
    sql`(select json_group_array(counts -> ('$."' || value || '"')) from json_each(${JSON.stringify(keys)}))`;
  const selectByNum = (table: typeof statisticsDays | typeof statisticsDeltas) => sql`
    select day, ${selectCounts(listings.map(({ num }) => num))} as counts from ${table}
    where block = ${toStatisticsBlockSql(ownerId)} and day between ${from} and ${to}`;
  const rows = await db.all<{ day: Day; counts: string }>(sql`
    ${selectByNum(statisticsDays)}
    union all ${selectByNum(statisticsDeltas)}
    union all
    select day, ${selectCounts(listings.map(({ id }) => id))} from ${statisticsBatches} where day between ${from} and ${to}`);

  const found = new Map<string, DayCounts>();
  for (const { day, counts } of rows) {
    const picks: (EventCounts | null)[] = JSON.parse(counts);
    for (const [index, { id }] of listings.entries()) {
      const pick = picks[index];
      if (!pick) continue;
      const key = `${day} ${id}`;
      const before = found.get(key)?.counts ?? createEmptyCounts();
      found.set(key, { listingId: id, day, counts: addCounts(before, pick) });
    }
  }
  return [...found.values()].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}
