import { requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import { Stripe } from "@/platform/stripe";
import { ok, type Result, refuse } from "@/shared/errors";
import { findVisibleOrderBySession, type Order } from "../orders/queries";
import { withStripeTimeout } from "../orders/with-stripe-timeout";
import { applyCheckoutSession } from "../sessions/apply-checkout-session";
import { retrieveCheckoutSession } from "./expire-order";

export type CheckedPayment = {
  order: Order;
  /** False when the outcome is unknown: Stripe is unavailable, its answer differs from the order, or maintenance. */
  certain: boolean;
};

/**
 * Returns the outcome of a checkout to its buyer and to admins. The session at Stripe is first applied to
 * an unpaid order, so the result does not depend on the webhook. Refusals: not_found; signed out: unauthenticated.
 */
export async function checkPayment(ctx: Ctx, checkoutSessionId: string): Promise<Result<CheckedPayment>> {
  requireUser(ctx);
  const order = await findVisibleOrderBySession(ctx, checkoutSessionId);
  if (!order) return refuse("not_found");
  if (order.state !== "created" && order.state !== "open") return ok({ order, certain: true });
  // The answer could not be stored.
  if (ctx.config.MAINTENANCE) return ok({ order, certain: false });
  try {
    const applying = retrieveCheckoutSession(ctx, checkoutSessionId).then((session) =>
      applyCheckoutSession(ctx, session),
    );
    const outcome = await withStripeTimeout(ctx, applying, null);
    const updated = await findVisibleOrderBySession(ctx, checkoutSessionId);
    return ok({ order: updated ?? order, certain: outcome !== null && outcome !== "mismatch" });
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    ctx.log.warn("payment_check_failed", { order: order.id, error: String(error) });
    return ok({ order, certain: false });
  }
}

/** The payment status that the buyer sees. */
export type PaymentView =
  | "paid"
  | "processing"
  | "waiting"
  | "expired"
  | "failed"
  | "mismatched"
  | "refunded"
  | "dispute_lost"
  | "disputed"
  | "checking";

export function getPaymentView({ order, certain }: CheckedPayment): PaymentView {
  switch (order.state) {
    case "fulfilled":
    case "partially_refunded":
      return "paid";
    case "created":
    case "open":
      if (!certain) return "checking";
      return order.processingTs === null ? "waiting" : "processing";
    case "failed":
      return order.mismatched ? "mismatched" : "failed";
    case "refunded":
      return order.disputeLoss > 0 ? "dispute_lost" : "refunded";
    default:
      return order.state;
  }
}

/** Seconds until the payment page reloads automatically; null once the payment has an outcome. */
export const getRefreshSeconds = (view: PaymentView): number | null =>
  view === "checking" ? 10 : view === "processing" ? 30 : null;
