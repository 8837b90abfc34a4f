import { asc, eq, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { listings, statisticsBatches, statisticsDays, statisticsDeltas } from "@/db/schema";
import { listStatistics, toStatisticsBlockSql } from "@/db/statistics-days";
import { addDays, toDay } from "@/shared/dates";
import { serializeAnalyticsRow } from "./queries";

/** The daily counts of a user's listings, including deleted ones, as JSON for their export. */
export async function exportStatistics(ctx: Ctx, userId: string) {
  const ownListings = await ctx.db
    .select({ id: listings.id, num: listings.num })
    .from(listings)
    .where(eq(listings.ownerId, userId))
    .orderBy(asc(listings.num));
  // One day after today, because clocks of other isolates may be ahead.
  const period = { from: "", to: addDays(toDay(ctx.now), 1) };
  return (await listStatistics(ctx.db, userId, ownListings, period)).map(serializeAnalyticsRow);
}

/**
 * Removes the counts of a user's listings from the rows that other users share. Must run before the listings are
 * erased.
 */
export function eraseStatisticsStatements({ db }: Pick<Ctx, "db">, userId: string): Statement[] {
  const nums = sql`(select cast(num as text) from listings where owner_id = ${userId})`;
  const ids = sql`(select id from listings where owner_id = ${userId})`;
  return [
    ...[statisticsDays, statisticsDeltas].map((table) =>
      db.run(sql`update ${table} set counts = ${removeCounts(nums)}
        where block = ${toStatisticsBlockSql(userId)} and ${hasCountsInSql(nums)}`),
    ),
    db.run(sql`update ${statisticsBatches} set counts = ${removeCounts(ids)} where ${hasCountsInSql(ids)}`),
  ];
}

const removeCounts = (keys: ReturnType<typeof sql>) =>
  sql`(select json_group_object(key, json(value)) from json_each(counts) where key not in ${keys})`;

const hasCountsInSql = (keys: ReturnType<typeof sql>) =>
  sql`exists (select 1 from json_each(counts) where key in ${keys})`;
