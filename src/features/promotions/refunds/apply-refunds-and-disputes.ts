import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { noGuard } from "@/db/guard";
import { disputes as disputesTable, orders, refunds } from "@/db/schema";
import type { Stripe } from "@/platform/stripe";
import type { PaymentOutcome, RefundKind } from "@/shared/codes";
import { commitTransition } from "../orders/commit-transition";
import {
  type EventResult,
  type ReceivedEvent,
  saveEventResult,
  saveEventResultIf,
} from "../orders/event-inbox";
import { disputeLostMailStatements, paidMailStatements, refundedMailStatements } from "../orders/order-mails";
import type { OrderTransition } from "../orders/order-transitions";
import {
  findOrderForTransition,
  isPromotionStartUnchangedSql,
  type OrderForTransition,
} from "../orders/queries";
import { retryConflicts } from "../orders/retry-conflicts";
import { prepareDisputeStatements, summarizeDisputes } from "./disputes";
import { eventCountSql, getRecordedRefunds, type RecordedRefunds } from "./queries";
import { getRefundOrDisputeTransition } from "./refund-or-dispute-transition";

/** Above any realistic number of partial refunds of one payment. */
const MAX_REFUNDS_PER_PAYMENT = 300;
/** Transitions after which the order counts as paid. */
const TRANSITIONS_TO_PAID: readonly OrderTransition[] = [
  "payment_restored",
  "refund_failed",
  "still_disputed",
  "dispute_won",
];

type ApplyOptions = {
  event?: ReceivedEvent;
  /** A problem for an admin to check. */
  alert?: string;
  /** The dispute of the event, which Stripe's list must contain. */
  disputeId?: string;
};

/**
 * Applies the refunds and disputes of a payment, as Stripe lists them now, and the bank transfers to its order. Events
 * may be outdated, so they only trigger this: in any order and number they lead to the same result. The same batch
 * marks recorded refunds as sent or failed.
 * @throws StripeError if Stripe is unavailable, Refused `unavailable` while it does not list
 * `disputeId`; nothing is written then
 */
export const applyRefundsAndDisputes = (
  ctx: Ctx,
  orderId: string,
  intentId: string,
  options: ApplyOptions = {},
): Promise<PaymentOutcome> => retryConflicts(orderId, () => tryToApply(ctx, orderId, intentId, options));

/** One attempt; null if another request changed the order meanwhile. */
async function tryToApply(
  ctx: Ctx,
  orderId: string,
  intentId: string,
  { event, alert, disputeId }: ApplyOptions,
): Promise<PaymentOutcome | null> {
  const alertResult = alert === undefined ? undefined : ({ outcome: "alert", detail: alert } as const);
  const order = await findOrderForTransition(ctx, orderId);
  if (!order) return saveEventResult(ctx, event, { outcome: "unknown_order", detail: orderId });
  // The payment has another currency or price: its refunds do not belong to the order.
  if (order.mismatched)
    return saveEventResult(ctx, event, {
      outcome: "mismatch",
      orderId,
      detail: "amount or currency differs from the order",
    });
  // Read before the lists at Stripe: events received later may report newer refunds.
  const recorded = await getRecordedRefunds(ctx, orderId);
  const listed = await listStripeRefunds(ctx, intentId);
  const disputes = await summarizeDisputes(ctx, order, intentId, disputeId);
  const updateDisputes = await prepareDisputeStatements(ctx, order, disputes);
  // Stripe lists no bank transfers.
  const refunded = listed
    .filter(isEffective)
    .reduce((sum, refund) => sum + refund.amount, order.transferredAmount);
  const next = getRefundOrDisputeTransition(
    { ...order, ...recorded, promoted: order.promotion !== null },
    { ...disputes, refunded },
  );
  if (!next) {
    const result: EventResult = { ...(alertResult ?? { outcome: "ignored" }), orderId };
    return saveUnchangedOrder(ctx, order, event, result, (guard) => {
      // The event itself may be one more; with a further one, the list may be outdated.
      const isLatest = sql`${guard} and ${eventCountSql(orderId)} <= ${recorded.eventCount + 1}`;
      return [
        ...updateRefundsStatements(ctx, orderId, listed, guard),
        // The price had been paid back in another way: nothing else changes for the buyer.
        ...(order.state === "refunded"
          ? disputeLostMailStatements(ctx, order, sql`${isLatest} and ${isNewLossSql(disputes.listed)}`, {
              hasCreditNote: false,
            })
          : []),
        ...updateDisputes(isLatest),
      ];
    });
  }
  const { transition, amount } = next;
  const mailStatements = (guard: SQL): Statement[] => {
    if (transition === "dispute_lost") return disputeLostMailStatements(ctx, order, guard);
    if (transition === "payment_restored") return paidMailStatements(ctx, order, guard);
    return newRefundMailStatements(ctx, order, amount, getNewlySent(listed, recorded), guard);
  };
  const isCommitted = await commitTransition(ctx, {
    order,
    transition,
    // A caller with outdated lists finds the order changed or more events, and retries.
    guard: sql`${isOrderUnchangedSql(order)} and ${eventCountSql(orderId)} = ${recorded.eventCount}
      and ${transition === "payment_restored" ? isPromotionStartUnchangedSql(ctx, order) : noGuard}`,
    set: {
      refundedAmount: amount,
      // Refunds and losses together are at most the price. A bank may change its decision.
      disputeLoss: amount - Math.min(order.amount, refunded),
      ...(transition === "refunded" ? { closedTs: sql`coalesce(closed_ts, ${ctx.now})` } : {}),
      paymentIntentId: sql`coalesce(payment_intent_id, ${intentId})`,
      // The event of a refund may arrive before the event of its payment, which set no `paid_ts` then.
      ...(TRANSITIONS_TO_PAID.includes(transition) ? { paidTs: sql`coalesce(paid_ts, ${ctx.now})` } : {}),
    },
    statements: (guard) => [
      ...updateRefundsStatements(ctx, orderId, listed, guard),
      ...updateDisputes(guard),
      ...mailStatements(guard),
    ],
    event: event && { received: event, result: alertResult },
  });
  return isCommitted ? (alertResult?.outcome ?? "applied") : null;
}

/** Condition: the database does not know yet that one of these disputes was lost. */
const isNewLossSql = (listed: readonly Stripe.Dispute[]): SQL => {
  const lost = listed.filter(({ status }) => status === "lost").map(({ id }) => id);
  return sql`exists (select 1 from json_each(${JSON.stringify(lost)}) where not exists (
    select 1 from ${disputesTable} where ${disputesTable.id} = value and ${disputesTable.status} = 'lost'))`;
};

/** Condition on `orders`: the order has not changed since it was read. */
const isOrderUnchangedSql = ({ refundedAmount, state }: OrderForTransition): SQL =>
  sql`${orders.refundedAmount} = ${refundedAmount} and ${orders.state} = ${state}`;

/** Saves the result of the event and other statements, without a transition; null if the order has changed. */
async function saveUnchangedOrder(
  ctx: Ctx,
  order: OrderForTransition,
  event: ApplyOptions["event"],
  result: EventResult,
  getStatements: (guard: SQL) => Statement[],
): Promise<PaymentOutcome | null> {
  const guard = sql`exists (select 1 from ${orders} where ${orders.id} = ${order.id} and ${isOrderUnchangedSql(order)})`;
  const statements = getStatements(guard);
  if (!event) {
    await ctx.commit(statements);
    return "ignored";
  }
  return (await saveEventResultIf(ctx, event, result, guard, statements)) ? result.outcome : null;
}

/** Failed and canceled refunds returned no money. */
const isEffective = ({ status }: Stripe.Refund): boolean => status !== "failed" && status !== "canceled";

async function listStripeRefunds(ctx: Ctx, intentId: string): Promise<Stripe.Refund[]> {
  const stripe = await ctx.payments.stripe();
  return stripe.refunds
    .list({ payment_intent: intentId, limit: 100 })
    .autoPagingToArray({ limit: MAX_REFUNDS_PER_PAYMENT });
}

/**
 * Updates recorded refunds to their state at Stripe, if `guard` holds, and records returned ones that were made in the
 * Stripe dashboard: an admin pays them in another way.
 */
function updateRefundsStatements(
  ctx: Ctx,
  orderId: string,
  listed: Stripe.Refund[],
  guard: SQL,
): Statement[] {
  const known = listed.flatMap((refund) => {
    const id = refund.metadata?.refund_id;
    return id ? [{ id, stripe: refund.id, state: isEffective(refund) ? "sent" : "failed" }] : [];
  });
  const returned = listed.flatMap(({ status, id: stripe, metadata, amount, created }) =>
    status === "failed"
      ? [{ id: metadata?.refund_id ?? ctx.newId(), stripe, amount, created: created * 1000 }]
      : [],
  );
  return [
    ctx.db.run(sql`
    update ${refunds} set state = current.state, stripe_refund_id = current.stripe, sent_ts = coalesce(sent_ts, ${ctx.now})
    from (
      select value ->> 'id' as id, value ->> 'stripe' as stripe, value ->> 'state' as state
      from json_each(${JSON.stringify(known)})
    ) current
    where refunds.id = current.id and refunds.order_id = ${orderId}
      and refunds.state not in (current.state, 'transferred') and ${guard}`),
    ctx.db.run(sql`
    insert into ${refunds} (id, order_id, kind, amount, state, stripe_refund_id, created_ts, sent_ts)
    select value ->> 'id', ${orderId}, 'refund', value ->> 'amount', 'failed', value ->> 'stripe',
      value ->> 'created', value ->> 'created'
    from json_each(${JSON.stringify(returned)}) where ${guard}
    on conflict do nothing`),
  ];
}

/**
 * Recorded refunds that Stripe lists and the database has not marked as sent. Excludes refunds made in the Stripe
 * dashboard.
 */
function getNewlySent(listed: Stripe.Refund[], recorded: RecordedRefunds): RecordedRefunds["pending"] {
  const ids = new Set(listed.map((refund) => refund.metadata?.refund_id));
  return recorded.pending.filter(({ id }) => ids.has(id));
}

/** Refunds that the buyer got a mail about when they were recorded. */
const ANNOUNCED: ReadonlySet<RefundKind> = new Set(["unpromotable", "withdrawal"]);

function newRefundMailStatements(
  ctx: Ctx,
  order: OrderForTransition,
  amount: number,
  sent: RecordedRefunds["pending"],
  guard: SQL,
): Statement[] {
  if (amount <= order.refundedAmount || (sent.length > 0 && sent.every(({ kind }) => ANNOUNCED.has(kind))))
    return [];
  const reason = sent.flatMap((refund) => refund.reason || []).join("\n");
  return refundedMailStatements(ctx, order, amount, reason, guard);
}
