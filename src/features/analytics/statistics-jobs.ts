import { and, inArray, lt, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { listings, statisticsDays, statisticsParcels } from "@/db/schema";
import { FOLD_AFTER_MS } from "@/db/statistics";
import { listStatisticsBlocks, toStatisticsBlock } from "@/db/statistics-days";
import { STATISTICS_KINDS } from "@/shared/codes";
import { addDays, toDay } from "@/shared/dates";
import { MAX_PERIOD_DAYS } from "@/shared/schemas/analytics";

/** Parcels that one batch folds: at most some megabytes of counts. */
const BATCH_SIZE = 250;

/**
 * The job that adds parcels to their days. A batch adds and removes the same parcels, so concurrent or failed jobs
 * count nothing twice. Counts of deleted listings are dropped.
 */
export async function foldStatistics(ctx: Pick<Ctx, "db" | "now">): Promise<void> {
  const due = sql`(select id from ${statisticsParcels} where made_ts <= ${ctx.now - FOLD_AFTER_MS}
    order by made_ts, id limit ${BATCH_SIZE})`;
  for (;;) {
    const [, folded] = await ctx.db.batch([
      ctx.db.run(addToDays(due)),
      ctx.db
        .delete(statisticsParcels)
        .where(inArray(statisticsParcels.id, due))
        .returning({ id: statisticsParcels.id }),
    ]);
    if (folded.length < BATCH_SIZE) return;
  }
}

/** A sum for each of STATISTICS_KINDS, in their order. */
const SUMS = sql.raw(STATISTICS_KINDS.map((_, place) => `sum(counts ->> ${place})`).join(", "));

/** Adds the counts of the parcels to those of their days, and writes the changed rows. */
const addToDays = (parcels: ReturnType<typeof sql>) => sql`
  with fresh as materialized (
    select ${toStatisticsBlock(listings.ownerId)} as block, parcel.day, ${listings.num} as num, one.value as counts
    from ${statisticsParcels} parcel cross join json_each(parcel.counts) one
    cross join ${listings} on ${listings.id} = one.key
    where parcel.id in ${parcels}
  ), together as (
    select block, day, num, counts from fresh
    union all
    select kept.block, kept.day, cast(one.key as integer), one.value
    from (select distinct block, day from fresh) touched
    cross join ${statisticsDays} kept on kept.block = touched.block and kept.day = touched.day
    cross join json_each(kept.counts) one
  ), added as (
    select block, day, num, json_array(${SUMS}) as counts
    from together group by block, day, num
  )
  insert into ${statisticsDays} (block, day, counts)
  select block, day, json_group_object(cast(num as text), json(counts)) from added where true group by block, day
  on conflict (block, day) do update set counts = excluded.counts`;

/** Deletes days that no request can show: older than the longest period and its previous period. */
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
