import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { paymentEvents } from "@/db/schema";
import type { Stripe } from "@/platform/payments";

export type Outcome = (typeof paymentEvents.$inferSelect)["outcome"];

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
  outcome: Outcome;
  orderId?: string | null;
  /** What did not match, or what an operator should look at. */
  detail?: string;
};

/** The statement that keeps an event with what became of it, once for each id, if `when` holds. */
export function keepEvent(ctx: Ctx, event: ReceivedEvent, fate: Fate, when: SQL = sql`true`): Statement {
  return ctx.db
    .insert(paymentEvents)
    .select(
      sql`select ${event.id}, ${event.type}, ${fate.orderId ?? null}, ${event.checkoutSessionId}, ${event.createdTs},
        ${ctx.now}, ${fate.outcome}, ${fate.detail ?? ""}, ${event.payload} where ${when}`,
    )
    .onConflictDoNothing();
}

/** Keeps an event that moves nothing. News from elsewhere (the return page, a job) leaves no row. */
export async function closeEvent(ctx: Ctx, event: ReceivedEvent | undefined, fate: Fate): Promise<Outcome> {
  if (event) await ctx.commit([keepEvent(ctx, event, fate)]);
  return fate.outcome;
}
