import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { exportRow } from "@/db/export-row";
import { auditLog, orders, paymentEvents, promotions, refunds } from "@/db/schema";
import { anonymizedPayloadSql } from "./orders/event-inbox";

/**
 * Statements that remove a user's data from their orders. Orders stay for accounting (amounts, VAT, dates and Stripe
 * payment), without buyer, billing details and listing. Promotions are deleted with their listings, since only the
 * owner of a listing orders one. Unpaid orders expire: a later payment is refunded. Admins' reasons about the orders
 * are deleted. Refunds that the user issued as an admin no longer name the admin. Runs before the erasure of listings
 * and accounts.
 */
export function anonymizeOrdersStatements(
  { db, now }: Ctx,
  { id, email }: { id: string; email: string },
): Statement[] {
  const ownListings = sql`(select id from listings where owner_id = ${id})`;
  const ownOrders = sql`(select id from ${orders} where buyer_id = ${id})`;
  const isUnpaidSql = sql`state in ('created', 'open')`;
  return [
    db.run(sql`delete from promotion_placements
      where promotion_id in (select id from ${promotions} where listing_id in ${ownListings})`),
    db.run(sql`delete from ${promotions} where listing_id in ${ownListings}`),
    // An event without a known order may contain the buyer's email.
    db.run(sql`update ${paymentEvents} set payload = ${anonymizedPayloadSql(paymentEvents.payload)}
      where order_id in ${ownOrders} or (order_id is null and instr(payload, ${email}) > 0)`),
    db.run(sql`update ${refunds} set reason = '', transfer_reference = '' where order_id in ${ownOrders}`),
    db.run(sql`update ${refunds} set actor_id = null where actor_id = ${id}`),
    db.run(sql`update ${auditLog} set detail = json_remove(detail, '$.reason')
      where subject in (select 'order:' || id from ${orders} where buyer_id = ${id})`),
    db.run(sql`update ${orders} set
        state = case when ${isUnpaidSql} then 'expired' else state end,
        closed_ts = case when ${isUnpaidSql} then coalesce(closed_ts, ${now}) else closed_ts end,
        checkout_url = null, listing_id = null, buyer_id = null, billing = null
      where buyer_id = ${id}`),
  ];
}

/** Stripe session ids of checkouts that can still be paid. */
export async function listOpenCheckouts(ctx: Ctx, userId: string): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: orders.checkoutSessionId, state: orders.state })
    .from(orders)
    .where(eq(orders.buyerId, userId));
  return rows.flatMap(({ id, state }) => (id !== null && state === "open" ? [id] : []));
}

/** A user's orders as JSON for their export, with promotion, payment events and refunds. Amounts in bani. */
export async function exportOrders(ctx: Ctx, userId: string) {
  const ownOrders = ctx.db.select({ id: orders.id }).from(orders).where(eq(orders.buyerId, userId));
  const [ownOrderRows, events, refundRows] = await Promise.all([
    ctx.db
      .select({ order: orders, promotion: promotions })
      .from(orders)
      .leftJoin(promotions, eq(promotions.orderId, orders.id))
      .where(eq(orders.buyerId, userId))
      .orderBy(asc(orders.createdTs)),
    ctx.db
      .select()
      .from(paymentEvents)
      .where(inArray(paymentEvents.orderId, ownOrders))
      .orderBy(asc(paymentEvents.createdTs)),
    ctx.db.select().from(refunds).where(inArray(refunds.orderId, ownOrders)).orderBy(asc(refunds.createdTs)),
  ]);
  const eventsByOrder = Map.groupBy(events, ({ orderId }) => orderId);
  const refundsByOrder = Map.groupBy(refundRows, ({ orderId }) => orderId);
  return ownOrderRows.map(({ order, promotion }) => ({
    ...exportRow(orders, order, ["buyerId"]),
    promotion: promotion && exportRow(promotions, promotion, ["orderId", "listingId", "rotationKey"]),
    payment_events: (eventsByOrder.get(order.id) ?? []).map((event) => ({
      ...exportRow(paymentEvents, event, ["orderId", "checkoutSessionId", "closedTs"]),
      payload: JSON.parse(event.payload) as unknown,
    })),
    refunds: (refundsByOrder.get(order.id) ?? []).map((refund) =>
      exportRow(refunds, refund, ["orderId", "actorId", "attempt"]),
    ),
  }));
}
