import { and, inArray, lt, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { listings, statisticsBatches, statisticsDays } from "@/db/schema";
import { AGGREGATE_AFTER_MS } from "@/db/statistics";
import { listStatisticsBlocks, toStatisticsBlock } from "@/db/statistics-days";
import { STATISTICS_KINDS } from "@/shared/codes";
import { addDays, toDay } from "@/shared/dates";
import { MAX_PERIOD_DAYS } from "@/shared/schemas/analytics";

/** Batches that one transaction adds: at most a few megabytes of counts. */
const MAX_BATCHES = 250;

/**
 * Job: adds batches to their days. A transaction adds and deletes the same batches, so parallel or failed runs count nothing
 * twice. Counts of deleted listings are dropped.
 */
export async function aggregateStatistics(ctx: Pick<Ctx, "db" | "now">): Promise<void> {
  const due = sql`(select id from ${statisticsBatches} where made_ts <= ${ctx.now - AGGREGATE_AFTER_MS}
    order by made_ts, id limit ${MAX_BATCHES})`;
  for (;;) {
    const [, deleted] = await ctx.db.batch([
      ctx.db.run(addToDays(due)),
      ctx.db
        .delete(statisticsBatches)
        .where(inArray(statisticsBatches.id, due))
        .returning({ id: statisticsBatches.id }),
    ]);
    if (deleted.length < MAX_BATCHES) return;
  }
}

/** One sum for each kind of event, in the order of `STATISTICS_KINDS`. */
const SUMS = sql.raw(STATISTICS_KINDS.map((_, index) => `sum(counts ->> ${index})`).join(", "));

/** Adds the counts of the batches to the stored counts of their days, and writes only the changed rows. */
const addToDays = (batches: ReturnType<typeof sql>) => sql`
  with new_counts as materialized (
    select ${toStatisticsBlock(listings.ownerId)} as block, batch.day, ${listings.num} as num, entry.value as counts
    from ${statisticsBatches} batch cross join json_each(batch.counts) entry
    cross join ${listings} on ${listings.id} = entry.key
    where batch.id in ${batches}
  ), all_counts as (
    select block, day, num, counts from new_counts
    union all
    select stored.block, stored.day, cast(entry.key as integer), entry.value
    from (select distinct block, day from new_counts) changed
    cross join ${statisticsDays} stored on stored.block = changed.block and stored.day = changed.day
    cross join json_each(stored.counts) entry
  ), sums as (
    select block, day, num, json_array(${SUMS}) as counts
    from all_counts group by block, day, num
  )
  insert into ${statisticsDays} (block, day, counts)
  select block, day, json_group_object(cast(num as text), json(counts)) from sums where true group by block, day
  on conflict (block, day) do update set counts = excluded.counts`;

/** Job: deletes days before the longest period and its previous period, which no request can select. */
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
