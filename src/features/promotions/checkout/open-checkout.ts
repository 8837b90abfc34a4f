import { and, eq } from "drizzle-orm";
import type { Ctx } from "@/context";
import { orders } from "@/db/schema";
import { isKeyInUse, isOutage, Stripe } from "@/platform/payments";
import { paths } from "@/shared/paths";
import { CHECKOUT_MS } from "../orders/checkout-time";
import { findOrderById, type Order } from "../orders/queries";
import { expireCheckouts } from "./close-checkout";
import { toOrderMetadata } from "./order-metadata";

/** Stripe wants a session to live for 30 minutes at least; a few more for the way there. */
const LATEST_START_MS = CHECKOUT_MS - 31 * 60_000;

/** Whether a session can still be made for an order that has none. */
export const canOpenCheckout = (order: Order, now: number): boolean =>
  order.createdTs + LATEST_START_MS > now;

const WAITS = 20;
const WAIT_MS = 250;

/**
 * Makes the order's checkout session at Stripe and writes it down. However often and concurrently it is called, the
 * order's idempotency key makes it one session.
 * @returns the order as it stands then; null when Stripe can't be asked now (the order stays `created`)
 * @throws StripeError for anything else, a spent key among it
 */
export async function openCheckout(ctx: Ctx, order: Order): Promise<Order | null> {
  const { listingId, listingTitle } = order;
  // Its owner erased the account, and the order is closed.
  if (listingId === null || listingTitle === null) return order;
  for (let attempt = 0; attempt < WAITS; attempt++) {
    try {
      const session = await createSession(ctx, { ...order, listingId, listingTitle });
      return await saveSession(ctx, order, session);
    } catch (error) {
      if (isKeyInUse(error)) {
        // Another request, usually a second click, is creating the session: this order will share it.
        await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
        const current = await findOrderById(ctx, order.id);
        if (current && current.state !== "created") return current;
      } else if (isOutage(error)) {
        ctx.log.warn("stripe_unavailable", { order: order.id, error: String(error) });
        return null;
      } else throw error;
    }
  }
  return null;
}

function createSession(
  ctx: Ctx,
  order: Order & { listingId: string; listingTitle: string },
): Promise<Stripe.Checkout.Session> {
  const { t, locale, config } = ctx;
  const reference = { order_id: order.id, listing_id: order.listingId, package: order.package };
  const item = t.count(`promotions.item.${order.placement}`, order.days);
  return ctx.payments.stripe.checkout.sessions.create(
    {
      mode: "payment",
      locale,
      client_reference_id: order.id,
      metadata: toOrderMetadata(order),
      ...(ctx.user ? { customer_email: ctx.user.email } : {}),
      payment_intent_data: { metadata: reference, description: `${item}: ${order.listingTitle}` },
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: order.currency.toLowerCase(),
            unit_amount: order.amount,
            product_data: { name: item, description: order.listingTitle },
          },
        },
      ],
      // The agreed price is in lei; Stripe must not convert it to another currency.
      adaptive_pricing: { enabled: false },
      // Computed from the order, so that a retry sends the same parameters.
      expires_at: Math.floor((order.createdTs + CHECKOUT_MS) / 1000),
      // Without a locale: the visitor comes back to the language of their last order, which is stored with it.
      // Stripe puts the session's id where the braces are, which therefore must not be encoded.
      success_url:
        config.SITE_URL + paths.paymentComplete("SESSION").replace("SESSION", "{CHECKOUT_SESSION_ID}"),
      cancel_url: config.SITE_URL + paths.promoteListing(order.listingId),
    },
    // The consent is part of what is asked for, and may have changed while the order waited.
    { idempotencyKey: `order-${order.id}-${locale}-${order.consentTs}-${order.immediateStart}` },
  );
}

/** Saves the first session that reaches the order. A later one is expired; the buyer never sees it. */
async function saveSession(
  ctx: Ctx,
  { id: orderId, consentTs }: Order,
  session: Stripe.Checkout.Session,
): Promise<Order | null> {
  await ctx.commit([
    ctx.db
      .update(orders)
      .set({
        state: "open",
        checkoutSessionId: session.id,
        checkoutUrl: session.url,
        checkoutExpiresTs: session.expires_at * 1000,
      })
      .where(and(eq(orders.id, orderId), eq(orders.state, "created"))),
  ]);
  const order = await findOrderById(ctx, orderId);
  if (order?.checkoutSessionId !== session.id) ctx.later(expireCheckouts(ctx, [session.id]));
  else if (order.consentTs !== consentTs) ctx.later(updateMetadata(ctx, order));
  return order;
}

/**
 * Updates the session's metadata after the terms of an open order changed. An expired or completed session keeps its
 * own.
 * @throws StripeError when Stripe is unavailable
 */
export async function updateMetadata(ctx: Ctx, order: Order): Promise<void> {
  if (!order.checkoutSessionId) return;
  try {
    const metadata = toOrderMetadata(order);
    await ctx.payments.stripe.checkout.sessions.update(order.checkoutSessionId, { metadata });
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  }
}
