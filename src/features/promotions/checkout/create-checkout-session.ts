import { and, eq } from "drizzle-orm";
import type { Ctx } from "@/context";
import { orders } from "@/db/schema";
import { isIdempotencyKeyInUse, isStripeOutage, Stripe } from "@/platform/stripe";
import { paths } from "@/shared/paths";
import { CHECKOUT_MS, findOrderById, type Order } from "../orders/queries";
import { toOrderMetadata } from "../sessions/order-metadata";
import { expireCheckoutSessions } from "./expire-order";

/** Stripe requires that a session stays open for at least 30 minutes; one more is for the request itself. */
const LATEST_START_MS = CHECKOUT_MS - 31 * 60_000;

/** Whether a session can still be created for an order without one, at `now` (ms). */
export const canCreateCheckoutSession = (order: Order, now: number): boolean =>
  order.createdTs + LATEST_START_MS > now;

/** While another request creates the session, this one waits for it: at most 5 seconds. */
const MAX_WAITS = 20;
const WAIT_MS = 250;

/**
 * Creates the order's checkout session at Stripe and saves it. Repeated and parallel calls create one session, because
 * they share the order's idempotency key.
 * @returns the order afterwards; null if Stripe is unavailable (the order stays `created`)
 * @throws StripeError for other errors, for example a key that was used for a different request
 */
export async function createCheckoutSession(ctx: Ctx, order: Order): Promise<Order | null> {
  const { listingId, listingTitle } = order;
  // The owner's account was erased, and the order is closed.
  if (listingId === null || listingTitle === null) return order;
  for (let attempt = 0; attempt < MAX_WAITS; attempt++) {
    try {
      const session = await requestSession(ctx, { ...order, listingId, listingTitle });
      return await saveSession(ctx, order, session);
    } catch (error) {
      if (isIdempotencyKeyInUse(error)) {
        // Another request, usually a second click, is creating the session: this order will share it.
        await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
        const current = await findOrderById(ctx, order.id);
        if (current && current.state !== "created") return current;
      } else if (isStripeOutage(error)) {
        ctx.log.warn("stripe_unavailable", { order: order.id, error: String(error) });
        return null;
      } else throw error;
    }
  }
  return null;
}

async function requestSession(
  ctx: Ctx,
  order: Order & { listingId: string; listingTitle: string },
): Promise<Stripe.Checkout.Session> {
  const { t, locale, config } = ctx;
  const reference = { order_id: order.id, listing_id: order.listingId, package: order.package };
  const item = t.count(`promotions.item.${order.placement}`, order.days);
  const stripe = await ctx.payments.stripe();
  return stripe.checkout.sessions.create(
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
      // Without a locale: the cookie stores the language of the last order, and the return page redirects to it.
      // Stripe replaces the placeholder in braces with the session's id, so the braces must not be encoded.
      success_url:
        config.SITE_URL + paths.paymentComplete("SESSION").replace("SESSION", "{CHECKOUT_SESSION_ID}"),
      cancel_url: config.SITE_URL + paths.promoteListing(order.listingId),
    },
    // The metadata contains the consent, which may have changed since the order was placed.
    { idempotencyKey: `order-${order.id}-${locale}-${order.consentTs}-${order.immediateStart}` },
  );
}

/** Saves the session if the order has none yet. Otherwise the session is expired, and the buyer never sees it. */
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
  if (order?.checkoutSessionId !== session.id) ctx.later(expireCheckoutSessions(ctx, [session.id]));
  else if (order.consentTs !== consentTs) ctx.later(updateSessionMetadata(ctx, order));
  return order;
}

/**
 * Updates the session's metadata after the terms of an open order changed. An expired or completed session keeps its
 * own.
 * @throws StripeError when Stripe is unavailable
 */
export async function updateSessionMetadata(ctx: Ctx, order: Order): Promise<void> {
  if (!order.checkoutSessionId) return;
  try {
    const metadata = toOrderMetadata(order);
    const stripe = await ctx.payments.stripe();
    await stripe.checkout.sessions.update(order.checkoutSessionId, { metadata });
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  }
}
