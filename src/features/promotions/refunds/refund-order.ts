import { inArray, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import { hasRows } from "@/db/returned-rows";
import { orders, refunds } from "@/db/schema";
import type { OrderState, RefundState } from "@/shared/codes";
import { ok, type Result, refuse } from "@/shared/errors";
import { formatLei } from "@/shared/format";
import { validate } from "@/shared/schemas/field-errors";
import { refundSchema } from "@/shared/schemas/order";
import { findOrderForTransition } from "../orders/queries";
import { withStripeTimeout } from "../orders/with-stripe-timeout";
import { insertRefundStatement } from "./insert-refund-statement";
import { findRefund } from "./queries";
import { sendRefund } from "./send-refund";

/** After `paid_unpromotable`, an order is `refunded`, but an admin may repeat its refund if Stripe refused it. */
const REFUNDABLE: readonly OrderState[] = ["fulfilled", "partially_refunded", "refunded"];

/** A recorded refund. It is `pending` while Stripe is unavailable; the job then sends it. */
export type RefundResult = {
  refundId: string;
  /** Bani. */
  amount: number;
  state: RefundState;
};

type RefundTarget = {
  orderId: string;
  /** The refund of a call that may be repeated: if recorded before, it is continued. */
  refundId?: string | undefined;
  /** The refundable amount (bani) that the admin saw. */
  refundable?: number;
  isPreview?: boolean;
};

/**
 * Refunds an order, by an admin; `input` is a `refundSchema`. With
 * `isPreview`, only checks the refund, and returns its amount. A refund of the whole price ends the promotion. Parallel
 * clicks create one refund. Refusals: not_found, invalid, conflict (`nothing_to_refund`; `datastale`: another amount is
 * refundable; `refund_under_way`, or an equal recent refund; `refund_refused` by Stripe).
 */
export async function refundOrder(
  ctx: Ctx,
  { orderId, refundId = ctx.newId(), refundable, isPreview = false }: RefundTarget,
  input: unknown,
): Promise<Result<RefundResult>> {
  requireAdmin(ctx);
  const order = await findOrderForTransition(ctx, orderId);
  if (!order) return refuse("not_found");
  const earlier = await findRefund(ctx, refundId);
  if (earlier?.orderId === orderId) return finishRefund(ctx, refundId, earlier.amount);
  const left = order.amount - order.refundedAmount - order.pendingAmount;
  if (!REFUNDABLE.includes(order.state) || !order.paymentIntentId || left <= 0)
    return refuse("conflict", { reason: "nothing_to_refund" });
  if (refundable !== undefined && refundable !== left) return refuse("conflict", { reason: "datastale" });
  const notTooBig = z.refine<z.output<typeof refundSchema>>(({ amount }) => !(Number(amount) > left), {
    path: ["amount"],
    error: "refund_too_big",
    params: { max: formatLei(left, ctx.locale) },
    when: () => true,
  });
  const parsed = validate(refundSchema.check(notTooBig), input);
  if (!parsed.ok) return parsed;

  const amount = parsed.value.amount ?? left;
  if (isPreview) return ok({ refundId, amount, state: "pending" });
  const { reason_code: reasonCode, reason: text } = parsed.value;
  const buyerTexts = ctx.translator(order.buyer?.locale ?? ctx.locale);
  const label = reasonCode === "other" ? "" : buyerTexts(`payments-admin.refundReasons.${reasonCode}`);
  const reason = [label, text].filter(Boolean).join("\n");
  const refund = { id: refundId, orderId, kind: "refund", amount, reasonCode, reason } as const;
  const [recorded] = await ctx.commit([
    insertRefundStatement(ctx, refund, inArray(orders.state, [...REFUNDABLE])),
    auditEventStatement(
      ctx,
      {
        action: "order.refund_decided",
        subject: auditSubject("order", orderId),
        detail: { amount, reason },
      },
      sql`exists (select 1 from ${refunds} where ${refunds.id} = ${refund.id})`,
    ),
  ]);
  if (!hasRows(recorded)) return refuse("conflict", { reason: "refund_under_way" });
  return finishRefund(ctx, refundId, amount);
}

/** Sends a recorded refund, if it is still pending. Refuses `conflict` (`refund_refused`). */
async function finishRefund(ctx: Ctx, refundId: string, amount: number): Promise<Result<RefundResult>> {
  const state = await withStripeTimeout(ctx, sendRefund(ctx, refundId), "pending");
  return state === "failed"
    ? refuse("conflict", { reason: "refund_refused" })
    : ok({ refundId, amount, state });
}
