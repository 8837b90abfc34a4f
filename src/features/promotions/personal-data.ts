import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { auditLog, orders, paymentEvents, promotions, refunds } from "@/db/schema";
import { toTimestampJson } from "@/shared/format";
import { anonymizedPayloadSql } from "./stripe-events/event-inbox";

/**
 * Statements that remove a user's data from their orders. Orders stay for accounting (amounts, VAT, dates and Stripe
 * payment), without buyer and listing. Promotions are deleted with their listings, since only the owner of a listing
 * orders one. Unpaid orders expire: a later payment is refunded. Admins' reasons about the orders are deleted. Refunds
 * that the user issued as an admin no longer name the admin. Runs before the erasure of listings and accounts.
 */
export function anonymizeOrdersStatements(
  { db, now }: Pick<Ctx, "db" | "now">,
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
    db.run(sql`update ${refunds} set reason = '' where order_id in ${ownOrders}`),
    db.run(sql`update ${refunds} set actor_id = null where actor_id = ${id}`),
    db.run(sql`update ${auditLog} set detail = json_remove(detail, '$.reason')
      where subject in (select 'order:' || id from ${orders} where buyer_id = ${id})`),
    db.run(sql`update ${orders} set
        state = case when ${isUnpaidSql} then 'expired' else state end,
        closed_ts = case when ${isUnpaidSql} then coalesce(closed_ts, ${now}) else closed_ts end,
        checkout_url = null, listing_id = null, buyer_id = null
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
    _id: order.id,
    listing_id: order.listingId,
    package: order.package,
    days: order.days,
    placement: order.placement,
    amount: order.amount,
    vat_amount: order.vatAmount,
    vat_rate: order.vatRate,
    currency: order.currency,
    state: order.state,
    checkout_session_id: order.checkoutSessionId,
    checkout_url: order.checkoutUrl,
    payment_intent_id: order.paymentIntentId,
    refunded_amount: order.refundedAmount,
    immediate_start: order.immediateStart,
    consent_text: order.consentText,
    consent_ts: toTimestampJson(order.consentTs),
    created_ts: toTimestampJson(order.createdTs),
    checkout_expires_ts: toTimestamp(order.checkoutExpiresTs),
    processing_ts: toTimestamp(order.processingTs),
    paid_ts: toTimestamp(order.paidTs),
    closed_ts: toTimestamp(order.closedTs),
    withdrawn_ts: toTimestamp(order.withdrawnTs),
    promotion: promotion && {
      _id: promotion.id,
      placement: promotion.placement,
      starts_ts: toTimestampJson(promotion.startsTs),
      ends_ts: toTimestampJson(promotion.endsTs),
      stopped_ts: toTimestamp(promotion.stoppedTs),
      created_ts: toTimestampJson(promotion.createdTs),
    },
    payment_events: (eventsByOrder.get(order.id) ?? []).map((event) => ({
      _id: event.id,
      type: event.type,
      created_ts: toTimestampJson(event.createdTs),
      received_ts: toTimestampJson(event.receivedTs),
      outcome: event.outcome,
      detail: event.detail,
      payload: JSON.parse(event.payload) as unknown,
    })),
    refunds: (refundsByOrder.get(order.id) ?? []).map((refund) => ({
      _id: refund.id,
      kind: refund.kind,
      amount: refund.amount,
      reason_code: refund.reasonCode,
      reason: refund.reason,
      state: refund.state,
      stripe_refund_id: refund.stripeRefundId,
      created_ts: toTimestampJson(refund.createdTs),
      sent_ts: toTimestamp(refund.sentTs),
    })),
  }));
}

const toTimestamp = (ts: number | null) => (ts === null ? null : toTimestampJson(ts));
