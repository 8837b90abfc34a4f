import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { insertWhere } from "@/db/insert-where";
import { orders, refunds } from "@/db/schema";
import type { RefundKind } from "@/shared/codes";
import { pendingRefundAmount } from "../orders/queries";

/** Two clicks within this time count as one request (ms). */
const ONE_CLICK_MS = 60_000;

export type NewRefund = {
  /** In the metadata of the refund at Stripe, by which it is known there. */
  id: string;
  orderId: string;
  kind: RefundKind;
  /** Bani. */
  amount: number;
  reason: string;
};

/**
 * The statement that notes a refund before Stripe is asked for it, if `guard` holds for the order's row and so much is
 * left of what was paid, with nothing of its kind on its way. What is noted is sent (send-refund.ts), now or by the job.
 */
export function recordRefund(ctx: Ctx, { id, ...refund }: NewRefund, guard: SQL): Statement {
  const repeated = sql`exists (
    select 1 from ${refunds} r where r.order_id = orders.id and r.kind = ${refund.kind} and (r.state = 'pending' or (
      r.amount = ${refund.amount} and r.reason = ${refund.reason} and r.created_ts > ${ctx.now - ONE_CLICK_MS}
    ))
  )`;
  return insertWhere(
    ctx.db,
    refunds,
    { ...refund, id, actorId: ctx.user?.id ?? null, state: "pending", createdTs: ctx.now },
    sql`${orders.id} = ${refund.orderId} and not ${repeated}
      and ${orders.refundedAmount} + ${pendingRefundAmount} + ${refund.amount} <= ${orders.amount} and ${guard}`,
    orders,
  ).returning({ id: refunds.id });
}
