import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { orders, refunds } from "@/db/schema";
import type { Stripe } from "@/platform/payments";
import type { PaymentOutcome } from "@/shared/codes";
import { promotionStart } from "./begin-promotion";
import { commitMove, type Move } from "./commit-move";
import { findDisputes } from "./disputes";
import { closeEvent, closeEventWhile, type Fate, type ReceivedEvent } from "./inbox";
import { disputeLostMails, paidMails, refundedMails } from "./mails";
import type { Cause } from "./moves";
import { findOrderToSettle, listingCanBePromoted, type OrderToSettle } from "./queries";
import { findKnownRefunds, type KnownRefunds, newsOf } from "./refund-queries";
import { returnMove } from "./return-move";

/** Each round sees what the round before it lost to. */
const ROUNDS = 10;
/** More refunds than a price has parts that anybody would give back. */
const REFUNDS_OF_A_PAYMENT = 300;
/** By these money is here that had gone back. */
const STAYS: readonly Cause[] = ["payment_stays", "refund_failed", "still_disputed", "dispute_won"];

export type ReturnNews = {
  event?: ReceivedEvent;
  /** What an operator should look at. */
  alert?: string;
  /** The dispute that the event is about. */
  dispute?: Stripe.Dispute;
};

/**
 * Brings an order to what Stripe says now went back of its payment, by refunds and by disputes. What an event says may be
 * overtaken, and a failed refund or a dispute that is won turns it back, so events only wake this up: in any order and
 * any number they end alike. Our own refunds among those listed are marked as sent or failed in the same batch.
 * @throws StripeError when Stripe can't be asked; nothing is written then
 */
export async function settleReturns(
  ctx: Ctx,
  orderId: string,
  intentId: string,
  { event, alert, dispute }: ReturnNews = {},
): Promise<PaymentOutcome> {
  const told = alert === undefined ? undefined : ({ outcome: "alert", detail: alert } as const);
  for (let round = 0; round < ROUNDS; round++) {
    const order = await findOrderToSettle(ctx, orderId);
    if (!order) return closeEvent(ctx, event, { outcome: "unknown_order", detail: orderId });
    // What is returned of it is in other money, or of another price: none of it belongs on the order's books.
    if (order.mismatched)
      return closeEvent(ctx, event, { outcome: "mismatch", orderId, detail: "not what was ordered" });
    // Before Stripe is asked: what comes in from here on may tell of more than it answers.
    const known = await findKnownRefunds(ctx, orderId);
    const given = await refundsAtStripe(ctx, intentId);
    const disputed = await findDisputes(ctx, order, intentId, dispute);
    const refunded = given.filter(counts).reduce((sum, refund) => sum + refund.amount, 0);
    const wanted = returnMove(
      { ...order, ...known, promoted: order.promotion !== null },
      { ...disputed, refunded },
    );
    const asItStood = sql`${orders.refundedAmount} = ${order.refundedAmount} and ${orders.state} = ${order.state}`;
    if (!wanted) {
      const same = sql`exists (select 1 from ${orders} where ${orders.id} = ${orderId} and ${asItStood})`;
      const mark = markRefunds(ctx, orderId, given, same);
      if (!event) {
        await ctx.commit([mark]);
        return "ignored";
      }
      const fate: Fate = { ...(told ?? { outcome: "ignored" }), orderId };
      if (await closeEventWhile(ctx, event, fate, same, [mark])) return fate.outcome;
      continue;
    }
    const { cause, amount } = wanted;
    const move: Move = {
      order,
      cause,
      refundedAmount: sql`${amount}`,
      // Whoever asked Stripe earlier and comes later finds another order or more news, and asks again.
      when: sql`${asItStood} and ${newsOf(orderId)} = ${known.news}`,
      set: [
        ...(cause === "refunded" ? [sql`closed_ts = coalesce(closed_ts, ${ctx.now})`] : []),
        sql`payment_intent_id = coalesce(payment_intent_id, ${intentId})`,
        // A refund may be heard of before its payment; if that stays, it was one.
        ...(STAYS.includes(cause) ? [sql`paid_ts = coalesce(paid_ts, ${ctx.now})`] : []),
      ],
      ...(cause === "dispute_lost" ? { detail: { lost: disputed.lost } } : {}),
      beside: (made) => [markRefunds(ctx, orderId, given, made)],
      mails: (made) => {
        if (cause === "dispute_lost") return disputeLostMails(ctx, order, made);
        return mailsFor(ctx, order, cause === "payment_stays", amount, sentNow(given, known), made);
      },
      event,
      fate: told,
    };
    if (await commitMove(ctx, cause === "payment_stays" ? asPaid(ctx, order, move) : move))
      return told?.outcome ?? "applied";
  }
  throw new Error(`order ${orderId} would not stand still`);
}

const counts = ({ status }: Stripe.Refund): boolean => status !== "failed" && status !== "canceled";

const refundsAtStripe = (ctx: Ctx, intentId: string): Promise<Stripe.Refund[]> =>
  ctx.payments.stripe.refunds
    .list({ payment_intent: intentId, limit: 100 })
    .autoPagingToArray({ limit: REFUNDS_OF_A_PAYMENT });

/** As with any payment, its mails name the promotion's days. */
const asPaid = (ctx: Ctx, order: OrderToSettle, move: Move): Move => ({
  ...move,
  when: sql`${move.when} and ${promotionStart(ctx.now)} = ${order.startsTs} and ${listingCanBePromoted()}`,
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
  stays: boolean,
  amount: number,
  sent: KnownRefunds["pending"],
  made: SQL,
): Statement[] {
  if (stays) return paidMails(ctx, order, made);
  // Who paid in vain was told so at once.
  if (amount <= order.refundedAmount || sent.some(({ kind }) => kind === "impossible")) return [];
  const reason = sent.flatMap((one) => one.reason || []).join("\n");
  return refundedMails(ctx, order, amount, reason, made);
}
