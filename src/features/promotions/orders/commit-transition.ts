import { inArray, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject, hasAuditEventSql } from "@/db/audit";
import type { Statement } from "@/db/client";
import { noGuard } from "@/db/guard";
import { hasRows } from "@/db/returned-rows";
import { orders } from "@/db/schema";
import {
  EMPTY_REGISTER,
  insertMissingInvoicesStatements,
  readRegister,
  registerOrderInvoices,
} from "@/features/invoices";
import { reindexListingStatements } from "@/features/listings";
import type { OrderState, PaymentOutcome } from "@/shared/codes";
import { planPromotionEffect } from "../schedule/plan-promotion-effect";
import { type EventResult, type ReceivedEvent, upsertEventStatement } from "../stripe-events/event-inbox";
import { type OrderTransition, TRANSITIONS } from "./order-transitions";

export type OrderChange = {
  /** Without a listing nothing is promoted or indexed. */
  order: { id: string; listingId: string | null };
  transition: OrderTransition;
  /** Further guard of the transition, on the order's row. */
  guard?: SQL;
  /** Assignments to columns of the order, in addition to its state. */
  set?: SQL[];
  /** The order's `refunded_amount` (bani) after the change; unchanged if absent. */
  refundedAmount?: SQL;
  /** More statements for the batch, each with the guard. */
  furtherStatements?: (guard: SQL) => Statement[];
  /** Days to add to the promotion; for the effect `extend`. */
  days?: number;
  /** Details of a decision for the audit log, in addition to the order's previous state. */
  detail?: Record<string, string | number>;
  /** Mails, each with the guard. */
  mails?: (guard: SQL) => Statement[];
  event?: ReceivedEvent | undefined;
  /** The result of an event that an admin should check although it was applied; `applied` by default. */
  eventResult?: { outcome: PaymentOutcome; detail: string } | undefined;
};

/**
 * Commits one transition of an order in one batch with its effects: promotion, invoices, mails, search rows, and the
 * row of the event. The audit event is the claim, and not the order's update: its id is new, so every later statement
 * can require it, even when the transition keeps the order's state. It is inserted only if the order is still in a
 * start state of the transition, so of several parallel calls one inserts it.
 * @returns whether this call committed the transition; if not, nothing was written
 */
export async function commitTransition(ctx: Ctx, change: OrderChange): Promise<boolean> {
  const { order, transition } = change;
  const rule = TRANSITIONS[transition];
  const claimId = ctx.newId();
  const guard = hasAuditEventSql(claimId);

  const [plan, register] = await Promise.all([
    planPromotionEffect(ctx, order.id, { effect: rule.promotion, days: change.days ?? 0 }, guard),
    WITHOUT_INVOICE.includes(transition) ? EMPTY_REGISTER : readRegister(ctx, order.id),
  ]);

  const claim = auditEventStatement(
    ctx,
    {
      id: claimId,
      action: `order.${transition}`,
      subject: auditSubject("order", order.id),
      detail: sql`json_set(${JSON.stringify(change.detail ?? {})},
        '$.from', ${orders.state}, '$.event', ${change.event?.id ?? null})`,
    },
    sql`${isInStartStateSql(change)} and ${plan.guard}`,
    orders,
  );

  const refundedAmount = change.refundedAmount ?? sql`refunded_amount`;
  const set = [
    sql`state = ${targetStateSql(transition, refundedAmount)}`,
    sql`refunded_amount = ${refundedAmount}`,
  ];

  const eventResult: EventResult = { ...(change.eventResult ?? { outcome: "applied" }), orderId: order.id };
  const [claimed] = await ctx.commit([
    claim,
    ...plan.statements,
    ctx.db.run(
      sql`update ${orders} set ${sql.join([...set, ...(change.set ?? [])], sql`, `)} where id = ${order.id} and ${guard}`,
    ),
    ...(change.furtherStatements?.(guard) ?? []),
    ...insertMissingInvoicesStatements(ctx, order.id, guard, register),
    ...(change.mails?.(guard) ?? []),
    ...plan.mails,
    ...(rule.promotion === "none" || !order.listingId
      ? []
      : reindexListingStatements(ctx, order.listingId, guard)),
    ...(change.event ? [upsertEventStatement(ctx, change.event, eventResult, guard)] : []),
  ]);
  if (hasRows(claimed) && !WITHOUT_INVOICE.includes(transition))
    await registerOrderInvoices(ctx, order.id, register);
  return hasRows(claimed);
}

/** Transitions that issue no invoice. */
const WITHOUT_INVOICE: readonly OrderTransition[] = [
  "processing",
  "payment_failed",
  "mismatched",
  "checkout_expired",
];

/** Condition: a row of `orders` is the order, in a start state of the transition. */
const isInStartStateSql = ({ order, transition, guard = noGuard }: OrderChange): SQL =>
  sql`${orders.id} = ${order.id}
    and ${inArray(orders.state, Object.keys(TRANSITIONS[transition].targets) as OrderState[])} and ${guard}`;

/** The target state as SQL over the order's row; the refunded amount decides between the two paid states. */
function targetStateSql(transition: OrderTransition, refundedAmount: SQL): SQL {
  const cases = Object.entries(TRANSITIONS[transition].targets).map(([from, to]) => {
    const target =
      to === "fulfilled"
        ? sql`case when ${refundedAmount} > 0 then 'partially_refunded' else 'fulfilled' end`
        : sql`${to}`;
    return sql`when ${from} then ${target}`;
  });
  return sql`case state ${sql.join(cases, sql` `)} else state end`;
}
