import { eq } from "drizzle-orm";
import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import { noGuard } from "@/db/guard";
import { paymentEvents } from "@/db/schema";
import { isStripeOutage, Stripe } from "@/platform/stripe";
import type { PaymentOutcome } from "@/shared/codes";
import { ok, type Result, refuse } from "@/shared/errors";
import { isStripeEvent, receiveEvent } from "./receive-event";

/**
 * Processes a stored event again, by an admin. Uses Stripe's current copy, or the stored one after Stripe deleted it
 * (30 days). The new outcome replaces the row's, unless that was final. Refusals: not_found, conflict (`event_gone`:
 * Stripe deleted the event and the erased buyer's payload is not stored), unavailable (Stripe is unavailable).
 */
export async function replayEvent(ctx: Ctx, eventId: string): Promise<Result<{ outcome: PaymentOutcome }>> {
  requireAdmin(ctx);
  const [stored] = await ctx.db.select().from(paymentEvents).where(eq(paymentEvents.id, eventId)).limit(1);
  if (!stored) return refuse("not_found");
  const event = await retrieveStripeEvent(ctx, eventId, stored.payload);
  if (event === "outage") return refuse("unavailable", { reason: "payments_unavailable", retryAfter: 30 });
  if (!event) return refuse("conflict", { reason: "event_gone" });
  await ctx.commit([
    auditEventStatement(
      ctx,
      {
        action: "event.replayed",
        subject: auditSubject("event", eventId),
        detail: { outcome: stored.outcome },
      },
      noGuard,
    ),
  ]);
  try {
    return ok({ outcome: await receiveEvent(ctx, event, JSON.stringify(event)) });
  } catch (error) {
    // The event is stored with the error.
    ctx.log.warn("replay_failed", { stripe_event_id: eventId, error: String(error) });
    return ok({ outcome: "failed" });
  }
}

async function retrieveStripeEvent(
  ctx: Ctx,
  id: string,
  payload: string,
): Promise<Stripe.Event | "outage" | null> {
  const stripe = await ctx.payments.stripe();
  try {
    return await stripe.events.retrieve(id);
  } catch (error) {
    if (isStripeOutage(error)) return "outage";
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    const stored: unknown = JSON.parse(payload);
    return isStripeEvent(stored) ? stored : null;
  }
}
