import { eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { noGuard } from "@/db/guard";
import { promotions } from "@/db/schema";
import { rescheduledMailStatements } from "../orders/order-mails";
import type { PromotionEffect } from "../orders/order-transitions";
import { findOrderForTransition } from "../orders/queries";
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
  setPromotionPeriodStatement,
  stopPromotionStatement,
} from "./promotion-statements";

type PlannedChange = {
  effect: PromotionEffect;
  /** Days to add; for the effect `extend`. */
  days: number;
};

/** The effects of a transition on an order's promotion and on the others in its queue. */
export type PromotionPlan = {
  /** Guard of the transition: the promotion and its queue have not changed since they were read. */
  guard: SQL;
  statements: Statement[];
  /** To the buyers of rescheduled promotions. */
  mails: Statement[];
};

/**
 * Statements that begin, suspend, end, resume or extend an order's promotion, if `transitionGuard` holds. When it ends,
 * later promotions are pulled forward. When it resumes or is extended, overlapping ones are pushed back. So no paid day
 * is lost, and no gap remains. The buyers get the new times by mail.
 */
export async function planPromotionEffect(
  ctx: Ctx,
  orderId: string,
  { effect, days }: PlannedChange,
  transitionGuard: SQL,
): Promise<PromotionPlan> {
  if (effect === "none") return { guard: noGuard, statements: [], mails: [] };
  if (effect === "begin")
    return {
      guard: noGuard,
      statements: insertPromotionStatements(ctx, orderId, transitionGuard),
      mails: [],
    };
  const stop = stopPromotionStatement(ctx, orderId, transitionGuard);
  if (effect === "suspend") return { guard: noGuard, statements: [stop], mails: [] };
  const [queue, promotion] = await Promise.all([
    listQueuedPromotions(ctx, orderId),
    findSchedule(ctx, orderId),
  ]);
  const guard = sql`${isQueueUnchangedSql(ctx, orderId, queue)} and ${isScheduleUnchangedSql(orderId, promotion)}`;
  if (!promotion) return { guard, statements: [], mails: [] };
  if (effect === "end") {
    const { statements, mails } = await reschedule(ctx, {
      causedBy: orderId,
      action: "pulled_forward",
      rescheduled: computePulledForwardTimes(queue, ctx.now),
      guard: transitionGuard,
    });
    return { guard, statements: [stop, ...statements], mails };
  }
  const period =
    effect === "resume"
      ? computeResumedTimes(promotion, queue, ctx.now)
      : computeExtendedTimes(promotion, queue, days, ctx.now);
  // A promotion that ended permanently does not resume.
  const notStoppedGuard = sql`${transitionGuard} and exists (
    select 1 from ${promotions} p where p.order_id = ${orderId} and p.stopped_ts is null
  )`;
  const { statements, mails } = await reschedule(ctx, {
    causedBy: orderId,
    action: "pushed_back",
    rescheduled: computePushedBackTimes(queue, period),
    guard: notStoppedGuard,
  });
  return {
    guard,
    statements: [
      setPromotionPeriodStatement(ctx, orderId, period, transitionGuard),
      ...statements,
      extendListingExpiryStatement(ctx.db, orderId, notStoppedGuard),
    ],
    mails,
  };
}

type Rescheduling = {
  /** The order whose transition changes the others' times. */
  causedBy: string;
  action: "pulled_forward" | "pushed_back";
  rescheduled: readonly RescheduledPromotion[];
  guard: SQL;
};

/** Reschedules promotions, logs it for their orders, and mails their buyers, if `guard` holds. */
async function reschedule(
  ctx: Ctx,
  { causedBy, action, rescheduled, guard }: Rescheduling,
): Promise<Pick<PromotionPlan, "statements" | "mails">> {
  if (rescheduled.length === 0) return { statements: [], mails: [] };
  const mails = await Promise.all(
    rescheduled.map(async ({ orderId, ...period }) => {
      const order = await findOrderForTransition(ctx, orderId);
      return order ? rescheduledMailStatements(ctx, { ...order, ...period }, action, guard) : [];
    }),
  );
  const auditEvents = rescheduled.map(({ orderId }) =>
    auditEventStatement(
      ctx,
      {
        action: `order.${action}`,
        subject: auditSubject("order", orderId),
        detail: { caused_by: causedBy },
        actorId: null,
      },
      guard,
    ),
  );
  return {
    statements: [reschedulePromotionsStatement(ctx, rescheduled, guard), ...auditEvents],
    mails: mails.flat(),
  };
}

async function findSchedule(ctx: Ctx, orderId: string): Promise<PromotionSchedule | null> {
  const { startsTs, endsTs, stoppedTs } = promotions;
  const [promotion] = await ctx.db
    .select({ startsTs, endsTs, stoppedTs })
    .from(promotions)
    .where(eq(promotions.orderId, orderId));
  return promotion ?? null;
}

/** Condition: an order's promotion has not changed since it was read, or the order still has none. */
const isScheduleUnchangedSql = (orderId: string, promotion: PromotionSchedule | null): SQL =>
  promotion
    ? sql`exists (
        select 1 from ${promotions} p where p.order_id = ${orderId}
          and p.starts_ts = ${promotion.startsTs} and p.ends_ts = ${promotion.endsTs} and p.stopped_ts is ${promotion.stoppedTs}
      )`
    : sql`not exists (select 1 from ${promotions} p where p.order_id = ${orderId})`;
