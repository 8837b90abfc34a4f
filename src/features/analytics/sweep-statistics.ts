import { and, inArray, lt, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { statisticsDays } from "@/db/schema";
import { listStatisticsBlocks } from "@/db/statistics-days";
import { addDays, toDay } from "@/shared/dates";
import { MAX_PERIOD_DAYS } from "@/shared/schemas/analytics";

/** Removes the days that no request can reach any more: older than the longest period and the one before it. */
export async function sweepStatistics({ db, now }: Ctx): Promise<void> {
  const blocks = sql`(select value from json_each(${JSON.stringify(listStatisticsBlocks())}))`;
  await db
    .delete(statisticsDays)
    .where(
      and(
        inArray(statisticsDays.block, blocks),
        lt(statisticsDays.day, addDays(toDay(now), -2 * MAX_PERIOD_DAYS)),
      ),
    );
}
