import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { insertWhere } from "@/db/insert-where";
import { reconciliations, refunds } from "@/db/schema";
import { isAnswer, isKeyInUse, isOutage, Stripe } from "@/platform/payments";
import type { RefundState } from "@/shared/codes";
import { findOrderToSettle } from "../orders/queries";
import { summarizeDisputes } from "./disputes";
import { findPendingRefund, findRefundState } from "./queries";
import { settleReversals } from "./settle-reversals";

/**
 * Sends a recorded refund to Stripe and settles the order by the answer. Repeated and concurrent calls refund the buyer
 * once: the call first looks up existing refunds, and calls of one attempt share an idempotency key. Stripe repeats a
 * refusal to its key for a day, so a refused refund gets a new attempt with a new key. After a call without an answer,
 * the retry uses the same key.
 * @returns `pending` while Stripe is unavailable or a dispute is open (the job retries), `failed` when Stripe refuses
 * it
 */
export async function sendRefund(ctx: Ctx, refundId: string): Promise<RefundState> {
  const found = await findPendingRefund(ctx, refundId);
  if (!found?.intentId) return (await findRefundState(ctx, refundId)) ?? "failed";
  // The attempt is the one that was noted before the look at Stripe: what an earlier one came to is seen there.
  const { orderId, intentId, amount, attempt } = found;
  try {
    await settleReversals(ctx, orderId, intentId);
    if (await findPendingRefund(ctx, refundId)) {
      await ctx.payments.stripe.refunds
        .create(
          { payment_intent: intentId, amount, metadata: { order_id: orderId, refund_id: refundId } },
          { idempotencyKey: `${refundId}-${attempt}` },
        )
        .catch(async (error) => {
          if (isAnswer(error)) await ctx.commit([noteNextAttempt(ctx, refundId, attempt)]);
          throw error;
        });
      await settleReversals(ctx, orderId, intentId);
    }
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    ctx.log.warn("refund_not_sent", { order: orderId, refund: refundId, error: String(error) });
    // Money that Stripe does not hold for us now comes with the next payments.
    if (isOutage(error) || isKeyInUse(error) || error.code === "balance_insufficient") return "pending";
    // While the buyer's bank disputes the payment nothing can be sent; won, it can.
    if (error.code === "charge_disputed" && !(await isLost(ctx, orderId, intentId))) return "pending";
    await giveUp(ctx, refundId);
  }
  return (await findRefundState(ctx, refundId)) ?? "failed";
}

/** Concurrent calls refused together count as one attempt. */
const noteNextAttempt = (ctx: Ctx, refundId: string, attempt: number) =>
  ctx.db
    .update(refunds)
    .set({ attempt: attempt + 1 })
    .where(and(eq(refunds.id, refundId), eq(refunds.attempt, attempt)));

async function isLost(ctx: Ctx, orderId: string, intentId: string): Promise<boolean> {
  const order = await findOrderToSettle(ctx, orderId);
  return order !== null && (await summarizeDisputes(ctx, order, intentId)).lost > 0;
}

/**
 * Marks a refund as refused by Stripe: too little is left, or the buyer's bank has the money. Admins find it among the
 * failures of the reconcile job.
 */
const giveUp = (ctx: Ctx, refundId: string) =>
  ctx.commit([
    insertWhere(
      ctx.db,
      reconciliations,
      {
        id: ctx.newId(),
        ts: ctx.now,
        job: "refunds",
        checked: 1,
        mended: 0,
        failed: 1,
        detail: [{ id: refundId, outcome: "failed" }],
      },
      sql`exists (select 1 from ${refunds} where ${refunds.id} = ${refundId} and ${refunds.state} = 'pending')`,
    ),
    ctx.db
      .update(refunds)
      .set({ state: "failed" })
      .where(and(eq(refunds.id, refundId), eq(refunds.state, "pending"))),
  ]);
