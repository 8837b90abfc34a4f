import { type Column, inArray, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { insertWhere } from "@/db/insert-where";
import { orders, paymentEvents } from "@/db/schema";
import type { Stripe } from "@/platform/payments";
import { PAYMENT_ALERTS, type PaymentOutcome } from "@/shared/codes";

/** An event of Stripe's as it came. Times in ms. */
export type ReceivedEvent = {
  id: string;
  type: string;
  createdTs: number;
  checkoutSessionId: string | null;
  payload: string;
};

export const receivedEvent = (event: Stripe.Event, payload: string): ReceivedEvent => {
  const object = event.data.object as { id?: string; object?: string };
  return {
    id: event.id,
    type: event.type,
    createdTs: event.created * 1000,
    checkoutSessionId: object.object === "checkout.session" ? (object.id ?? null) : null,
    payload,
  };
};

export type Fate = {
  outcome: PaymentOutcome;
  orderId?: string | null;
  /** What did not match, or what an operator should look at. */
  detail?: string;
};

/**
 * What is kept of a payload when the buyer was erased: which thing of Stripe's it was about and how that stood. Names
 * and addresses of the buyer are in many other places of an event.
 */
export const impersonalPayload = (payload: SQL | Column): SQL<string> =>
  sql`json_object('data', json_object('object', json_object(
    'id', json_extract(${payload}, '$.data.object.id'), 'status', json_extract(${payload}, '$.data.object.status')
  )))`;

/**
 * The statement that keeps an event with what became of it, one row for each id, if `when` holds. What was settled or
 * had no effect stays so; whatever a person would look at gives way to what became of the event when it came again. A
 * failure says nothing against what an earlier copy did.
 */
export function keepEvent(ctx: Ctx, event: ReceivedEvent, fate: Fate, when: SQL = sql`true`): Statement {
  const erased = sql`exists (
    select 1 from ${orders} where ${orders.id} = ${fate.orderId ?? null} and ${orders.buyerId} is null
  )`;
  const payload = sql`case when ${erased} then ${impersonalPayload(sql`${event.payload}`)} else ${event.payload} end`;
  return insertWhere(
    ctx.db,
    paymentEvents,
    { ...event, ...fate, payload, receivedTs: ctx.now },
    when,
  ).onConflictDoUpdate({
    target: paymentEvents.id,
    set: {
      outcome: sql`excluded.outcome`,
      detail: sql`excluded.detail`,
      // What became of it now is news, unless it is what an admin has seen.
      seenTs: sql`iif(excluded.outcome = ${paymentEvents.outcome} and excluded.detail = ${paymentEvents.detail},
        ${paymentEvents.seenTs}, null)`,
      orderId: sql`coalesce(excluded.order_id, ${paymentEvents.orderId})`,
      // It may be known only now that it is about somebody who was erased.
      payload: sql`case when ${erased} then excluded.payload else ${paymentEvents.payload} end`,
    },
    setWhere: sql`${inArray(paymentEvents.outcome, [...PAYMENT_ALERTS])}
      and (excluded.outcome <> 'failed' or ${paymentEvents.outcome} = 'failed')`,
  });
}

/** Keeps an event that could not be settled, with the reason; it comes again, and then says what became of it. */
export async function keepFailure(
  ctx: Ctx,
  event: ReceivedEvent,
  orderId: string | null,
  error: unknown,
): Promise<void> {
  await ctx.commit([keepEvent(ctx, event, { outcome: "failed", orderId, detail: errorText(error) })]);
}

const LONGEST_ERROR = 300;

/** An error's text without keys and addresses, and of the database's errors without the values they were about. */
function errorText(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return String(cause)
    .replace(/\b(?:sk|rk|pk|whsec)_[\w*]+|[^\s@]+@[^\s@]+/g, "…")
    .slice(0, LONGEST_ERROR);
}

/** Keeps an event that moves nothing. News from elsewhere (the return page, a job) leaves no row. */
export async function closeEvent(
  ctx: Ctx,
  event: ReceivedEvent | undefined,
  fate: Fate,
): Promise<PaymentOutcome> {
  if (event) {
    await ctx.commit([keepEvent(ctx, event, fate)]);
    if (fate.outcome === "unknown_order") {
      const detail = `unknown order: ${fate.detail ?? ""}`;
      ctx.log.warn("payment_alert", { order: fate.orderId, stripe_event_id: event.id, detail });
    }
  }
  return fate.outcome;
}

/**
 * Keeps an event that moves nothing, if `when` still holds as its row is written: what it found may have changed since.
 * @returns false when it did, and the event has to be looked at again
 */
export async function closeEventWhile(
  ctx: Ctx,
  event: ReceivedEvent,
  fate: Fate,
  when: SQL,
  beside: Statement[] = [],
): Promise<boolean> {
  const results = await ctx.commit([
    keepEvent(ctx, event, fate, when),
    ctx.db.all(sql`select 1 where ${when}`),
    ...beside,
  ]);
  return (results[1] as unknown[]).length > 0;
}
