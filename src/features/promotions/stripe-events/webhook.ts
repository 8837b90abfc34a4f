import type { Ctx } from "@/context";
import { Stripe } from "@/platform/payments";

/**
 * The event of a webhook call, if Stripe signed exactly this body within the last five minutes; null for anything else:
 * no signature, a foreign, malformed or old one, or a body that is no event.
 */
export async function readWebhook(
  ctx: Ctx,
  body: string,
  signature: string | undefined,
): Promise<Stripe.Event | null> {
  if (!signature) return null;
  try {
    const event = await ctx.payments.readEvent(body, signature, ctx.now);
    return isEvent(event) ? event : null;
  } catch (error) {
    const refused =
      error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError;
    if (!refused) throw error;
    ctx.log.warn("webhook_refused", { error: error.message.split("\n")[0] ?? "" });
    return null;
  }
}

/** Signed, but is it an event? The secret may be shared with another product of Stripe's. */
export function isEvent(value: unknown): value is Stripe.Event {
  const event = value as Partial<Stripe.Event> | null;
  return (
    typeof event?.id === "string" &&
    typeof event.type === "string" &&
    typeof event.created === "number" &&
    typeof event.data?.object === "object" &&
    event.data.object !== null
  );
}
