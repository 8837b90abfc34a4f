import { and, eq } from "drizzle-orm";
import type { Ctx } from "@/context";
import { refunds } from "@/db/schema";
import { hasStripeResponse, isIdempotencyKeyInUse, isStripeOutage, Stripe } from "@/platform/stripe";
import { type RefundState, STRIPE_REFUND_REASONS } from "@/shared/codes";
import { findOrderForTransition } from "../orders/queries";
import { applyRefundsAndDisputes } from "./apply-refunds-and-disputes";
import { summarizeDisputes } from "./disputes";
import { findRefund, findUnsentRefund } from "./queries";

/**
 * Sends a recorded refund to Stripe and applies the result to the order. Repeated and concurrent calls refund the buyer
 * once: the call first looks up existing refunds, and calls of one attempt share an idempotency key. Stripe repeats a
 * refusal to its key for a day, so a refused refund gets a new attempt with a new key. After a call without an answer,
 * the retry uses the same key.
 * @returns `pending` while Stripe is unavailable or a dispute is open (the job retries), `failed` when Stripe refuses
 * it
 */
export async function sendRefund(ctx: Ctx, refundId: string): Promise<RefundState> {
  const found = await findUnsentRefund(ctx, refundId);
  if (!found?.intentId) return (await findRefund(ctx, refundId))?.state ?? "failed";
  // Read before Stripe's list of refunds, which therefore shows the result of every earlier attempt.
  const { orderId, intentId, amount, attempt, reasonCode } = found;
  const reason = STRIPE_REFUND_REASONS.find((known) => known === reasonCode);
  try {
    await applyRefundsAndDisputes(ctx, orderId, intentId);
    if (await findUnsentRefund(ctx, refundId)) {
      const stripe = await ctx.payments.stripe();
      await stripe.refunds
        .create(
          {
            payment_intent: intentId,
            amount,
            ...(reason ? { reason } : {}),
            metadata: { order_id: orderId, refund_id: refundId },
          },
          { idempotencyKey: `${refundId}-${attempt}` },
        )
        .catch(async (error) => {
          if (hasStripeResponse(error)) await ctx.commit([nextAttemptStatement(ctx, refundId, attempt)]);
          throw error;
        });
      await applyRefundsAndDisputes(ctx, orderId, intentId);
    }
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    ctx.log.warn("refund_not_sent", { order: orderId, refund: refundId, error: String(error) });
    // Retried later: an insufficient balance grows with later payments.
    if (isStripeOutage(error) || isIdempotencyKeyInUse(error) || error.code === "balance_insufficient")
      return "pending";
    // Stripe refuses refunds during a dispute. They are possible again after it is won.
    if (error.code === "charge_disputed" && !(await isDisputeLost(ctx, orderId, intentId))) return "pending";
    await markFailed(ctx, refundId);
    ctx.log.warn("payment_alert", { order: orderId, detail: `Stripe refused refund ${refundId}` });
  }
  return (await findRefund(ctx, refundId))?.state ?? "failed";
}

/** Concurrent calls refused together count as one attempt. */
const nextAttemptStatement = (ctx: Ctx, refundId: string, attempt: number) =>
  ctx.db
    .update(refunds)
    .set({ attempt: attempt + 1 })
    .where(and(eq(refunds.id, refundId), eq(refunds.attempt, attempt)));

async function isDisputeLost(ctx: Ctx, orderId: string, intentId: string): Promise<boolean> {
  const order = await findOrderForTransition(ctx, orderId);
  return order !== null && (await summarizeDisputes(ctx, order, intentId)).lost > 0;
}

/** Marks a refund as refused by Stripe: too little is left, or the buyer's bank has the money. Admins follow it up. */
const markFailed = (ctx: Ctx, refundId: string) =>
  ctx.commit([
    ctx.db
      .update(refunds)
      .set({ state: "failed" })
      .where(and(eq(refunds.id, refundId), eq(refunds.state, "pending"))),
  ]);
