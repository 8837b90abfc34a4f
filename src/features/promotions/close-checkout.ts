import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { isKeyInUse, isOutage, Stripe } from "@/platform/payments";
import type { PaymentOutcome } from "@/shared/codes";
import { commitTransition } from "./commit-transition";
import { findOrderById, type Order } from "./queries";
import { settleCheckout } from "./settle-checkout";

type Waiting = Pick<Order, "id" | "listingId">;

/**
 * Ends an order that was not paid, at Stripe first, so that nobody can pay for it any more.
 * @returns the order as it stands then: `expired`, or whatever its payment made of it meanwhile; null when Stripe
 * can't be asked now
 */
export async function closeCheckout(ctx: Ctx, order: Order): Promise<Order | null> {
  try {
    let current: Order | null = order;
    if (!current.checkoutSessionId && !(await lapse(ctx, current)))
      current = await findOrderById(ctx, order.id);
    if (current?.checkoutSessionId) await expireAtStripe(ctx, current, current.checkoutSessionId);
    return await findOrderById(ctx, order.id);
  } catch (error) {
    if (!isOutage(error)) throw error;
    ctx.log.warn("stripe_unavailable", { order: order.id, error: String(error) });
    return null;
  }
}

/**
 * Ends an order that was never given a checkout: nobody has an address to pay at, and a session that is just being made
 * will find the order closed. @returns false when it has a checkout by now
 */
export const lapse = (ctx: Ctx, order: Waiting): Promise<boolean> =>
  commitTransition(ctx, {
    order,
    transition: "checkout_expired",
    guard: sql`orders.checkout_session_id is null`,
  });

async function expireAtStripe(ctx: Ctx, order: Waiting, sessionId: string): Promise<void> {
  const { sessions } = ctx.payments.stripe.checkout;
  try {
    await settleCheckout(ctx, await sessions.expire(sessionId));
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    // No longer open: it was completed, or had expired by itself.
    await settleWaiting(ctx, order, sessionId);
  }
}

/**
 * Settles an order by its session as Stripe has it now. In one that Stripe does not know nobody can pay: that is over.
 * @returns what became of the order: `failed` when it waits for money by a session that is not there
 * @throws StripeError
 */
export async function settleWaiting(
  ctx: Ctx,
  order: Waiting,
  sessionId: string,
): Promise<PaymentOutcome | "expired"> {
  const session = await askStripe(ctx, sessionId).catch((error) => {
    if (error instanceof Stripe.errors.StripeError && error.code === "resource_missing") return null;
    throw error;
  });
  if (session) return settleCheckout(ctx, session);
  const expired = await commitTransition(ctx, {
    order,
    transition: "checkout_expired",
    guard: sql`orders.processing_ts is null and orders.checkout_session_id = ${sessionId}`,
    set: [sql`closed_ts = coalesce(closed_ts, ${ctx.now})`],
  });
  return expired ? "expired" : "failed";
}

/**
 * Ends checkouts at Stripe whose orders are closed here, so that nobody pays in vain. One that is over already, paid or
 * expired, stays as it is. What can't be ended now ends by itself within the hour, and what is paid meanwhile is given back.
 */
export async function endCheckouts(ctx: Ctx, sessionIds: readonly string[]): Promise<void> {
  for (const id of sessionIds) {
    try {
      // With a key Stripe carries out one of several parallel requests and gives the others its answer.
      await ctx.payments.stripe.checkout.sessions.expire(id, {}, { idempotencyKey: `expire-${id}` });
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError)) throw error;
      // A parallel request is under way, or the session is over.
      if (isKeyInUse(error) || error instanceof Stripe.errors.StripeInvalidRequestError) continue;
      ctx.log.warn("checkout_left_open", { session: id, error: String(error) });
    }
  }
}

/** A session as Stripe has it now, with the payment's own state. @throws StripeError */
export const askStripe = (ctx: Ctx, sessionId: string) =>
  ctx.payments.stripe.checkout.sessions.retrieve(sessionId, { expand: ["payment_intent"] });
