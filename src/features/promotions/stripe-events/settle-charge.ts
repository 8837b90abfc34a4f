import type { Ctx } from "@/context";
import type { Stripe } from "@/platform/payments";
import type { PaymentOutcome } from "@/shared/codes";
import { canTransition } from "../orders/order-transitions";
import { findOrderIdByIntent, findOrderToSettle, type OrderToSettle } from "../orders/queries";
import { settleReversals } from "../refunds/settle-reversals";
import { type ReceivedEvent, saveEventResult } from "./inbox";
import { settleCheckout } from "./settle-checkout";

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
    ctx.log.warn("payment_mismatch", { order: order.id, stripe_event_id: event.id, detail });
    return saveEventResult(ctx, event, { outcome: "mismatch", orderId: order.id, detail });
  }
  return settleReversals(ctx, order.id, intentId, { event });
}

/**
 * A refund did not reach the buyer: the order counts as paid again, or stands as a dispute of the payment demands. An
 * operator is told, whatever the order's state.
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
  ctx.log.warn("payment_alert", { order: order.id, stripe_event_id: event.id, detail: alert });
  return settleReversals(ctx, order.id, intentId, { event, alert });
}

/** The buyer's bank disputes the payment, asks about it, or has decided: which of these, Stripe says itself. */
export async function settleDispute(
  ctx: Ctx,
  dispute: Stripe.Dispute,
  event: ReceivedEvent,
): Promise<PaymentOutcome> {
  const order = await orderOf(ctx, undefined, dispute.payment_intent);
  const intentId = idOf(dispute.payment_intent);
  if (!order || !intentId) return unknownOrder(ctx, event, dispute);
  if (canTransition("paid", order.state)) await settlePayment(ctx, order, intentId);
  return settleReversals(ctx, order.id, intentId, { event, dispute });
}

/** A dispute arrived before the events of the payment, so the payment is retrieved. */
async function settlePayment(ctx: Ctx, order: OrderToSettle, intentId: string): Promise<void> {
  const known = order.checkoutSessionId;
  const session = known
    ? await ctx.payments.stripe.checkout.sessions.retrieve(known)
    : await findSession(ctx, intentId);
  if (session) await settleCheckout(ctx, session);
}

async function findSession(ctx: Ctx, intentId: string): Promise<Stripe.Checkout.Session | null> {
  const { data } = await ctx.payments.stripe.checkout.sessions.list({ payment_intent: intentId, limit: 1 });
  return data[0] ?? null;
}

/** Stores an event of an unknown order, with the payment id by which an operator finds it at Stripe. */
const unknownOrder = (
  ctx: Ctx,
  event: ReceivedEvent,
  { id, payment_intent }: Pick<Stripe.Charge | Stripe.Refund | Stripe.Dispute, "id" | "payment_intent">,
): Promise<PaymentOutcome> =>
  saveEventResult(ctx, event, { outcome: "unknown_order", detail: [id, idOf(payment_intent)].join(" ") });

/**
 * The order by the id that we gave the payment, else by the payment itself, else by what Stripe knows of it. One that
 * the database does not have is rebuilt by its session.
 */
async function orderOf(
  ctx: Ctx,
  orderId: string | undefined,
  intent: string | Stripe.PaymentIntent | null,
): Promise<OrderToSettle | null> {
  const intentId = idOf(intent);
  const id = orderId ?? (intentId ? await orderIdByIntent(ctx, intentId) : null);
  const order = id ? await findOrderToSettle(ctx, id) : null;
  if (order || !id || !intentId) return order;
  const session = await findSession(ctx, intentId);
  if (!session) return null;
  await settleCheckout(ctx, session);
  return findOrderToSettle(ctx, id);
}

const orderIdByIntent = async (ctx: Ctx, intentId: string): Promise<string | null> =>
  (await findOrderIdByIntent(ctx, intentId)) ??
  (await ctx.payments.stripe.paymentIntents.retrieve(intentId)).metadata.order_id ??
  null;

function mismatch(order: OrderToSettle, charge: Stripe.Charge, livemode: boolean): string {
  if (charge.livemode !== livemode) return `livemode is ${charge.livemode}`;
  if (charge.currency.toUpperCase() !== order.currency) return `currency is ${charge.currency}`;
  return charge.amount === order.amount ? "" : `amount is ${charge.amount}, expected ${order.amount}`;
}

const idOf = (intent: string | Stripe.PaymentIntent | null): string | null =>
  typeof intent === "string" ? intent : (intent?.id ?? null);
