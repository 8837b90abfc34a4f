import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { insertWhere } from "@/db/insert-where";
import { paymentEvents } from "@/db/schema";
import type { Stripe } from "@/platform/payments";
import type { PaymentOutcome } from "@/shared/codes";

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

/** The statement that keeps an event with what became of it, once for each id, if `when` holds. */
export function keepEvent(ctx: Ctx, event: ReceivedEvent, fate: Fate, when: SQL = sql`true`): Statement {
  return insertWhere(
    ctx.db,
    paymentEvents,
    { ...event, ...fate, receivedTs: ctx.now },
    when,
  ).onConflictDoNothing();
}

/** Keeps an event that moves nothing. News from elsewhere (the return page, a job) leaves no row. */
export async function closeEvent(
  ctx: Ctx,
  event: ReceivedEvent | undefined,
  fate: Fate,
): Promise<PaymentOutcome> {
  if (event) await ctx.commit([keepEvent(ctx, event, fate)]);
  return fate.outcome;
}
