import { and, asc, eq, lt, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { auditLog, orders, paymentEvents, refunds } from "@/db/schema";

/** Number of stored events of an order. If it has grown, lists that were read from Stripe may be outdated. */
export const eventCountSql = (orderId: string): SQL<number> =>
  sql`(select count(*) from ${paymentEvents} where ${paymentEvents.orderId} = ${orderId})`;

/** Amount recorded as lost in an order's disputes, in bani. Uses the latest decision, since a bank may change one. */
const recordedDisputeLossSql = (orderId: string): SQL<number> =>
  sql`coalesce((
    select detail ->> 'lost' from ${auditLog}
    where ${auditLog.subject} = ${auditSubject("order", orderId)}
      and ${auditLog.action} in ('order.dispute_lost', 'order.dispute_won')
    order by ${auditLog.ts} desc, rowid desc limit 1
  ), 0)`;

/** Whether a bank returned an order's price, or a part of it, after a dispute. */
export async function hasLostDispute(ctx: Ctx, orderId: string): Promise<boolean> {
  const [row] = await ctx.db
    .select({ lost: recordedDisputeLossSql(orderId).mapWith(Number) })
    .from(orders)
    .where(eq(orders.id, orderId));
  return (row?.lost ?? 0) > 0;
}

/** The recorded refunds and losses of an order. */
export async function getRecordedRefunds(ctx: Ctx, orderId: string) {
  const [[order], rows] = await ctx.db.batch([
    ctx.db
      .select({
        recordedDisputeLoss: recordedDisputeLossSql(orderId).mapWith(Number),
        eventCount: eventCountSql(orderId).mapWith(Number),
      })
      .from(orders)
      .where(eq(orders.id, orderId)),
    ctx.db
      .select({ id: refunds.id, kind: refunds.kind, reason: refunds.reason, state: refunds.state })
      .from(refunds)
      .where(eq(refunds.orderId, orderId)),
  ]);
  return {
    recordedDisputeLoss: order?.recordedDisputeLoss ?? 0,
    eventCount: order?.eventCount ?? 0,
    /** Whether the payment arrived when the listing could no longer be promoted. */
    unpromotable: rows.some(({ kind }) => kind === "unpromotable"),
    pending: rows.filter(({ state }) => state === "pending"),
  };
}

export type RecordedRefunds = Awaited<ReturnType<typeof getRecordedRefunds>>;

/** A recorded refund that is not known to be sent, with the data for its Stripe request; null without one. */
export async function findUnsentRefund(ctx: Ctx, id: string) {
  const [row] = await ctx.db
    .select({
      id: refunds.id,
      orderId: refunds.orderId,
      amount: refunds.amount,
      attempt: refunds.attempt,
      reasonCode: refunds.reasonCode,
      intentId: orders.paymentIntentId,
    })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(and(eq(refunds.id, id), eq(refunds.state, "pending")))
    .limit(1);
  return row ?? null;
}

/** The state of a refund; null if it does not exist. */
export async function findRefundState(ctx: Ctx, id: string) {
  const [row] = await ctx.db
    .select({ state: refunds.state })
    .from(refunds)
    .where(eq(refunds.id, id))
    .limit(1);
  return row?.state ?? null;
}

/** Refunds that were recorded before `before` (ms) and are not known to be sent, oldest first, at most `limit`. */
export const listUnsentRefunds = (ctx: Ctx, before: number, limit: number) =>
  ctx.db
    .select({ id: refunds.id })
    .from(refunds)
    // The text must equal the condition of the index `refunds_pending`.
    .where(and(sql`state = 'pending'`, lt(refunds.createdTs, before)))
    .orderBy(asc(refunds.createdTs))
    .limit(limit);
