import { and, eq, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { orders, paymentEvents, refunds } from "@/db/schema";
import { startOfDay, toDay } from "@/shared/dates";
import { invalid, ok, type Result, refuse } from "@/shared/errors";
import { formatDay } from "@/shared/format";
import { validate } from "@/shared/schemas/field-errors";
import { transferSchema } from "@/shared/schemas/order";
import { commitTransition } from "../orders/commit-transition";
import { transferredMailStatements } from "../orders/order-mails";
import { canTransition } from "../orders/order-transitions";
import { isReturnedRefundSql, listReturnedRefunds } from "../orders/payment-alerts";
import { findOrderForTransition, pendingRefundAmount } from "../orders/queries";
import { retryConflicts } from "../orders/retry-conflicts";
import { hasOpenDisputeSql } from "./disputes";

/**
 * Records that an admin paid a refund by bank transfer, which the buyer's bank had returned; `input` is a
 * `transferSchema`. The amount is that of the refund. The order counts as refunded by it, with a credit note, and the
 * alert about the refund is closed. With `isPreview`, only checks it. A repeated call has no further effect. Refusals:
 * not_found, invalid, conflict (`refund_transferred`: on another day or with another reference; `order_disputed`:
 * the bank may return the money to the buyer; `nothing_to_refund`: the order is unpaid, or the amount was refunded in
 * another way).
 */
export async function recordTransfer(
  ctx: Ctx,
  { orderId, isPreview = false }: { orderId: string; isPreview?: boolean },
  input: unknown,
): Promise<Result<{ orderId: string }>> {
  requireAdmin(ctx);
  const parsed = validate(transferSchema, input);
  if (!parsed.ok) return parsed;
  const { refund: refundId, transferred_on: day, reference } = parsed.value;
  const transferredTs = startOfDay(day);
  return retryConflicts(orderId, async () => {
    const order = await findOrderForTransition(ctx, orderId);
    const [found] = await ctx.db
      .select({ refund: refunds, hasOpenDispute: hasOpenDisputeSql })
      .from(refunds)
      .innerJoin(orders, eq(orders.id, refunds.orderId))
      .where(and(eq(refunds.id, refundId), eq(refunds.orderId, orderId)));
    if (!order || !found) return refuse("not_found");
    const { refund } = found;
    if (refund.state === "transferred")
      return !isPreview && refund.transferredTs === transferredTs && refund.transferReference === reference
        ? ok({ orderId })
        : refuse("conflict", { reason: "refund_transferred" });
    if (found.hasOpenDispute) return refuse("conflict", { reason: "order_disputed" });
    const { amount } = refund;
    const returned = await listReturnedRefunds(ctx, { orderId });
    const isOwed = returned.some((one) => one.refundId === refundId && one.isOwed === 1);
    const refunded = order.refundedAmount + amount;
    if (!isOwed || canTransition("paid", order.state) || refunded + order.pendingAmount > order.amount)
      return refuse("conflict", { reason: "nothing_to_refund" });
    if (day > toDay(ctx.now)) return invalid([{ field: "transferred_on", code: "day_in_future" }]);
    const first = toDay(refund.createdTs);
    if (day < first)
      return invalid([
        { field: "transferred_on", code: "before_refund", params: { day: formatDay(first, ctx.locale) } },
      ]);
    if (isPreview) return ok({ orderId });
    const isRefundSql = sql`${refunds.id} = ${refundId} and ${refunds.state} = 'failed'`;
    const isRecorded = await commitTransition(ctx, {
      order,
      transition: refunded >= order.amount ? "refunded" : "partially_refunded",
      guard: sql`${orders.refundedAmount} = ${order.refundedAmount} and ${pendingRefundAmount} = ${order.pendingAmount}
        and not ${hasOpenDisputeSql} and exists (select 1 from ${refunds} where ${isRefundSql})`,
      set: {
        refundedAmount: refunded,
        transferredAmount: sql`${orders.transferredAmount} + ${amount}`,
        ...(refunded >= order.amount ? { closedTs: sql`coalesce(closed_ts, ${ctx.now})` } : {}),
      },
      refundedTs: transferredTs,
      detail: { amount },
      statements: (guard) => [
        ctx.db
          .update(paymentEvents)
          .set({ closedTs: ctx.now })
          .where(
            sql`${paymentEvents.orderId} = ${orderId} and ${paymentEvents.closedTs} is null and ${guard}
              and exists (select 1 from ${refunds} where ${isRefundSql} and ${isReturnedRefundSql})`,
          ),
        ctx.db
          .update(refunds)
          .set({ state: "transferred", transferredTs, transferReference: reference })
          .where(sql`${isRefundSql} and ${guard}`),
        ...transferredMailStatements(ctx, order, { amount, transferredTs, reference }, guard),
      ],
    });
    return isRecorded ? ok({ orderId }) : null;
  });
}
