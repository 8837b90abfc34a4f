import type { Ctx } from "@/context";
import { ok, type Result } from "@/shared/errors";
import { formatFullName } from "@/shared/format";
import { computeWithdrawal } from "../orders/compute-withdrawal";
import { neverRan } from "../purchases/purchase-status";
import { listRefundsByOrder } from "../purchases/queries";
import { listPulledForwardTimes } from "../schedule/promotion-queue";
import { getBoughtOrder } from "./withdraw-order";

/**
 * What the page of a withdrawal shows, before and after it. Money in bani, times in ms. Refuses `not_found` like
 * `getBoughtOrder`.
 */
export async function findWithdrawal(ctx: Ctx, orderId: string, token: string | undefined) {
  const found = await getBoughtOrder(ctx, orderId, token);
  if (!found.ok) return found;
  const order = found.value;
  const [refunds, pulledForward] = await Promise.all([
    listRefundsByOrder(ctx, [order.id]),
    listPulledForwardTimes(ctx, order.id),
  ]);
  const { buyer } = order;
  return ok({
    order,
    buyer: buyer && { name: formatFullName(buyer), email: buyer.email },
    /** The refund of the withdrawal; null before it. */
    refund: refunds.get(order.id)?.find(({ kind }) => kind === "withdrawal")?.amount ?? null,
    /** The refund for withdrawing now, and the deadline; null if it is not possible. */
    possible: computeWithdrawal(order, ctx.now),
    /** Promotions that would begin earlier after the withdrawal. */
    pulledForward,
    neverRan: neverRan(order.promotion),
    now: ctx.now,
  });
}

export type Withdrawal = Extract<
  Awaited<ReturnType<typeof findWithdrawal>>,
  Result<unknown> & { ok: true }
>["value"];
