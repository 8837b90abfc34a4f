import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { orders } from "@/db/schema";
import type { Stripe } from "@/platform/stripe";
import type { PaymentOutcome } from "@/shared/codes";
import { commitTransition, type OrderChange } from "../orders/commit-transition";
import { type ReceivedEvent, saveEventResult } from "../orders/event-inbox";
import {
  paidMailStatements,
  paymentFailedMailStatements,
  unpromotableMailStatements,
} from "../orders/order-mails";
import { canTransition, type OrderTransition } from "../orders/order-transitions";
import {
  findOrderForTransition,
  isPromotionStartUnchangedSql,
  type OrderForTransition,
} from "../orders/queries";
import { retryConflicts } from "../orders/retry-conflicts";
import { insertRefundStatement } from "../refunds/insert-refund-statement";
import { sendRefund } from "../refunds/send-refund";
import {
  describeSessionMismatch,
  getCheckoutTransition,
  getPaymentIntentId,
  getSessionOrderId,
} from "./checkout-session";
import { restoreOrder } from "./restore-order";

/**
 * Applies the state of a checkout session to its order. Webhook, return page and job call this in any order and any
 * number of times; only the first call has an effect. The session comes from a signed event, or from Stripe with
 * `payment_intent` expanded, which shows failures. A payment for a listing that can't be promoted is refunded
 * immediately, or by the job if Stripe is unavailable. A paid order that is missing in the database is restored first.
 */
export async function applyCheckoutSession(
  ctx: Ctx,
  session: Stripe.Checkout.Session,
  event?: ReceivedEvent,
): Promise<PaymentOutcome> {
  const orderId = getSessionOrderId(session);
  let isRestored = false;
  return retryConflicts(orderId ?? "", async () => {
    const order = orderId ? await findOrderForTransition(ctx, orderId) : null;
    const transition = getCheckoutTransition(session, event?.type);
    if (!order) {
      if (transition === "paid" && !isRestored) {
        isRestored = await restoreOrder(ctx, session);
        if (isRestored) return null;
      }
      // An unpaid session needs no check: its order may be missing because the database was restored.
      const outcome = transition === "paid" ? "unknown_order" : "ignored";
      return saveEventResult(ctx, event, { outcome, detail: orderId ?? "" });
    }
    const detail = describeSessionMismatch(order, session, ctx.payments.livemode);
    if (detail && transition === "checkout_expired") {
      // A mismatch is an alert only if money is involved: an unpaid session of another order is ignored.
      return saveEventResult(ctx, event, { outcome: "ignored", orderId });
    }
    if (detail) {
      const change = buildMismatchChange(ctx, order, session, detail, event);
      if (change && !(await commitTransition(ctx, change))) return null;
      ctx.log.warn("payment_mismatch", { order: order.id, stripe_event_id: event?.id, detail });
      return change ? "mismatch" : saveEventResult(ctx, event, { outcome: "mismatch", orderId, detail });
    }
    if (!transition || !canTransition(transition, order.state)) {
      // Already applied by another caller, or a later event arrived first.
      return saveEventResult(ctx, event, { outcome: "ignored", orderId });
    }
    if (transition === "checkout_expired" && order.processingTs !== null) {
      // A completed session can't expire, so the payment is still being processed.
      return saveEventResult(ctx, event, {
        outcome: "ignored",
        orderId,
        detail: "expired while being processed",
      });
    }
    if (transition === "processing" && order.processingTs !== null)
      return saveEventResult(ctx, event, { outcome: "ignored", orderId });
    const refundId = ctx.newId();
    const change = buildChange(ctx, order, session, transition, refundId, event);
    if (!(await commitTransition(ctx, change))) return null;
    if (change.transition === "paid_unpromotable") await sendRefund(ctx, refundId);
    return "applied";
  });
}

/**
 * A session that does not match the order promotes nothing. If it is the order's own and complete, the order can't be
 * paid any more and fails, so the listing is free for other orders. Null for any other session.
 */
function buildMismatchChange(
  ctx: Ctx,
  order: OrderForTransition,
  session: Stripe.Checkout.Session,
  detail: string,
  event?: ReceivedEvent,
): OrderChange | null {
  const isOwnSession = session.id === (order.checkoutSessionId ?? session.id);
  if (!isOwnSession || session.status !== "complete" || !canTransition("mismatched", order.state))
    return null;
  return {
    order,
    transition: "mismatched",
    set: {
      mismatched: true,
      checkoutSessionId: sql`coalesce(checkout_session_id, ${session.id})`,
      closedTs: sql`coalesce(closed_ts, ${ctx.now})`,
    },
    event: event && { received: event, result: { outcome: "mismatch", detail } },
  };
}

function buildChange(
  ctx: Ctx,
  order: OrderForTransition,
  session: Stripe.Checkout.Session,
  transition: OrderTransition,
  refundId: string,
  received?: ReceivedEvent,
): OrderChange {
  const intentId = getPaymentIntentId(session);
  const ids = {
    checkoutSessionId: sql`coalesce(checkout_session_id, ${session.id})`,
    paymentIntentId: sql`coalesce(payment_intent_id, ${intentId})`,
  };
  const closed = { ...ids, closedTs: sql`coalesce(closed_ts, ${ctx.now})` };
  const paid = { ...closed, paidTs: ctx.now, mismatched: false };
  const event = received && { received };
  const base = { order, transition, event };
  switch (transition) {
    case "paid":
      return order.promotable
        ? { ...buildPaidChange(ctx, order), set: paid, event }
        : { ...buildUnpromotableChange(ctx, order, refundId), set: paid, event };
    case "processing":
      return {
        ...base,
        guard: sql`orders.processing_ts is null`,
        set: { ...ids, processingTs: ctx.now },
      };
    case "payment_failed":
      return {
        ...base,
        set: closed,
        statements: (guard) => paymentFailedMailStatements(ctx, order, guard),
      };
    default:
      return { ...base, set: closed, guard: sql`orders.processing_ts is null` };
  }
}

const buildPaidChange = (ctx: Ctx, order: OrderForTransition): OrderChange => ({
  order,
  transition: "paid",
  guard: isPromotionStartUnchangedSql(ctx, order),
  statements: (guard) => paidMailStatements(ctx, order, guard),
});

/** Inserts the full refund in the same batch, so that it can't be lost; it is sent right after. */
function buildUnpromotableChange(ctx: Ctx, order: OrderForTransition, refundId: string): OrderChange {
  const amount = order.amount - order.refundedAmount;
  const refund = { id: refundId, orderId: order.id, kind: "unpromotable", amount, reason: "" } as const;
  return {
    order,
    transition: "paid_unpromotable",
    guard: sql`${orders.refundedAmount} = ${order.refundedAmount}`,
    statements: (guard) => [
      insertRefundStatement(ctx, refund, guard),
      ...unpromotableMailStatements(ctx, order, guard),
    ],
  };
}
