import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { insertWhere } from "@/db/insert-where";
import { orders, refunds } from "@/db/schema";
import type { RefundKind, RefundReason } from "@/shared/codes";
import { pendingRefundAmount } from "../orders/queries";

/** Equal refunds within this time (ms) count as one click. */
const DUPLICATE_REFUND_WINDOW_MS = 60_000;

export type NewRefund = {
  /** Also in the metadata of the refund at Stripe, which identifies it there. */
  id: string;
  orderId: string;
  kind: RefundKind;
  /** Bani. */
  amount: number;
  /** Null for an automatic refund. */
  reasonCode?: RefundReason | null;
  /** What the buyer reads. */
  reason: string;
};

/**
 * The statement that records a refund before it is sent to Stripe. Conditions: `guard` holds for the order's row,
 * enough of the price is left, and no equal refund is pending. The caller or the job sends the refund with
 * `sendRefund`.
 */
export function insertRefundStatement(ctx: Ctx, { id, ...refund }: NewRefund, guard: SQL): Statement {
  const repeated = sql`exists (
    select 1 from ${refunds} r where r.order_id = orders.id and r.kind = ${refund.kind} and (r.state = 'pending' or (
      r.amount = ${refund.amount} and r.reason = ${refund.reason} and r.created_ts > ${ctx.now - DUPLICATE_REFUND_WINDOW_MS}
    ))
  )`;
  return insertWhere(
    ctx.db,
    refunds,
    { reasonCode: null, ...refund, id, actorId: ctx.user?.id ?? null, state: "pending", createdTs: ctx.now },
    sql`${orders.id} = ${refund.orderId} and not ${repeated}
      and ${orders.refundedAmount} + ${pendingRefundAmount} + ${refund.amount} <= ${orders.amount} and ${guard}`,
    orders,
  ).returning({ id: refunds.id });
}
