import type { Ctx } from "@/context";
import type { Stripe } from "@/platform/stripe";
import type { PaymentOutcome } from "@/shared/codes";
import { type ReceivedEvent, saveEventResult } from "../orders/event-inbox";
import { canTransition } from "../orders/order-transitions";
import { findOrderForTransition, findOrderIdByIntent, type OrderForTransition } from "../orders/queries";
import { applyRefundsAndDisputes } from "../refunds/apply-refunds-and-disputes";
import { applyCheckoutSession } from "../sessions/apply-checkout-session";
import { getPaymentIntentId } from "../sessions/checkout-session";

/** Handles the event of a full or partial refund. */
export async function handleRefund(
  ctx: Ctx,
  charge: Stripe.Charge,
  event: ReceivedEvent,
): Promise<PaymentOutcome> {
  const order = await findOrRestoreOrder(ctx, charge.metadata?.order_id, getPaymentIntentId(charge));
  const intentId = getPaymentIntentId(charge) ?? order?.paymentIntentId;
  if (!order || !intentId) return saveUnknownOrder(ctx, event, charge);
  const detail = describeChargeMismatch(order, charge, ctx.payments.livemode);
  if (detail) {
    ctx.log.warn("payment_mismatch", { order: order.id, stripe_event_id: event.id, detail });
    return saveEventResult(ctx, event, { outcome: "mismatch", orderId: order.id, detail });
  }
  return applyRefundsAndDisputes(ctx, order.id, intentId, { event });
}

/**
 * Handles the event of a failed refund. The order is paid again, or disputed if a dispute is open. The event becomes an
 * alert for admins, whatever the order's state.
 */
export async function handleFailedRefund(
  ctx: Ctx,
  refund: Stripe.Refund,
  event: ReceivedEvent,
): Promise<PaymentOutcome> {
  const order = await findOrRestoreOrder(ctx, refund.metadata?.order_id, getPaymentIntentId(refund));
  const intentId = getPaymentIntentId(refund) ?? order?.paymentIntentId;
  if (!order || !intentId) return saveUnknownOrder(ctx, event, refund);
  const alert = `refund ${refund.id} failed: ${refund.failure_reason ?? "unknown reason"}`;
  ctx.log.warn("payment_alert", { order: order.id, stripe_event_id: event.id, detail: alert });
  return applyRefundsAndDisputes(ctx, order.id, intentId, { event, alert });
}

/**
 * Handles the event of a dispute: an inquiry, a dispute or a decision of the buyer's bank. Applies the current data at
 * Stripe.
 */
export async function handleDispute(
  ctx: Ctx,
  dispute: Stripe.Dispute,
  event: ReceivedEvent,
): Promise<PaymentOutcome> {
  const order = await findOrRestoreOrder(ctx, undefined, getPaymentIntentId(dispute));
  const intentId = getPaymentIntentId(dispute);
  if (!order || !intentId) return saveUnknownOrder(ctx, event, dispute);
  if (canTransition("paid", order.state)) await applyPayment(ctx, order, intentId);
  return applyRefundsAndDisputes(ctx, order.id, intentId, { event, disputeId: dispute.id });
}

/** Retrieves and applies the payment of a dispute that arrived before the payment's own events. */
async function applyPayment(ctx: Ctx, order: OrderForTransition, intentId: string): Promise<void> {
  const known = order.checkoutSessionId;
  const stripe = await ctx.payments.stripe();
  const session = known ? await stripe.checkout.sessions.retrieve(known) : await findSession(ctx, intentId);
  if (session) await applyCheckoutSession(ctx, session);
}

async function findSession(ctx: Ctx, intentId: string): Promise<Stripe.Checkout.Session | null> {
  const stripe = await ctx.payments.stripe();
  const { data } = await stripe.checkout.sessions.list({ payment_intent: intentId, limit: 1 });
  return data[0] ?? null;
}

/** Stores an event of an unknown order, with the payment intent by which an admin finds it at Stripe. */
const saveUnknownOrder = (
  ctx: Ctx,
  event: ReceivedEvent,
  object: Stripe.Charge | Stripe.Refund | Stripe.Dispute,
): Promise<PaymentOutcome> =>
  saveEventResult(ctx, event, {
    outcome: "unknown_order",
    detail: [object.id, getPaymentIntentId(object)].join(" "),
  });

/**
 * The order by the id in the payment's metadata, else by the payment intent in the database, else by the intent's
 * metadata at Stripe. An order that is missing in the database is restored from its session.
 */
async function findOrRestoreOrder(
  ctx: Ctx,
  orderId: string | undefined,
  intentId: string | null,
): Promise<OrderForTransition | null> {
  const id = orderId ?? (intentId ? await findOrderId(ctx, intentId) : null);
  const order = id ? await findOrderForTransition(ctx, id) : null;
  if (order || !id || !intentId) return order;
  const session = await findSession(ctx, intentId);
  if (!session) return null;
  await applyCheckoutSession(ctx, session);
  return findOrderForTransition(ctx, id);
}

const findOrderId = async (ctx: Ctx, intentId: string): Promise<string | null> =>
  (await findOrderIdByIntent(ctx, intentId)) ??
  (await (await ctx.payments.stripe()).paymentIntents.retrieve(intentId)).metadata.order_id ??
  null;

/** How a charge differs from its order, as text for an admin; "" if they match. */
function describeChargeMismatch(order: OrderForTransition, charge: Stripe.Charge, livemode: boolean): string {
  if (charge.livemode !== livemode) return `livemode is ${charge.livemode}`;
  if (charge.currency.toUpperCase() !== order.currency) return `currency is ${charge.currency}`;
  return charge.amount === order.amount ? "" : `amount is ${charge.amount}, expected ${order.amount}`;
}
