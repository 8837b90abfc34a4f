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
import { parseBilling } from "./order-metadata";
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
  const transition = getCheckoutTransition(session, event?.type);
  let isRestored = false;
  return retryConflicts(orderId ?? "", async () => {
    const order = orderId ? await findOrderForTransition(ctx, orderId) : null;
    if (order) return applyToOrder(ctx, order, { session, transition, event });
    if (transition === "paid" && !isRestored) {
      isRestored = await restoreOrder(ctx, session);
      if (isRestored) return null;
    }
    // An unpaid session needs no check: its order may be missing because the database was restored.
    const outcome = transition === "paid" ? "unknown_order" : "ignored";
    return saveEventResult(ctx, event, { outcome, detail: orderId ?? "" });
  });
}

/** A checkout session, the transition that its state means, and the event that reported it. */
type SessionReport = {
  session: Stripe.Checkout.Session;
  transition: OrderTransition | null;
  event: ReceivedEvent | undefined;
};

/** Applies a session to its order as it was read; null if another writer changed the order since. */
async function applyToOrder(
  ctx: Ctx,
  order: OrderForTransition,
  { session, transition, event }: SessionReport,
): Promise<PaymentOutcome | null> {
  const ignore = (detail = "") =>
    saveEventResult(ctx, event, { outcome: "ignored", orderId: order.id, detail });
  const mismatch = describeSessionMismatch(order, session, ctx.payments.livemode);
  if (mismatch) {
    // A mismatch is an alert only if money is involved: an unpaid session of another order is ignored.
    if (transition === "checkout_expired") return ignore();
    return applyMismatch(ctx, order, session, mismatch, event);
  }
  // Already applied by another caller, or a later event arrived first.
  if (!transition || !canTransition(transition, order.state)) return ignore();
  const isProcessing = order.processingTs !== null;
  if (isProcessing && transition === "processing") return ignore();
  // A completed session can't expire, so the payment is still being processed.
  if (isProcessing && transition === "checkout_expired") return ignore("expired while being processed");

  const refundId = transition === "paid" && !order.promotable ? ctx.newId() : null;
  const isApplied = await commitTransition(ctx, {
    order,
    event: event && { received: event },
    ...(refundId
      ? buildUnpromotableChange(ctx, order, session, refundId)
      : buildChange(ctx, order, session, transition)),
  });
  if (!isApplied) return null;
  if (refundId) await sendRefund(ctx, refundId);
  return "applied";
}

/**
 * A session that does not match the order promotes nothing. If it is the order's own and complete, the order can't be
 * paid any more and fails, so the listing is free for other orders.
 */
async function applyMismatch(
  ctx: Ctx,
  order: OrderForTransition,
  session: Stripe.Checkout.Session,
  detail: string,
  event: ReceivedEvent | undefined,
): Promise<PaymentOutcome | null> {
  const result = { outcome: "mismatch", detail } as const;
  const isOwnSession = session.id === (order.checkoutSessionId ?? session.id);
  const fails = isOwnSession && session.status === "complete" && canTransition("mismatched", order.state);
  if (fails) {
    const { checkoutSessionId, closedTs } = toClosedColumns(ctx, session);
    const isApplied = await commitTransition(ctx, {
      order,
      transition: "mismatched",
      set: { mismatched: true, checkoutSessionId, closedTs },
      event: event && { received: event, result },
    });
    if (!isApplied) return null;
  }
  ctx.log.warn("payment_mismatch", { order: order.id, stripe_event_id: event?.id, detail });
  return fails ? "mismatch" : saveEventResult(ctx, event, { ...result, orderId: order.id });
}

type Change = Omit<OrderChange, "order" | "event">;

function buildChange(
  ctx: Ctx,
  order: OrderForTransition,
  session: Stripe.Checkout.Session,
  transition: OrderTransition,
): Change {
  const { closedTs, ...ids } = toClosedColumns(ctx, session);
  switch (transition) {
    case "paid":
      return {
        transition,
        guard: isPromotionStartUnchangedSql(ctx, order),
        set: toPaidColumns(ctx, session),
        statements: (guard) => paidMailStatements(ctx, order, guard),
      };
    case "processing":
      return { transition, guard: isNotProcessingSql, set: { ...ids, processingTs: ctx.now } };
    case "payment_failed":
      return {
        transition,
        set: { ...ids, closedTs },
        statements: (guard) => paymentFailedMailStatements(ctx, order, guard),
      };
    default:
      return {
        transition,
        guard: isNotProcessingSql,
        set: { ...ids, closedTs },
        // The mail says that the order can be repeated. A buyer who ended the session, or finds it ended, needs none.
        statements: (guard) =>
          order.promotable && session.expires_at * 1000 <= ctx.now && ctx.user?.id !== order.buyerId
            ? paymentFailedMailStatements(ctx, order, guard)
            : [],
      };
  }
}

/** Inserts the full refund in the same batch, so that it can't be lost; it is sent right after. */
function buildUnpromotableChange(
  ctx: Ctx,
  order: OrderForTransition,
  session: Stripe.Checkout.Session,
  refundId: string,
): Change {
  const amount = order.amount - order.refundedAmount;
  const refund = { id: refundId, orderId: order.id, kind: "unpromotable", amount, reason: "" } as const;
  return {
    transition: "paid_unpromotable",
    guard: sql`${orders.refundedAmount} = ${order.refundedAmount}`,
    set: toPaidColumns(ctx, session),
    statements: (guard) => [
      insertRefundStatement(ctx, refund, guard),
      ...unpromotableMailStatements(ctx, order, guard),
    ],
  };
}

const isNotProcessingSql = sql`orders.processing_ts is null`;

const toClosedColumns = (ctx: Ctx, session: Stripe.Checkout.Session) => ({
  checkoutSessionId: sql`coalesce(checkout_session_id, ${session.id})`,
  paymentIntentId: sql`coalesce(payment_intent_id, ${getPaymentIntentId(session)})`,
  closedTs: sql`coalesce(closed_ts, ${ctx.now})`,
});

function toPaidColumns(ctx: Ctx, session: Stripe.Checkout.Session) {
  const billing = parseBilling(session.metadata);
  return {
    ...toClosedColumns(ctx, session),
    // The order of an erased account has none. The same batch removes them again (`insertMissingInvoicesStatements`).
    billing: sql`coalesce(billing, ${billing && JSON.stringify(billing)})`,
    paidTs: ctx.now,
    mismatched: false,
  };
}
