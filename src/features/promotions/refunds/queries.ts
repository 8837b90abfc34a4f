import { and, asc, eq, lt, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { orders, paymentEvents, refunds } from "@/db/schema";

/** Number of stored events of an order. If it has grown, lists that were read from Stripe may be outdated. */
export const eventCountSql = (orderId: string): SQL<number> =>
  sql`(select count(*) from ${paymentEvents} where ${paymentEvents.orderId} = ${orderId})`;

/** The recorded refunds of an order, and how many of its events are stored. */
export async function getRecordedRefunds(ctx: Ctx, orderId: string) {
  const [[order], rows] = await ctx.db.batch([
    ctx.db
      .select({ eventCount: eventCountSql(orderId).mapWith(Number) })
      .from(orders)
      .where(eq(orders.id, orderId)),
    ctx.db
      .select({ id: refunds.id, kind: refunds.kind, reason: refunds.reason, state: refunds.state })
      .from(refunds)
      .where(eq(refunds.orderId, orderId)),
  ]);
  return {
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

/** The order, amount (bani) and state of a refund. */
export async function findRefund(ctx: Ctx, id: string) {
  const { orderId, amount, state } = refunds;
  const [row] = await ctx.db
    .select({ orderId, amount, state })
    .from(refunds)
    .where(eq(refunds.id, id))
    .limit(1);
  return row ?? null;
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
