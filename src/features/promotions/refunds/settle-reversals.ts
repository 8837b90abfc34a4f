import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { noGuard } from "@/db/guard";
import { orders, refunds } from "@/db/schema";
import type { Stripe } from "@/platform/payments";
import type { PaymentOutcome } from "@/shared/codes";
import { commitTransition, type OrderChange } from "../orders/commit-transition";
import { disputeLostMails, paidMails, refundedMails } from "../orders/order-mails";
import type { OrderTransition } from "../orders/order-transitions";
import { findOrderToSettle, isPromotionStartUnchanged, type OrderToSettle } from "../orders/queries";
import {
  type EventResult,
  type ReceivedEvent,
  saveEventResult,
  saveEventResultIf,
} from "../stripe-events/inbox";
import { summarizeDisputes } from "./disputes";
import { eventCount, getRecordedRefunds, type RecordedRefunds } from "./queries";
import { getReversalTransition } from "./reversal-transition";

/** Optimistic concurrency: retry when another writer changed the order first. */
const MAX_ATTEMPTS = 10;
/** Above any realistic number of partial refunds of one payment. */
const REFUNDS_OF_A_PAYMENT = 300;
/** Transitions after which the buyer's payment is ours again. */
const STAYS: readonly OrderTransition[] = [
  "payment_restored",
  "refund_failed",
  "still_disputed",
  "dispute_won",
];

export type SettleReversalsOptions = {
  event?: ReceivedEvent;
  /** A problem for an operator to check. */
  alert?: string;
  /** The dispute that the event is about. */
  dispute?: Stripe.Dispute;
};

/**
 * Applies the refunds and disputes of a payment, as Stripe lists them now, to its order. Events may be outdated, so they
 * only trigger this: in any order and number they lead to the same result. Our own refunds in the list are marked as sent
 * or failed in the same batch.
 * @throws StripeError when Stripe can't be asked; nothing is written then
 */
export async function settleReversals(
  ctx: Ctx,
  orderId: string,
  intentId: string,
  { event, alert, dispute }: SettleReversalsOptions = {},
): Promise<PaymentOutcome> {
  const told = alert === undefined ? undefined : ({ outcome: "alert", detail: alert } as const);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const order = await findOrderToSettle(ctx, orderId);
    if (!order) return saveEventResult(ctx, event, { outcome: "unknown_order", detail: orderId });
    // The payment has another currency or price: its refunds do not belong to the order.
    if (order.mismatched)
      return saveEventResult(ctx, event, { outcome: "mismatch", orderId, detail: "not what was ordered" });
    // Read before Stripe is asked: events received after this may report more than its answer.
    const known = await getRecordedRefunds(ctx, orderId);
    const given = await refundsAtStripe(ctx, intentId);
    const disputed = await summarizeDisputes(ctx, order, intentId, dispute);
    const refunded = given.filter(counts).reduce((sum, refund) => sum + refund.amount, 0);
    const wanted = getReversalTransition(
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
      const eventResult: EventResult = { ...(told ?? { outcome: "ignored" }), orderId };
      if (await saveEventResultIf(ctx, event, eventResult, same, [mark])) return eventResult.outcome;
      continue;
    }
    const { transition, amount } = wanted;
    const change: OrderChange = {
      order,
      transition,
      refundedAmount: sql`${amount}`,
      // A caller with an older answer of Stripe finds the order changed or more events, and asks again.
      guard: sql`${asItStood} and ${eventCount(orderId)} = ${known.eventCount}
        and ${transition === "payment_restored" ? isPromotionStartUnchanged(ctx, order) : noGuard}`,
      set: [
        ...(transition === "refunded" ? [sql`closed_ts = coalesce(closed_ts, ${ctx.now})`] : []),
        sql`payment_intent_id = coalesce(payment_intent_id, ${intentId})`,
        // A refund may be heard of before its payment; if that stays, it was one.
        ...(STAYS.includes(transition) ? [sql`paid_ts = coalesce(paid_ts, ${ctx.now})`] : []),
      ],
      ...(transition === "dispute_lost" ? { detail: { lost: disputed.lost } } : {}),
      statements: (guard) => [markRefunds(ctx, orderId, given, guard)],
      mails: (guard) => {
        if (transition === "dispute_lost") return disputeLostMails(ctx, order, guard);
        return mailsFor(ctx, order, transition === "payment_restored", amount, sentNow(given, known), guard);
      },
      event,
      eventResult: told,
    };
    if (await commitTransition(ctx, change)) return told?.outcome ?? "applied";
  }
  throw new Error(`order ${orderId}: gave up after ${MAX_ATTEMPTS} conflicting updates`);
}

const counts = ({ status }: Stripe.Refund): boolean => status !== "failed" && status !== "canceled";

const refundsAtStripe = (ctx: Ctx, intentId: string): Promise<Stripe.Refund[]> =>
  ctx.payments.stripe.refunds
    .list({ payment_intent: intentId, limit: 100 })
    .autoPagingToArray({ limit: REFUNDS_OF_A_PAYMENT });

/** Updates our own refunds to their state at Stripe, if `guard` holds. */
function markRefunds(ctx: Ctx, orderId: string, given: Stripe.Refund[], guard: SQL): Statement {
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
    where refunds.id = told.id and refunds.order_id = ${orderId} and refunds.state <> told.state and ${guard}`);
}

/**
 * Our own refunds that Stripe lists and the database has not marked as sent. Excludes refunds made in the Stripe
 * dashboard.
 */
function sentNow(given: Stripe.Refund[], known: RecordedRefunds): RecordedRefunds["pending"] {
  const listed = new Set(given.map((refund) => refund.metadata?.refund_id));
  return known.pending.filter(({ id }) => listed.has(id));
}

function mailsFor(
  ctx: Ctx,
  order: OrderToSettle,
  stays: boolean,
  amount: number,
  sent: RecordedRefunds["pending"],
  guard: SQL,
): Statement[] {
  if (stays) return paidMails(ctx, order, guard);
  // Who paid in vain was told so at once.
  if (amount <= order.refundedAmount || sent.some(({ kind }) => kind === "impossible")) return [];
  const reason = sent.flatMap((one) => one.reason || []).join("\n");
  return refundedMails(ctx, order, amount, reason, guard);
}
