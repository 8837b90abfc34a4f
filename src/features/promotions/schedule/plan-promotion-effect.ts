import { eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { noGuard } from "@/db/guard";
import { orders, promotions } from "@/db/schema";
import {
  computeExtendedTimes,
  computePulledForwardTimes,
  computePushedBackTimes,
  computeResumedTimes,
  isQueueUnchangedSql,
  listQueuedPromotions,
  type PromotionSchedule,
  type RescheduledPromotion,
  reschedulePromotionsStatement,
} from "./promotion-queue";
import {
  extendListingExpiryStatement,
  insertPromotionStatements,
  listingOfOrderSql,
  setPromotionPeriodStatement,
  stopPromotionStatement,
} from "./promotion-statements";

/**
 * The effect of a transition on the order's promotion. A suspended promotion keeps its position in the queue, because
 * it may resume. When a promotion ends, later ones are pulled forward.
 */
export type PromotionEffect = "begin" | "suspend" | "end" | "resume" | "extend" | "none";

/** The effects of a transition on an order's promotion and on the others in its queue. */
export type PromotionPlan = {
  /** Guard of the transition: the promotion and its queue have not changed since they were read. */
  guard: SQL;
  statements: Statement[];
  /** Other promotions that start earlier or later, with their new times. */
  rescheduled: RescheduledPromotion[];
};

/**
 * Statements that begin, suspend, end, resume or extend (by `days`) an order's promotion, if `transitionGuard` holds.
 * When it ends, later promotions are pulled forward. When it resumes or is extended, overlapping ones are pushed back.
 * So no paid day is lost, and no gap remains. A promotion that ended permanently does not resume.
 */
export async function planPromotionEffect(
  ctx: Ctx,
  orderId: string,
  { effect, days }: { effect: PromotionEffect; days: number },
  transitionGuard: SQL,
): Promise<PromotionPlan> {
  const withoutQueue = (statements: Statement[]) => ({ guard: noGuard, statements, rescheduled: [] });
  if (effect === "none") return withoutQueue([]);
  if (effect === "begin") return withoutQueue(insertPromotionStatements(ctx, orderId, transitionGuard));
  const stop = stopPromotionStatement(ctx, orderId, transitionGuard);
  if (effect === "suspend") return withoutQueue([stop]);
  const [queue, promotion] = await Promise.all([
    listQueuedPromotions(ctx, orderId),
    findSchedule(ctx, orderId),
  ]);
  const guard = sql`${isQueueUnchangedSql(ctx, orderId, queue)} and ${isScheduleUnchangedSql(orderId, promotion)}`;
  if (!promotion) return { guard, statements: [], rescheduled: [] };
  if (effect === "end") {
    const rescheduled = computePulledForwardTimes(queue, ctx.now);
    return {
      guard,
      statements: [stop, reschedulePromotionsStatement(ctx, rescheduled, transitionGuard)],
      rescheduled,
    };
  }
  if (promotion.endedPermanently) return { guard, statements: [], rescheduled: [] };
  const period =
    effect === "resume"
      ? computeResumedTimes(promotion, queue, ctx.now)
      : computeExtendedTimes(promotion, queue, days, ctx.now);
  const rescheduled = computePushedBackTimes(queue, period);
  return {
    guard,
    statements: [
      setPromotionPeriodStatement(ctx, orderId, period, transitionGuard),
      reschedulePromotionsStatement(ctx, rescheduled, transitionGuard),
      extendListingExpiryStatement(ctx.db, listingOfOrderSql(orderId), transitionGuard),
    ],
    rescheduled,
  };
}

async function findSchedule(ctx: Ctx, orderId: string) {
  const { startsTs, endsTs, stoppedTs } = promotions;
  const [promotion] = await ctx.db
    .select({
      startsTs,
      endsTs,
      stoppedTs,
      /** Whether the buyer withdrew, or an admin ended it. */
      endedPermanently: sql`coalesce(${orders.withdrawnTs}, ${orders.revokedTs}) is not null`.mapWith(
        Boolean,
      ),
    })
    .from(promotions)
    .innerJoin(orders, eq(orders.id, promotions.orderId))
    .where(eq(promotions.orderId, orderId));
  return promotion ?? null;
}

/**
 * Condition: an order's promotion has not changed since it was read, or the order still has none. A permanent end
 * changes it too.
 */
const isScheduleUnchangedSql = (orderId: string, promotion: PromotionSchedule | null): SQL =>
  promotion
    ? sql`exists (
        select 1 from ${promotions} p where p.order_id = ${orderId}
          and p.starts_ts = ${promotion.startsTs} and p.ends_ts = ${promotion.endsTs} and p.stopped_ts is ${promotion.stoppedTs}
      )`
    : sql`not exists (select 1 from ${promotions} p where p.order_id = ${orderId})`;
