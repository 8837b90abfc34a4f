import { asc, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { orders, promotions } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";
import { getEarliestStart } from "./promotion-start";

/** A promotion that has not ended, in the queue of its listing and placement. Times in ms. */
export type QueuedPromotion = {
  orderId: string;
  startsTs: number;
  endsTs: number;
  /** See `getEarliestStart`. */
  earliestTs: number;
};

/** When a promotion runs, in ms. `endsTs` is exclusive. */
export type TimeRange = Pick<QueuedPromotion, "startsTs" | "endsTs">;

/** The new times of a promotion. */
export type RescheduledPromotion = TimeRange & { orderId: string };

/** The times of a promotion, and when it was suspended or ended (ms); null if it was not. */
export type PromotionSchedule = TimeRange & { stoppedTs: number | null };

const orderPromotions = alias(promotions, "order_promotion");

/** The other promotions in the queue of an order's promotion, the earliest first: the running one and future ones. */
export async function listQueuedPromotions(ctx: Ctx, orderId: string): Promise<QueuedPromotion[]> {
  const rows = await ctx.db
    .select({
      orderId: promotions.orderId,
      startsTs: promotions.startsTs,
      endsTs: promotions.endsTs,
      immediateStart: orders.immediateStart,
      paidTs: sql`coalesce(${orders.paidTs}, ${orders.createdTs})`.mapWith(Number),
    })
    .from(promotions)
    .innerJoin(orderPromotions, eq(orderPromotions.orderId, orderId))
    .innerJoin(orders, eq(orders.id, promotions.orderId))
    .where(isInSameQueueSql(ctx.now))
    .orderBy(asc(promotions.startsTs));
  return rows.map(({ immediateStart, paidTs, ...row }) => ({
    ...row,
    earliestTs: getEarliestStart(immediateStart, paidTs),
  }));
}

const isInSameQueueSql = (now: number): SQL => sql`${promotions.listingId} = ${orderPromotions.listingId}
  and ${promotions.placement} = ${orderPromotions.placement} and ${promotions.orderId} <> ${orderPromotions.orderId}
  and ${promotions.stoppedTs} is null and ${promotions.endsTs} > ${now}`;

/**
 * New times after a promotion of the queue ended early: each starts as early as the previous one and its own
 * `earliestTs` allow. So no gap remains and no promotion starts later. Returns only promotions whose times change.
 */
export function computePulledForwardTimes(
  queue: readonly QueuedPromotion[],
  now: number,
): RescheduledPromotion[] {
  let freeFromTs = now;
  return queue.flatMap(({ orderId, earliestTs, ...current }) => {
    const startsTs = Math.min(current.startsTs, Math.max(freeFromTs, earliestTs));
    const endsTs = startsTs + current.endsTs - current.startsTs;
    freeFromTs = Math.max(freeFromTs, endsTs);
    return startsTs < current.startsTs ? [{ orderId, startsTs, endsTs }] : [];
  });
}

/**
 * New times of a suspended promotion: its remaining days begin now, or when the running one ends. So no paid day is
 * lost or overlaps another promotion. A promotion that was stopped after its end has no days left.
 */
export function computeResumedTimes(
  { startsTs, endsTs, stoppedTs }: PromotionSchedule,
  queue: readonly QueuedPromotion[],
  now: number,
): TimeRange {
  if (stoppedTs === null || stoppedTs >= endsTs) return { startsTs, endsTs };
  const from = findFreeStart(queue, Math.max(now, startsTs));
  return { startsTs: from, endsTs: from + endsTs - Math.max(startsTs, stoppedTs) };
}

/** New times of a promotion that gets more days: added at its end, or as a new period if it has ended. */
export function computeExtendedTimes(
  { startsTs, endsTs }: TimeRange,
  queue: readonly TimeRange[],
  days: number,
  now: number,
): TimeRange {
  if (endsTs > now) return { startsTs, endsTs: endsTs + days * DAY_MS };
  const from = findFreeStart(queue, now);
  return { startsTs: from, endsTs: from + days * DAY_MS };
}

/** The first time (ms) from `from` on at which no promotion of the queue runs. */
const findFreeStart = (queue: readonly TimeRange[], from: number): number =>
  queue.reduce((ts, { startsTs, endsTs }) => (startsTs <= ts && ts < endsTs ? endsTs : ts), from);

/** New times of the promotions that start after the start of `period`: each starts later by its overlap. */
export function computePushedBackTimes(
  queue: readonly RescheduledPromotion[],
  period: TimeRange,
): RescheduledPromotion[] {
  let freeFromTs = period.endsTs;
  return queue
    .filter(({ startsTs }) => startsTs >= period.startsTs)
    .flatMap(({ orderId, ...current }) => {
      const startsTs = Math.max(current.startsTs, freeFromTs);
      const endsTs = startsTs + current.endsTs - current.startsTs;
      freeFromTs = endsTs;
      return startsTs > current.startsTs ? [{ orderId, startsTs, endsTs }] : [];
    });
}

/** Condition: the queue of an order's promotion has not changed since it was read. */
export const isQueueUnchangedSql = (
  ctx: Ctx,
  orderId: string,
  queue: readonly QueuedPromotion[],
): SQL => sql`(
    select count(*) from ${promotions} join ${promotions} order_promotion on order_promotion.order_id = ${orderId} where ${isInSameQueueSql(ctx.now)}
  ) = ${queue.length}
  and not exists (
    select 1 from json_each(${JSON.stringify(queue)}) expected where not exists (
      select 1 from promotions p where p.order_id = expected.value ->> 'orderId' and p.stopped_ts is null
        and p.starts_ts = expected.value ->> 'startsTs' and p.ends_ts = expected.value ->> 'endsTs'
    )
  )`;

/** Statement that updates the times of promotions, if `guard` holds. */
export const reschedulePromotionsStatement = (
  { db }: Ctx,
  rescheduled: readonly RescheduledPromotion[],
  guard: SQL,
): Statement =>
  db.run(sql`
    update ${promotions} set starts_ts = new.starts_ts, ends_ts = new.ends_ts
    from (
      select value ->> 'orderId' as order_id, value ->> 'startsTs' as starts_ts, value ->> 'endsTs' as ends_ts
      from json_each(${JSON.stringify(rescheduled)})
    ) new
    where promotions.order_id = new.order_id and ${guard}`);

/** New times of the promotions that would start earlier if an order's promotion ended now. */
export const listPulledForwardTimes = async (ctx: Ctx, orderId: string): Promise<RescheduledPromotion[]> =>
  computePulledForwardTimes(await listQueuedPromotions(ctx, orderId), ctx.now);
