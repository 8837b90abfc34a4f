import { type Column, inArray, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { noGuard } from "@/db/guard";
import { insertWhere } from "@/db/insert-where";
import { hasRows } from "@/db/returned-rows";
import { orders, paymentEvents } from "@/db/schema";
import type { Stripe } from "@/platform/stripe";
import { PAYMENT_ALERTS, type PaymentOutcome } from "@/shared/codes";

/** An event as Stripe sent it. Times in ms. */
export type ReceivedEvent = {
  id: string;
  type: string;
  createdTs: number;
  checkoutSessionId: string | null;
  payload: string;
};

export const toReceivedEvent = (event: Stripe.Event, payload: string): ReceivedEvent => {
  const object = event.data.object as { id?: string; object?: string };
  return {
    id: event.id,
    type: event.type,
    createdTs: event.created * 1000,
    checkoutSessionId: object.object === "checkout.session" ? (object.id ?? null) : null,
    payload,
  };
};

export type EventResult = {
  outcome: PaymentOutcome;
  orderId?: string | null;
  /** The mismatch, or the reason for an alert or failure. */
  detail?: string;
};

/**
 * Reduces an erased buyer's payload to the id and status of the Stripe object, and the reason why a refund failed. Other
 * fields may contain the buyer's names and addresses.
 */
export const anonymizedPayloadSql = (payload: SQL | Column): SQL<string> =>
  sql`json_object('data', json_object('object', json_object(
    'id', json_extract(${payload}, '$.data.object.id'), 'status', json_extract(${payload}, '$.data.object.status'),
    'failure_reason', json_extract(${payload}, '$.data.object.failure_reason')
  )))`;

/**
 * Statement that stores an event with its outcome, one row for each id, if `guard` holds. The outcomes `applied` and
 * `ignored` are final; an alert is replaced by the outcome of a later copy. A failure replaces only a failure.
 */
export function upsertEventStatement(
  ctx: Ctx,
  event: ReceivedEvent,
  result: EventResult,
  guard: SQL = noGuard,
): Statement {
  const erased = sql`exists (
    select 1 from ${orders} where ${orders.id} = ${result.orderId ?? null} and ${orders.buyerId} is null
  )`;
  const payload = sql`case when ${erased} then ${anonymizedPayloadSql(sql`${event.payload}`)} else ${event.payload} end`;
  return insertWhere(
    ctx.db,
    paymentEvents,
    { ...event, ...result, payload, receivedTs: ctx.now },
    guard,
  ).onConflictDoUpdate({
    target: paymentEvents.id,
    set: {
      outcome: sql`excluded.outcome`,
      detail: sql`excluded.detail`,
      // The same outcome stays closed; another one is a new alert.
      closedTs: sql`iif(${isSameResultSql}, ${paymentEvents.closedTs}, null)`,
      receivedTs: sql`iif(${isSameResultSql}, ${paymentEvents.receivedTs}, excluded.received_ts)`,
      orderId: sql`coalesce(excluded.order_id, ${paymentEvents.orderId})`,
      // A later delivery may reveal that the event is about an erased user.
      payload: sql`case when ${erased} then excluded.payload else ${paymentEvents.payload} end`,
    },
    setWhere: sql`${inArray(paymentEvents.outcome, [...PAYMENT_ALERTS])}
      and (excluded.outcome <> 'failed' or ${paymentEvents.outcome} = 'failed')`,
  });
}

const isSameResultSql = sql`excluded.outcome = ${paymentEvents.outcome} and excluded.detail = ${paymentEvents.detail}`;

/** Stores an event that could not be processed, with the reason. Stripe sends it again. */
export async function saveFailedEvent(
  ctx: Ctx,
  event: ReceivedEvent,
  orderId: string | null,
  error: unknown,
): Promise<void> {
  await ctx.commit([
    upsertEventStatement(ctx, event, { outcome: "failed", orderId, detail: formatError(error) }),
  ]);
}

/** Characters. */
const MAX_ERROR_LENGTH = 300;

/** The text of an error without API keys and email addresses. The cause of a database error contains no values. */
function formatError(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return String(cause)
    .replace(/\b(?:sk|rk|pk|whsec)_[\w*]+|[^\s@]+@[^\s@]+/g, "…")
    .slice(0, MAX_ERROR_LENGTH);
}

/** Stores an event that changes no order. Calls without an event (the return page, a job) store nothing. */
export async function saveEventResult(
  ctx: Ctx,
  event: ReceivedEvent | undefined,
  result: EventResult,
): Promise<PaymentOutcome> {
  if (event) {
    await ctx.commit([upsertEventStatement(ctx, event, result)]);
    if (result.outcome === "unknown_order") {
      const detail = `unknown order: ${result.detail ?? ""}`;
      ctx.log.warn("payment_alert", { order: result.orderId, stripe_event_id: event.id, detail });
    }
  }
  return result.outcome;
}

/**
 * Stores an event that changes no order, if `guard` still holds when its row is inserted.
 * @returns false if it no longer holds: the event must be processed again
 */
export async function saveEventResultIf(
  ctx: Ctx,
  event: ReceivedEvent,
  result: EventResult,
  guard: SQL,
  statements: Statement[] = [],
): Promise<boolean> {
  const results = await ctx.commit([
    upsertEventStatement(ctx, event, result, guard),
    ctx.db.all(sql`select 1 where ${guard}`),
    ...statements,
  ]);
  return hasRows(results[1]);
}
