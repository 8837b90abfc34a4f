import { inArray, type SQL, sql } from "drizzle-orm";
import type { SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
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
import {
  type PromotionEffect,
  type PromotionPlan,
  planPromotionEffect,
} from "../schedule/plan-promotion-effect";
import { type ReceivedEvent, upsertEventStatement } from "./event-inbox";
import { composeRescheduledMail, orderMailsStatements } from "./order-mails";
import { type OrderTransition, TRANSITIONS } from "./order-transitions";
import { findOrderForTransition } from "./queries";

export type OrderChange = {
  /** Without a listing nothing is promoted or indexed. */
  order: { id: string; listingId: string | null };
  transition: OrderTransition;
  /** Further guard of the transition, on the order's row. */
  guard?: SQL;
  /** New values of columns of the order, in addition to its state. */
  set?: SQLiteUpdateSetSource<typeof orders>;
  /** When money was refunded (ms), if that was before now. */
  refundedTs?: number;
  /** Days to add to the promotion; for the effect `extend`. */
  days?: number;
  /** Details of a decision for the audit log, in addition to the order's previous state. */
  detail?: Record<string, string | number>;
  /** More statements for the batch, such as mails, each with the guard. */
  statements?: (guard: SQL) => Statement[];
  /** The event that caused the transition. Its result is `applied`, unless an admin should check it. */
  event?:
    | { received: ReceivedEvent; result?: { outcome: PaymentOutcome; detail: string } | undefined }
    | undefined;
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
        '$.from', ${orders.state}, '$.event', ${change.event?.received.id ?? null})`,
    },
    sql`${isInStartStateSql(change)} and ${plan.guard}`,
    orders,
  );

  const refundedAmount = change.set?.refundedAmount ?? orders.refundedAmount;
  const state = targetStateSql(transition, sql`${refundedAmount}`);
  const [claimed] = await ctx.commit([
    claim,
    ...plan.statements,
    ctx.db
      .update(orders)
      .set({ ...change.set, state })
      .where(sql`${orders.id} = ${order.id} and ${guard}`),
    ...insertMissingInvoicesStatements(ctx, order.id, guard, register, change.refundedTs),
    ...(change.statements?.(guard) ?? []),
    ...(await rescheduledStatements(ctx, order.id, rule.promotion, plan, guard)),
    ...(rule.promotion === "none" || !order.listingId
      ? []
      : reindexListingStatements(ctx, order.listingId, guard)),
    ...(change.event
      ? [
          upsertEventStatement(
            ctx,
            change.event.received,
            { outcome: "applied", ...change.event.result, orderId: order.id },
            guard,
          ),
        ]
      : []),
  ]);
  if (hasRows(claimed) && !WITHOUT_INVOICE.includes(transition))
    await registerOrderInvoices(ctx, order.id, register);
  return hasRows(claimed);
}

/** Logs new times of other promotions for their orders, and mails their buyers, if `guard` holds. */
async function rescheduledStatements(
  ctx: Ctx,
  causedBy: string,
  effect: PromotionEffect,
  { rescheduled }: PromotionPlan,
  guard: SQL,
): Promise<Statement[]> {
  const change = effect === "end" ? "pulled_forward" : "pushed_back";
  const statements = rescheduled.map(async ({ orderId, ...period }) => {
    const order = await findOrderForTransition(ctx, orderId);
    return [
      auditEventStatement(
        ctx,
        {
          action: `order.${change}`,
          subject: auditSubject("order", orderId),
          detail: { caused_by: causedBy },
          actorId: null,
        },
        guard,
      ),
      ...(order
        ? orderMailsStatements(ctx, [composeRescheduledMail(ctx, { ...order, ...period }, change)], guard)
        : []),
    ];
  });
  return (await Promise.all(statements)).flat();
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
  return sql`case ${orders.state} ${sql.join(cases, sql` `)} else ${orders.state} end`;
}
