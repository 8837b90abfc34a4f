import { inArray, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { insertWhere } from "@/db/insert-where";
import { auditLog, orders } from "@/db/schema";
import { EMPTY_REGISTER, invoiceStatements, readRegister, registerOrderInvoices } from "@/features/invoices";
import { reindexListing } from "@/features/listings";
import type { OrderState, PaymentOutcome } from "@/shared/codes";
import { beginPromotion } from "./begin-promotion";
import { type Fate, keepEvent, type ReceivedEvent } from "./inbox";
import { type Cause, MOVES } from "./moves";
import { planPromotionEffect } from "./plan-promotion-effect";

export type Move = {
  /** Without a listing there is nothing to promote and nothing to find it by. */
  order: { id: string; listingId: string | null };
  cause: Cause;
  /** More that must hold for the order's row when the batch runs, beside its state. */
  when?: SQL;
  /** Assignments to columns of the order, beside its state. */
  set?: SQL[];
  /** What the order's `refunded_amount` (bani) is after the move; as it stood when not given. */
  refundedAmount?: SQL;
  /** What is written beside the order, each only if the condition holds. */
  beside?: (made: SQL) => Statement[];
  /** How many days are given to a promotion that is extended. */
  days?: number;
  /** What the audit log keeps of a decision, beside the state that the order came from. */
  detail?: Record<string, string | number>;
  /** Mails, each to be queued only if the condition holds. */
  mails?: (made: SQL) => Statement[];
  event?: ReceivedEvent | undefined;
  /** What becomes of the event where an operator should look at it though the order was moved; else `applied`. */
  fate?: { outcome: PaymentOutcome; detail: string } | undefined;
};

/**
 * Makes one move of an order, in one batch with everything it causes: promotion, invoices, mails, search rows, the
 * event's row.
 * The move's own row in the audit log is its claim: written only if the order still stands where the move begins, and
 * everything after it happens only beside that row. Of any number of copies running at once, one claims.
 * @returns whether this call made the move; if not, nothing at all was written
 */
export async function commitMove(ctx: Ctx, move: Move): Promise<boolean> {
  const { order, cause } = move;
  const rule = MOVES[cause];
  const claimId = ctx.newId();
  const made = sql`exists (select 1 from ${auditLog} where ${auditLog.id} = ${claimId})`;

  const [plan, register] = await Promise.all([
    planPromotionEffect(ctx, order.id, { effect: rule.promotion, days: move.days ?? 0 }, made),
    WITHOUT_MONEY.includes(cause) ? EMPTY_REGISTER : readRegister(ctx, order.id),
  ]);

  const claim = insertWhere(
    ctx.db,
    auditLog,
    {
      id: claimId,
      ts: ctx.now,
      actorId: ctx.user?.id ?? null,
      action: `order.${cause}`,
      subject: auditSubject("order", order.id),
      detail: sql`json_set(${JSON.stringify(move.detail ?? {})},
        '$.from', ${orders.state}, '$.event', ${move.event?.id ?? null})`,
    },
    sql`${movable(move)} and ${plan.guard}`,
    orders,
  ).returning({ id: auditLog.id });

  const refundedAmount = move.refundedAmount ?? sql`refunded_amount`;
  const set = [sql`state = ${stateAfter(cause, refundedAmount)}`, sql`refunded_amount = ${refundedAmount}`];

  const fate: Fate = { ...(move.fate ?? { outcome: "applied" }), orderId: order.id };
  const [claimed] = (await ctx.commit([
    claim,
    ...(rule.promotion === "begin" ? beginPromotion(ctx, order.id, made) : plan.statements),
    ctx.db.run(
      sql`update ${orders} set ${sql.join([...set, ...(move.set ?? [])], sql`, `)} where id = ${order.id} and ${made}`,
    ),
    ...(move.beside?.(made) ?? []),
    ...invoiceStatements(ctx, order.id, made, register),
    ...(move.mails?.(made) ?? []),
    ...plan.mails,
    ...(rule.promotion === "none" || !order.listingId ? [] : reindexListing(ctx, order.listingId, made)),
    ...(move.event ? [keepEvent(ctx, move.event, fate, made)] : []),
  ])) as [{ id: string }[]];
  if (claimed.length > 0 && !WITHOUT_MONEY.includes(cause))
    await registerOrderInvoices(ctx, order.id, register);
  return claimed.length > 0;
}

/** Moves that issue no receipt and no credit note. */
const WITHOUT_MONEY: readonly Cause[] = ["processing", "payment_failed", "mismatched", "checkout_expired"];

/** Whether a row of `orders` is the move's and stands where it begins. */
const movable = ({ order, cause, when = sql`true` }: Move): SQL =>
  sql`${orders.id} = ${order.id}
    and ${inArray(orders.state, Object.keys(MOVES[cause].moves) as OrderState[])} and ${when}`;

/** The state that a move leads to, as SQL over the order's row; the two kinds of paid differ by what was given back. */
function stateAfter(cause: Cause, refundedAmount: SQL): SQL {
  const cases = Object.entries(MOVES[cause].moves).map(([from, to]) => {
    const target =
      to === "fulfilled"
        ? sql`case when ${refundedAmount} > 0 then 'partially_refunded' else 'fulfilled' end`
        : sql`${to}`;
    return sql`when ${from} then ${target}`;
  });
  return sql`case state ${sql.join(cases, sql` `)} else state end`;
}
