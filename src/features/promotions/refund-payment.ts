import type { Ctx } from "@/context";
import { Stripe } from "@/platform/payments";

/**
 * Gives a whole payment back. Safe to repeat: the order's own key makes Stripe answer with the same refund, and one
 * made by other hands in the meantime is as good.
 * @throws StripeError when Stripe can't be asked or refuses
 */
export async function refundPayment(ctx: Ctx, orderId: string, intentId: string | null): Promise<void> {
  if (!intentId) throw new Error(`order ${orderId} is paid without a payment intent`);
  try {
    await ctx.payments.stripe.refunds.create(
      { payment_intent: intentId, metadata: { order_id: orderId } },
      { idempotencyKey: `refund-${orderId}` },
    );
  } catch (error) {
    const done = error instanceof Stripe.errors.StripeError && error.code === "charge_already_refunded";
    if (!done) throw error;
  }
}
