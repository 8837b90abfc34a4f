import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { orders, paymentEvents } from "@/db/schema";
import type { Stripe } from "@/platform/payments";
import type { PaymentOutcome } from "@/shared/codes";
import { commitMove, type Move } from "./commit-move";
import { closeEvent, type ReceivedEvent } from "./inbox";
import { refundedMails } from "./mails";
import { findOrderIdByIntent, findOrderToSettle, type OrderToSettle } from "./queries";
import { settleCheckout } from "./settle-checkout";

/** Money of an order was given back, all or in part; the charge says how much in all. */
export async function settleRefund(
  ctx: Ctx,
  charge: Stripe.Charge,
  event: ReceivedEvent,
): Promise<PaymentOutcome> {
  const order = await orderOf(ctx, charge.metadata?.order_id, charge.payment_intent);
  if (!order) return unknownOrder(ctx, event, charge);
  const detail = mismatch(order, charge, ctx.payments.livemode);
  if (detail) return closeEvent(ctx, event, { outcome: "mismatch", orderId: order.id, detail });
  const refunded = charge.amount_refunded;
  return move(ctx, order, {
    order,
    cause: charge.refunded ? "refunded" : "partly_refunded",
    refundedAmount: sql`max(refunded_amount, ${refunded})`,
    when: sql`${orders.refundedAmount} < ${refunded} and ${notOvertaken(order.id, "refund.failed", event)}`,
    set: [
      sql`closed_ts = coalesce(closed_ts, ${ctx.now})`,
      sql`payment_intent_id = coalesce(payment_intent_id, ${idOf(charge.payment_intent)})`,
    ],
    mails: (made) => refundedMails(ctx, order, refunded, made),
    event,
  });
}

/**
 * A refund did not reach the buyer: the order counts as paid again, unless the buyer's bank took the money after a lost
 * dispute. An operator is told, whatever the order's state.
 */
export async function settleFailedRefund(
  ctx: Ctx,
  refund: Stripe.Refund,
  event: ReceivedEvent,
): Promise<PaymentOutcome> {
  const order = await orderOf(ctx, refund.metadata?.order_id, refund.payment_intent);
  if (!order) return unknownOrder(ctx, event, refund);
  const alert = `refund ${refund.id} failed: ${refund.failure_reason ?? "unknown reason"}`;
  ctx.log.warn("payment_alert", { order: order.id, event: event.id, detail: alert });
  return move(ctx, order, {
    order,
    cause: "refund_failed",
    refundedAmount: sql`max(refunded_amount - ${refund.amount}, 0)`,
    // The amount is taken off once for each event, however often it comes.
    when: sql`not exists (select 1 from ${paymentEvents} where ${paymentEvents.id} = ${event.id})
      and not ${disputeLost(order.id)}`,
    event,
    alert,
  });
}

/** The buyer's bank disputes the payment, or the dispute is decided. Inquiries ("warning_…") take no money yet. */
export async function settleDispute(
  ctx: Ctx,
  dispute: Stripe.Dispute,
  event: ReceivedEvent,
): Promise<PaymentOutcome> {
  const order = await orderOf(ctx, undefined, dispute.payment_intent);
  if (!order) return unknownOrder(ctx, event, dispute);
  if (dispute.status.startsWith("warning_")) {
    return closeEvent(ctx, event, { outcome: "ignored", orderId: order.id });
  }
  if (order.state === "open" && order.checkoutSessionId) {
    // The dispute overtook the news of the payment.
    const { sessions } = ctx.payments.stripe.checkout;
    await settleCheckout(ctx, await sessions.retrieve(order.checkoutSessionId));
  }
  if (event.type === "charge.dispute.created") {
    const when = notOvertaken(order.id, "charge.dispute.closed", event);
    return move(ctx, order, { order, cause: "disputed", when, event });
  }
  if (dispute.status === "won") return move(ctx, order, { order, cause: "dispute_won", event });
  return move(ctx, order, {
    order,
    cause: "dispute_lost",
    refundedAmount: sql`${order.amount}`,
    event,
  });
}

async function move(ctx: Ctx, order: OrderToSettle, wanted: Move): Promise<PaymentOutcome> {
  const { event, alert } = wanted;
  if (await commitMove(ctx, wanted)) return alert === undefined ? "applied" : "alert";
  // What an operator should know stands, whether or not there was something to move.
  return closeEvent(
    ctx,
    event,
    alert === undefined
      ? { outcome: "ignored", orderId: order.id }
      : { outcome: "alert", orderId: order.id, detail: alert },
  );
}

/** What is kept of news about an order that is not ours: by which payment an operator finds it at Stripe. */
const unknownOrder = (
  ctx: Ctx,
  event: ReceivedEvent,
  { id, payment_intent }: Pick<Stripe.Charge | Stripe.Refund | Stripe.Dispute, "id" | "payment_intent">,
): Promise<PaymentOutcome> =>
  closeEvent(ctx, event, { outcome: "unknown_order", detail: [id, idOf(payment_intent)].join(" ") });

/** The order by the id that we gave the payment, else by the payment itself, else by what Stripe knows of it. */
async function orderOf(
  ctx: Ctx,
  orderId: string | undefined,
  intent: string | Stripe.PaymentIntent | null,
): Promise<OrderToSettle | null> {
  if (orderId) return findOrderToSettle(ctx, orderId);
  const intentId = idOf(intent);
  if (!intentId) return null;
  const id =
    (await findOrderIdByIntent(ctx, intentId)) ??
    (await ctx.payments.stripe.paymentIntents.retrieve(intentId)).metadata.order_id;
  return id ? findOrderToSettle(ctx, id) : null;
}

function mismatch(order: OrderToSettle, charge: Stripe.Charge, livemode: boolean): string {
  if (charge.livemode !== livemode) return `livemode is ${charge.livemode}`;
  if (charge.currency.toUpperCase() !== order.currency) return `currency is ${charge.currency}`;
  return charge.amount === order.amount ? "" : `amount is ${charge.amount}, expected ${order.amount}`;
}

/** Events come in any order: one that a later event of the kind `by` has already undone is news no more. */
const notOvertaken = (orderId: string, by: string, event: ReceivedEvent): SQL =>
  sql`not exists (
    select 1 from ${paymentEvents}
    where ${paymentEvents.orderId} = ${orderId} and ${paymentEvents.type} = ${by}
      and ${paymentEvents.createdTs} >= ${event.createdTs} and ${paymentEvents.outcome} <> 'mismatch'
  )`;

/** The events tell, not the moves: a dispute lost after the order was refunded moved nothing. */
const disputeLost = (orderId: string): SQL =>
  sql`exists (
    select 1 from ${paymentEvents}
    where ${paymentEvents.orderId} = ${orderId} and ${paymentEvents.type} = 'charge.dispute.closed'
      and ${paymentEvents.outcome} <> 'mismatch' and json_extract(payload, '$.data.object.status') = 'lost'
  )`;

const idOf = (intent: string | Stripe.PaymentIntent | null): string | null =>
  typeof intent === "string" ? intent : (intent?.id ?? null);
