import { requireUser } from "@/auth/guards";
import type { Ctx } from "@/context";
import { Stripe } from "@/platform/payments";
import { ok, type Result, refuse } from "@/shared/errors";
import { askStripe } from "./close-checkout";
import { findVisibleOrder, type Order } from "./queries";
import { settleCheckout } from "./settle-checkout";
import { withTimeout } from "./with-timeout";

export type CheckedPayment = {
  order: Order;
  /** False while the truth is not known: Stripe can't be asked, or says something else than was ordered. */
  certain: boolean;
};

/**
 * What became of a checkout, for its buyer and for admins. An order that still waits for its payment is looked up at
 * Stripe and settled, so that the answer is true whether or not the webhook was here already.
 * Refusals: not_found; signed out: unauthenticated.
 */
export async function checkPayment(ctx: Ctx, checkoutSessionId: string): Promise<Result<CheckedPayment>> {
  requireUser(ctx);
  const order = await findVisibleOrder(ctx, checkoutSessionId);
  if (!order) return refuse("not_found");
  if (order.state !== "created" && order.state !== "open") return ok({ order, certain: true });
  try {
    const asking = askStripe(ctx, checkoutSessionId).then((session) => settleCheckout(ctx, session));
    const outcome = await withTimeout(ctx, asking, null);
    const settled = await findVisibleOrder(ctx, checkoutSessionId);
    return ok({ order: settled ?? order, certain: outcome !== null && outcome !== "mismatch" });
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    ctx.log.warn("payment_check_failed", { order: order.id, error: String(error) });
    return ok({ order, certain: false });
  }
}
