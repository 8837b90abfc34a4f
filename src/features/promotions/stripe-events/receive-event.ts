import * as z from "zod/mini";
import type { Ctx } from "@/context";
import type { Stripe } from "@/platform/stripe";
import type { PaymentOutcome } from "@/shared/codes";
import { type ReceivedEvent, saveEventResult, saveFailedEvent, toReceivedEvent } from "../orders/event-inbox";
import { applyCheckoutSession } from "../sessions/apply-checkout-session";
import { handleDispute, handleFailedRefund, handleRefund } from "./charge-events";

/** Event types that affect an order; all others are stored without effect. */
export const HANDLED_EVENTS = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  "charge.refunded",
  "refund.failed",
  "charge.dispute.created",
  // Only this event reports that an inquiry became a dispute.
  "charge.dispute.funds_withdrawn",
  "charge.dispute.closed",
  // Stripe may return its fee then.
  "charge.dispute.funds_reinstated",
] as const satisfies Stripe.Event.Type[];

/**
 * Processes an event whose signature was checked, or which Stripe listed. Stores `payload` unchanged. The event's row
 * is written in the same batch as its effect, and a copy of the event has no effect.
 * @throws any error of processing, after the event is stored as failed; Stripe then sends it again
 */
export async function receiveEvent(ctx: Ctx, event: Stripe.Event, payload: string): Promise<PaymentOutcome> {
  const received = toReceivedEvent(event, payload);
  if (event.livemode !== ctx.payments.livemode) {
    const orderId = getEventOrderId(event);
    const detail = `livemode is ${event.livemode}, expected ${ctx.payments.livemode}`;
    ctx.log.warn("payment_mismatch", { order: orderId, stripe_event_id: event.id, detail });
    return saveEventResult(ctx, received, { outcome: "mismatch", orderId, detail });
  }
  try {
    return await handleEvent(ctx, event, received);
  } catch (error) {
    await saveFailedEvent(ctx, received, getEventOrderId(event), error);
    throw error;
  }
}

async function handleEvent(ctx: Ctx, event: Stripe.Event, received: ReceivedEvent): Promise<PaymentOutcome> {
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.async_payment_failed":
    case "checkout.session.expired":
      return applyCheckoutSession(ctx, event.data.object, received);
    case "charge.refunded":
      return handleRefund(ctx, event.data.object, received);
    case "refund.failed":
      return handleFailedRefund(ctx, event.data.object, received);
    case "charge.dispute.created":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.closed":
    case "charge.dispute.funds_reinstated":
      return handleDispute(ctx, event.data.object, received);
    default:
      return saveEventResult(ctx, received, { outcome: "ignored", orderId: getEventOrderId(event) });
  }
}

/** The id of the order in the metadata of the event's object, for support and for erasure. */
const getEventOrderId = (event: Stripe.Event): string | null =>
  (event.data.object as { metadata?: Stripe.Metadata | null }).metadata?.order_id ?? null;

export const eventSchema = z.looseObject({
  id: z.string(),
  type: z.string(),
  created: z.int(),
  data: z.looseObject({ object: z.looseObject({}) }),
});

/** Whether a signed body is an event. Another Stripe product may share the secret. */
export const isStripeEvent = (value: unknown): value is Stripe.Event => eventSchema.safeParse(value).success;
