import { sql } from "drizzle-orm";
import { requireUser } from "@/auth/guards";
import type { Ctx } from "@/context";
import { orders, promotions } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { withTimeout } from "../checkout/with-timeout";
import { commitTransition } from "../orders/commit-transition";
import { withdrawalMails } from "../orders/order-mails";
import { findOrderToSettle, pendingRefundAmount } from "../orders/queries";
import { recordRefund } from "./note-refund";
import type { RefundResult } from "./refund-order";
import { sendRefund } from "./send-refund";
import { computeWithdrawal } from "./withdrawal";

/** Optimistic concurrency: retry when another writer changed the order first. */
const MAX_ATTEMPTS = 5;

/**
 * Withdraws the buyer from an order; `computeWithdrawal` computes the refund. One batch ends the promotion permanently,
 * records the refund and queues a confirmation mail. Then Stripe is asked for the refund, or later by the job.
 * Refusals: not_found, conflict (`no_withdrawal`: too late, withdrawn already, or nothing to refund).
 */
export async function withdrawOrder(ctx: Ctx, orderId: string): Promise<Result<RefundResult>> {
  const user = requireUser(ctx);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const order = await findOrderToSettle(ctx, orderId);
    if (!order || order.buyerId !== user.id) return refuse("not_found");
    const withdrawal = computeWithdrawal(order, ctx.now);
    const { promotion } = order;
    if (!withdrawal || !promotion) return refuse("conflict", { reason: "no_withdrawal" });
    const { amount } = withdrawal;
    const refund = { id: ctx.newId(), orderId, kind: "withdrawal", amount, reason: "" } as const;
    const withdrawn = await commitTransition(ctx, {
      order,
      transition: "withdrawn",
      // The amount was computed from these.
      guard: sql`${orders.withdrawnTs} is null and ${orders.refundedAmount} = ${order.refundedAmount}
        and ${pendingRefundAmount} = ${order.pendingAmount}
        and exists (
          select 1 from ${promotions} p where p.order_id = orders.id and p.starts_ts = ${promotion.startsTs}
            and p.ends_ts = ${promotion.endsTs} and p.revoked_ts is ${promotion.revokedTs}
        )`,
      set: [sql`withdrawn_ts = ${ctx.now}`],
      detail: { amount },
      statements: (guard) => [recordRefund(ctx, refund, guard)],
      mails: (guard) => withdrawalMails(ctx, order, amount, guard),
    });
    if (withdrawn) {
      const state = await withTimeout(ctx, sendRefund(ctx, refund.id), "pending");
      return ok({ refundId: refund.id, amount, state });
    }
  }
  throw new Error(`order ${orderId}: gave up after ${MAX_ATTEMPTS} conflicting updates`);
}
