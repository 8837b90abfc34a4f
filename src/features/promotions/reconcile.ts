import type { Ctx } from "@/context";
import { isOutage } from "@/platform/payments";
import { DAY_MS } from "@/shared/dates";
import { askStripe, lapse } from "./close-checkout";
import { findKnownEvents, findOverdueOrders } from "./queries";
import { HANDLED_EVENTS, receiveEvent } from "./receive-event";
import { settleCheckout } from "./settle-checkout";

/** A run asks Stripe about so many orders at most; the next one takes others. */
const ORDERS_A_RUN = 40;
/** How far back events are looked for. Stripe itself keeps trying to deliver for three days. */
const EVENTS_BACK_MS = DAY_MS;
const EVENTS_A_RUN = 300;

/** Asks Stripe about orders still waiting after their time, and settles or expires each. */
export async function reconcileOrders(ctx: Ctx): Promise<void> {
  for (const order of await findOverdueOrders(ctx, ORDERS_A_RUN)) {
    try {
      if (order.checkoutSessionId) await settleCheckout(ctx, await askStripe(ctx, order.checkoutSessionId));
      else await lapse(ctx, order);
    } catch (error) {
      ctx.log.warn("reconcile_failed", { order: order.id, error: String(error) });
      if (isOutage(error)) return;
    }
  }
}

/** Takes in what Stripe has said of late and what never reached us: refunds and disputes have no order to ask about. */
export async function reconcileEvents(ctx: Ctx): Promise<void> {
  const listed = ctx.payments.stripe.events.list({
    types: [...HANDLED_EVENTS],
    created: { gte: Math.floor((ctx.now - EVENTS_BACK_MS) / 1000) },
    limit: 100,
  });
  const recent = await listed.autoPagingToArray({ limit: EVENTS_A_RUN });
  const known = await findKnownEvents(
    ctx,
    recent.map((event) => event.id),
  );
  const missed = recent.filter((event) => !known.has(event.id)).sort((a, b) => a.created - b.created);
  for (const event of missed) {
    try {
      await receiveEvent(ctx, event, JSON.stringify(event));
    } catch (error) {
      ctx.log.warn("reconcile_failed", { event: event.id, error: String(error) });
      if (isOutage(error)) return;
    }
  }
}
