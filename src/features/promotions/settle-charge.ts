import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { orders, paymentEvents } from "@/db/schema";
import type { Stripe } from "@/platform/payments";
import type { PaymentOutcome } from "@/shared/codes";
import { commitMove, immovable, type Move } from "./commit-move";
import { closeEvent, closeEventWhile, type ReceivedEvent } from "./inbox";
import { disputeLostMails } from "./mails";
import { canMove } from "./moves";
import { findOrderIdByIntent, findOrderToSettle, type OrderToSettle } from "./queries";
import { settleCheckout } from "./settle-checkout";
import { settleRefunds } from "./settle-refunds";

/** Money of an order was given back, all or in part. */
export async function settleRefund(
  ctx: Ctx,
  charge: Stripe.Charge,
  event: ReceivedEvent,
): Promise<PaymentOutcome> {
  const order = await orderOf(ctx, charge.metadata?.order_id, charge.payment_intent);
  const intentId = idOf(charge.payment_intent) ?? order?.paymentIntentId;
  if (!order || !intentId) return unknownOrder(ctx, event, charge);
  const detail = mismatch(order, charge, ctx.payments.livemode);
  if (detail) {
    ctx.log.warn("payment_mismatch", { order: order.id, event: event.id, detail });
    return closeEvent(ctx, event, { outcome: "mismatch", orderId: order.id, detail });
  }
  return settleRefunds(ctx, order.id, intentId, { event });
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
  const intentId = idOf(refund.payment_intent) ?? order?.paymentIntentId;
  if (!order || !intentId) return unknownOrder(ctx, event, refund);
  const alert = `refund ${refund.id} failed: ${refund.failure_reason ?? "unknown reason"}`;
  ctx.log.warn("payment_alert", { order: order.id, event: event.id, detail: alert });
  return settleRefunds(ctx, order.id, intentId, { event, alert });
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
  if (canMove("paid", order.state)) await settlePayment(ctx, order, idOf(dispute.payment_intent));
  if (event.type !== "charge.dispute.closed") {
    const when = notOvertaken(order.id, "charge.dispute.closed", event);
    return move(ctx, { order, cause: "disputed", when, event });
  }
  // One that was prevented took no money.
  if (dispute.status === "won" || dispute.status === "prevented")
    return move(ctx, { order, cause: "dispute_won", event });
  // An appeal is not decided: how it ends comes with an event of its own.
  if (dispute.status !== "lost") return closeEvent(ctx, event, { outcome: "ignored", orderId: order.id });
  return move(ctx, {
    order,
    cause: "dispute_lost",
    // A dispute may be about a part of the price. In other money than ours, it is taken to be about all of it.
    refundedAmount:
      dispute.currency?.toUpperCase() === order.currency
        ? sql`min(${orders.amount}, ${orders.refundedAmount} + ${dispute.amount})`
        : sql`${orders.amount}`,
    // What went back in full can't be lost any more, and one dispute is lost once.
    mails: (made) => disputeLostMails(ctx, order, made),
    when: sql`${orders.refundedAmount} < ${orders.amount} and not ${lostBefore(order.id, dispute.id)}`,
    event,
  });
}

const lostBefore = (orderId: string, disputeId: string): SQL =>
  sql`exists (
    select 1 from ${paymentEvents}
    where ${paymentEvents.orderId} = ${orderId} and ${paymentEvents.type} = 'charge.dispute.closed'
      and ${paymentEvents.outcome} = 'applied' and json_extract(payload, '$.data.object.id') = ${disputeId}
      and json_extract(payload, '$.data.object.status') = 'lost'
  )`;

/** A dispute overtook the news of the payment, maybe that of the checkout, too: both are asked for. */
async function settlePayment(ctx: Ctx, order: OrderToSettle, intentId: string | null): Promise<void> {
  const { sessions } = ctx.payments.stripe.checkout;
  const known = order.checkoutSessionId;
  const [session] = known
    ? [await sessions.retrieve(known)]
    : intentId
      ? (await sessions.list({ payment_intent: intentId, limit: 1 })).data
      : [];
  if (session) await settleCheckout(ctx, session);
}

/** Each round sees what the round before it lost to. */
const ROUNDS = 10;

/** What a dispute comes to may be heard at the same moment as that there is one, so who has nothing to move looks twice. */
async function move(ctx: Ctx, wanted: Move & { event: ReceivedEvent }): Promise<PaymentOutcome> {
  const orderId = wanted.order.id;
  for (let round = 0; round < ROUNDS; round++) {
    if (await commitMove(ctx, wanted)) return "applied";
    if (await closeEventWhile(ctx, wanted.event, { outcome: "ignored", orderId }, immovable(wanted)))
      return "ignored";
  }
  throw new Error(`order ${orderId} would not stand still`);
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
      and ${paymentEvents.createdTs} >= ${event.createdTs} and ${paymentEvents.outcome} not in ('mismatch', 'failed')
  )`;

const idOf = (intent: string | Stripe.PaymentIntent | null): string | null =>
  typeof intent === "string" ? intent : (intent?.id ?? null);
