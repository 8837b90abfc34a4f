import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { orders, refunds } from "@/db/schema";
import type { Stripe } from "@/platform/payments";
import type { PaymentOutcome } from "@/shared/codes";
import { promotionStart } from "./begin-promotion";
import { commitMove, type Move } from "./commit-move";
import { closeEvent, closeEventWhile, type Fate, type ReceivedEvent } from "./inbox";
import { paidMails, refundedMails } from "./mails";
import { type Cause, canMove } from "./moves";
import { findOrderToSettle, listingCanBePromoted, type OrderToSettle } from "./queries";
import { disputeLost, findKnownRefunds, type KnownRefunds, newsOf } from "./refund-queries";

/** Each round sees what the round before it lost to. */
const ROUNDS = 10;
/** More refunds than a price has parts that anybody would give back. */
const REFUNDS_OF_A_PAYMENT = 300;

export type RefundNews = { event?: ReceivedEvent /** What an operator should look at. */; alert?: string };

/**
 * Brings an order to what Stripe says now was given back of its payment. What an event says of it may be overtaken, and
 * a failed refund lowers it again, so events only wake this up: in any order and any number they end alike. Our own
 * refunds among them are marked as sent or failed in the same batch.
 * @throws StripeError when Stripe can't be asked; nothing is written then
 */
export async function settleRefunds(
  ctx: Ctx,
  orderId: string,
  intentId: string,
  { event, alert }: RefundNews = {},
): Promise<PaymentOutcome> {
  for (let round = 0; round < ROUNDS; round++) {
    const order = await findOrderToSettle(ctx, orderId);
    if (!order) return closeEvent(ctx, event, { outcome: "unknown_order", detail: orderId });
    const known = await findKnownRefunds(ctx, orderId);
    const given = await refundsAtStripe(ctx, intentId);
    const amount = given.filter(counts).reduce((sum, refund) => sum + refund.amount, 0);
    const lowered = amount < order.refundedAmount;
    const cause = causeOf(order, amount, known);
    if (amount === order.refundedAmount || (lowered && known.disputeLost) || !canMove(cause, order.state)) {
      const same = sql`exists (
        select 1 from ${orders} where ${orders.id} = ${orderId} and ${orders.refundedAmount} = ${order.refundedAmount}
      )`;
      const mark = markRefunds(ctx, orderId, given, same);
      if (!event) {
        await ctx.commit([mark]);
        return "ignored";
      }
      const fate: Fate =
        alert === undefined ? { outcome: "ignored", orderId } : { outcome: "alert", orderId, detail: alert };
      if (await closeEventWhile(ctx, event, fate, same, [mark])) return fate.outcome;
      continue;
    }
    const move: Move = {
      order,
      cause,
      refundedAmount: sql`${amount}`,
      // Whoever asked Stripe earlier and comes later finds another amount or more news, and asks again.
      when: sql`${orders.refundedAmount} = ${order.refundedAmount} and ${orders.state} = ${order.state}
        and ${newsOf(orderId)} = ${known.news}
        and ${lowered ? sql`not ${disputeLost(orderId)}` : sql`true`}`,
      set: [
        ...(cause === "refunded" ? [sql`closed_ts = coalesce(closed_ts, ${ctx.now})`] : []),
        sql`payment_intent_id = coalesce(payment_intent_id, ${intentId})`,
      ],
      beside: (made) => [markRefunds(ctx, orderId, given, made)],
      mails: (made) => mailsFor(ctx, order, cause, amount, sentNow(given, known), made),
      event,
      ...(alert === undefined ? {} : { alert }),
    };
    if (await commitMove(ctx, cause === "payment_stays" ? stays(ctx, order, move) : move)) {
      return alert === undefined ? "applied" : "alert";
    }
  }
  throw new Error(`order ${orderId} would not stand still`);
}

const counts = ({ status }: Stripe.Refund): boolean => status !== "failed" && status !== "canceled";

const refundsAtStripe = (ctx: Ctx, intentId: string): Promise<Stripe.Refund[]> =>
  ctx.payments.stripe.refunds
    .list({ payment_intent: intentId, limit: 100 })
    .autoPagingToArray({ limit: REFUNDS_OF_A_PAYMENT });

function causeOf(order: OrderToSettle, amount: number, known: KnownRefunds): Cause {
  if (amount > order.refundedAmount) return amount >= order.amount ? "refunded" : "partly_refunded";
  if (order.state !== "refunded" && order.state !== "partially_refunded") return "refund_undone";
  const neverPromoted = order.state === "refunded" && !order.promotion && !known.inVain;
  return neverPromoted && order.promotable ? "payment_stays" : "refund_failed";
}

/** As with any payment, its mails name the promotion's days. */
const stays = (ctx: Ctx, order: OrderToSettle, move: Move): Move => ({
  ...move,
  when: sql`${move.when} and ${promotionStart(ctx.now)} = ${order.startsTs} and ${listingCanBePromoted()}`,
  set: [...(move.set ?? []), sql`paid_ts = coalesce(paid_ts, ${ctx.now})`],
});

/** Our own refunds among those that Stripe lists become what they are there, if `made` holds. */
function markRefunds(ctx: Ctx, orderId: string, given: Stripe.Refund[], made: SQL): Statement {
  const ours = given.flatMap((refund) => {
    const id = refund.metadata?.refund_id;
    return id ? [{ id, stripe: refund.id, state: counts(refund) ? "sent" : "failed" }] : [];
  });
  return ctx.db.run(sql`
    update ${refunds} set state = told.state, stripe_refund_id = told.stripe, sent_ts = coalesce(sent_ts, ${ctx.now})
    from (
      select value ->> 'id' as id, value ->> 'stripe' as stripe, value ->> 'state' as state
      from json_each(${JSON.stringify(ours)})
    ) told
    where refunds.id = told.id and refunds.order_id = ${orderId} and refunds.state <> told.state and ${made}`);
}

/** Our own refunds that Stripe lists and we did not know as sent; none for what was decided elsewhere. */
function sentNow(given: Stripe.Refund[], known: KnownRefunds): KnownRefunds["pending"] {
  const listed = new Set(given.map((refund) => refund.metadata?.refund_id));
  return known.pending.filter(({ id }) => listed.has(id));
}

function mailsFor(
  ctx: Ctx,
  order: OrderToSettle,
  cause: Cause,
  amount: number,
  sent: KnownRefunds["pending"],
  made: SQL,
): Statement[] {
  if (cause === "payment_stays") return paidMails(ctx, order, made);
  // Who paid in vain was told so at once.
  if (amount <= order.refundedAmount || sent.some(({ kind }) => kind === "impossible")) return [];
  const reason = sent.flatMap((one) => one.reason || []).join("\n");
  return refundedMails(ctx, order, amount, reason, made);
}
