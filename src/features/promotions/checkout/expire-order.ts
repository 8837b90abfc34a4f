import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { isIdempotencyKeyInUse, isStripeOutage, Stripe } from "@/platform/stripe";
import type { PaymentOutcome } from "@/shared/codes";
import { commitTransition } from "../orders/commit-transition";
import { findOrderById, type Order } from "../orders/queries";
import { applyCheckoutSession } from "../sessions/apply-checkout-session";

type UnpaidOrder = Pick<Order, "id" | "listingId">;

/**
 * Expires an unpaid order, at Stripe first, so that it can no longer be paid.
 * @returns the order afterwards: `expired`, or the result of a payment made meanwhile; null when Stripe is unavailable
 */
export async function expireOrder(ctx: Ctx, order: Order): Promise<Order | null> {
  try {
    let current: Order | null = order;
    if (!current.checkoutSessionId && !(await expireOrderWithoutSession(ctx, current)))
      current = await findOrderById(ctx, order.id);
    if (current?.checkoutSessionId) await expireAtStripe(ctx, current, current.checkoutSessionId);
    return await findOrderById(ctx, order.id);
  } catch (error) {
    if (!isStripeOutage(error)) throw error;
    ctx.log.warn("stripe_unavailable", { order: order.id, error: String(error) });
    return null;
  }
}

/**
 * Expires an order that has no checkout session. If a parallel request creates a session, that session is expired too.
 * @returns false if the order has a session by now
 */
export const expireOrderWithoutSession = (ctx: Ctx, order: UnpaidOrder): Promise<boolean> =>
  commitTransition(ctx, {
    order,
    transition: "checkout_expired",
    guard: sql`orders.checkout_session_id is null`,
  });

async function expireAtStripe(ctx: Ctx, order: UnpaidOrder, sessionId: string): Promise<void> {
  const { sessions } = (await ctx.payments.stripe()).checkout;
  try {
    await applyCheckoutSession(ctx, await sessions.expire(sessionId));
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    // The session is no longer open: it was completed or has expired.
    await applyCurrentSession(ctx, order, sessionId);
  }
}

/**
 * Applies the current state of an order's Stripe session to the order. A session unknown to Stripe cannot be paid, so
 * its order expires.
 * @returns the outcome; `failed` if Stripe does not know the session of a payment that is being processed
 * @throws StripeError
 */
export async function applyCurrentSession(
  ctx: Ctx,
  order: UnpaidOrder,
  sessionId: string,
): Promise<PaymentOutcome | "expired"> {
  const session = await retrieveCheckoutSession(ctx, sessionId).catch((error) => {
    if (error instanceof Stripe.errors.StripeError && error.code === "resource_missing") return null;
    throw error;
  });
  if (session) return applyCheckoutSession(ctx, session);
  const expired = await commitTransition(ctx, {
    order,
    transition: "checkout_expired",
    guard: sql`orders.processing_ts is null and orders.checkout_session_id = ${sessionId}`,
    set: { closedTs: sql`coalesce(closed_ts, ${ctx.now})` },
  });
  if (!expired) ctx.log.warn("payment_alert", { order: order.id, detail: `unknown session ${sessionId}` });
  return expired ? "expired" : "failed";
}

/**
 * Expires the Stripe sessions of closed orders, so that buyers can't pay for them. Completed and expired sessions stay
 * unchanged. If Stripe is unavailable, a session expires within the hour; a payment until then is refunded.
 */
export async function expireCheckoutSessions(ctx: Ctx, sessionIds: readonly string[]): Promise<void> {
  for (const id of sessionIds) {
    const stripe = await ctx.payments.stripe();
    try {
      // Of parallel requests with the same key, Stripe executes one and repeats its answer to the others.
      await stripe.checkout.sessions.expire(id, {}, { idempotencyKey: `expire-${id}` });
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError)) throw error;
      // A parallel request is expiring the session, or it is no longer open.
      if (isIdempotencyKeyInUse(error) || error instanceof Stripe.errors.StripeInvalidRequestError) continue;
      ctx.log.warn("checkout_not_expired", { session: id, error: String(error) });
    }
  }
}

/** The current session at Stripe, with its payment intent. @throws StripeError */
export async function retrieveCheckoutSession(
  ctx: Ctx,
  sessionId: string,
): Promise<Stripe.Response<Stripe.Checkout.Session>> {
  const stripe = await ctx.payments.stripe();
  return stripe.checkout.sessions.retrieve(sessionId, { expand: ["payment_intent"] });
}
