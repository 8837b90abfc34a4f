import { asc, eq, inArray } from "drizzle-orm";
import type { Ctx } from "@/context";
import { orders, paymentEvents, promotions, refunds } from "@/db/schema";
import { serializeTimestamp } from "@/shared/format";

const time = (ts: number | null) => (ts === null ? null : serializeTimestamp(ts));

/** A user's orders as JSON for their export, with promotion, payment events and refunds. Amounts in bani. */
export async function exportOrders(ctx: Ctx, userId: string) {
  const theirs = ctx.db.select({ id: orders.id }).from(orders).where(eq(orders.buyerId, userId));
  const [bought, events, givenBack] = await Promise.all([
    ctx.db
      .select({ order: orders, promotion: promotions })
      .from(orders)
      .leftJoin(promotions, eq(promotions.orderId, orders.id))
      .where(eq(orders.buyerId, userId))
      .orderBy(asc(orders.createdTs)),
    ctx.db
      .select()
      .from(paymentEvents)
      .where(inArray(paymentEvents.orderId, theirs))
      .orderBy(asc(paymentEvents.createdTs)),
    ctx.db.select().from(refunds).where(inArray(refunds.orderId, theirs)).orderBy(asc(refunds.createdTs)),
  ]);
  const eventsOf = Map.groupBy(events, ({ orderId }) => orderId);
  const listRefundsByOrder = Map.groupBy(givenBack, ({ orderId }) => orderId);
  return bought.map(({ order, promotion }) => ({
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
    consent_ts: serializeTimestamp(order.consentTs),
    created_ts: serializeTimestamp(order.createdTs),
    checkout_expires_ts: time(order.checkoutExpiresTs),
    processing_ts: time(order.processingTs),
    paid_ts: time(order.paidTs),
    closed_ts: time(order.closedTs),
    withdrawn_ts: time(order.withdrawnTs),
    promotion: promotion && {
      _id: promotion.id,
      placement: promotion.placement,
      starts_ts: serializeTimestamp(promotion.startsTs),
      ends_ts: serializeTimestamp(promotion.endsTs),
      revoked_ts: time(promotion.revokedTs),
      created_ts: serializeTimestamp(promotion.createdTs),
    },
    payment_events: (eventsOf.get(order.id) ?? []).map((event) => ({
      _id: event.id,
      type: event.type,
      created_ts: serializeTimestamp(event.createdTs),
      received_ts: serializeTimestamp(event.receivedTs),
      outcome: event.outcome,
      detail: event.detail,
      payload: JSON.parse(event.payload) as unknown,
    })),
    refunds: (listRefundsByOrder.get(order.id) ?? []).map((refund) => ({
      _id: refund.id,
      kind: refund.kind,
      amount: refund.amount,
      reason: refund.reason,
      state: refund.state,
      stripe_refund_id: refund.stripeRefundId,
      created_ts: serializeTimestamp(refund.createdTs),
      sent_ts: time(refund.sentTs),
    })),
  }));
}
