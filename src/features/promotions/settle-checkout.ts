import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { orders } from "@/db/schema";
import type { Stripe } from "@/platform/payments";
import type { PaymentOutcome } from "@/shared/codes";
import { promotionStart } from "./begin-promotion";
import { intentIdOf, mismatchOf, newsOf, orderIdOf } from "./checkout-news";
import { commitMove, type Move } from "./commit-move";
import { closeEvent, type ReceivedEvent } from "./inbox";
import { failedMails, impossibleMails, paidMails } from "./mails";
import { type Cause, canMove } from "./moves";
import { noteRefund } from "./note-refund";
import { findOrderToSettle, listingCanBePromoted, type OrderToSettle } from "./queries";
import { restoreOrder } from "./restore-order";
import { sendRefund } from "./send-refund";

/** Each round sees what the round before it lost to; so many orders of one listing never settle at once. */
const ROUNDS = 10;

/**
 * Brings the order of a checkout session to where the session says it is. Webhook, return page and job all call this,
 * in any order and any number of times: the effect is keyed by the order, and only the first news moves it.
 * The session comes from Stripe itself, signed or retrieved (with `payment_intent` expanded, to see failures).
 * What was paid in vain goes back at once, or by the job when Stripe can't be asked. A paid order that the database does
 * not have is rebuilt first.
 */
export async function settleCheckout(
  ctx: Ctx,
  session: Stripe.Checkout.Session,
  event?: ReceivedEvent,
): Promise<PaymentOutcome> {
  const orderId = orderIdOf(session);
  for (let round = 0; round < ROUNDS; round++) {
    const order = orderId ? await findOrderToSettle(ctx, orderId) : null;
    const news = newsOf(session, event?.type);
    if (!order) {
      if (news === "paid" && round === 0 && (await restoreOrder(ctx, session))) continue;
      // Without money there is nothing to look at: the order may have been lost when the database was restored.
      const outcome = news === "paid" ? "unknown_order" : "ignored";
      return closeEvent(ctx, event, { outcome, detail: orderId ?? "" });
    }
    const detail = mismatchOf(order, session, ctx.payments.livemode);
    if (detail && news === "checkout_expired") {
      // Of money a mismatch is an alert; an unpaid stray session may go its way.
      return closeEvent(ctx, event, { outcome: "ignored", orderId });
    }
    if (detail) {
      const letGo = mismatchMove(ctx, order, session, detail, event);
      if (letGo && !(await commitMove(ctx, letGo))) continue;
      ctx.log.warn("payment_mismatch", { order: order.id, stripe_event_id: event?.id, detail });
      return letGo ? "mismatch" : closeEvent(ctx, event, { outcome: "mismatch", orderId, detail });
    }
    if (!news || !canMove(news, order.state)) {
      // Nothing new: the same news came by another way, or later news came before this.
      return closeEvent(ctx, event, { outcome: "ignored", orderId });
    }
    if (news === "checkout_expired" && order.processingTs !== null) {
      // A session that was completed can't have expired: what is being processed stays.
      return closeEvent(ctx, event, { outcome: "ignored", orderId, detail: "expired while being processed" });
    }
    if (news === "processing" && order.processingTs !== null)
      return closeEvent(ctx, event, { outcome: "ignored", orderId });
    const refundId = ctx.newId();
    const move = moveFor(ctx, order, session, news, refundId, event);
    if (!(await commitMove(ctx, move))) continue;
    if (move.cause === "paid_in_vain") await sendRefund(ctx, refundId);
    return "applied";
  }
  throw new Error(`order ${orderId} would not stand still`);
}

/**
 * A session that is not what was ordered promotes nothing. Where it was the order's own and is over, nobody can pay for the
 * order any more, so it holds its listing no longer; null where there is nothing to let go.
 */
function mismatchMove(
  ctx: Ctx,
  order: OrderToSettle,
  session: Stripe.Checkout.Session,
  detail: string,
  event?: ReceivedEvent,
): Move | null {
  const own = session.id === (order.checkoutSessionId ?? session.id);
  if (!own || session.status !== "complete" || !canMove("mismatched", order.state)) return null;
  return {
    order,
    cause: "mismatched",
    set: [
      sql`checkout_session_id = coalesce(checkout_session_id, ${session.id})`,
      sql`closed_ts = coalesce(closed_ts, ${ctx.now})`,
    ],
    event,
    fate: { outcome: "mismatch", detail },
  };
}

function moveFor(
  ctx: Ctx,
  order: OrderToSettle,
  session: Stripe.Checkout.Session,
  news: Cause,
  refundId: string,
  event?: ReceivedEvent,
): Move {
  const intentId = intentIdOf(session);
  const known = [
    sql`checkout_session_id = coalesce(checkout_session_id, ${session.id})`,
    sql`payment_intent_id = coalesce(payment_intent_id, ${intentId})`,
  ];
  const closed = sql`closed_ts = coalesce(closed_ts, ${ctx.now})`;
  const base = { order, cause: news, event, set: known };
  switch (news) {
    case "paid":
      return order.promotable
        ? paidMove(ctx, order, [...known, closed, sql`paid_ts = ${ctx.now}`], event)
        : paidInVain(ctx, order, refundId, [...known, closed, sql`paid_ts = ${ctx.now}`], event);
    case "processing":
      return {
        ...base,
        when: sql`orders.processing_ts is null`,
        set: [...known, sql`processing_ts = ${ctx.now}`],
      };
    case "payment_failed":
      return { ...base, set: [...known, closed], mails: (made) => failedMails(ctx, order, made) };
    default:
      return { ...base, set: [...known, closed], when: sql`orders.processing_ts is null` };
  }
}

/** The mails name the promotion's days, so the move holds only if its start is still the one they name. */
function paidMove(ctx: Ctx, order: OrderToSettle, set: SQL[], event?: ReceivedEvent): Move {
  return {
    order,
    cause: "paid",
    when: sql`${promotionStart(ctx.now)} = ${order.startsTs} and ${listingCanBePromoted()}`,
    set,
    mails: (made) => paidMails(ctx, order, made),
    event,
  };
}

/** All of it is noted to be given back in the same batch, so that it is never forgotten, and sent right after. */
function paidInVain(
  ctx: Ctx,
  order: OrderToSettle,
  refundId: string,
  set: SQL[],
  event?: ReceivedEvent,
): Move {
  const amount = order.amount - order.refundedAmount;
  const refund = { id: refundId, orderId: order.id, kind: "impossible", amount, reason: "" } as const;
  return {
    order,
    cause: "paid_in_vain",
    when: sql`${orders.refundedAmount} = ${order.refundedAmount}`,
    set,
    beside: (made) => [noteRefund(ctx, refund, made)],
    mails: (made) => impossibleMails(ctx, order, made),
    event,
  };
}
