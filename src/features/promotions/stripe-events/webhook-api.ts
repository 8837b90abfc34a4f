import { Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv, Ctx } from "@/context";
import { declareCall } from "@/http/declare-call";
import { Stripe } from "@/platform/stripe";
import { PAYMENT_OUTCOMES } from "@/shared/codes";
import { Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { eventSchema, isStripeEvent, receiveEvent } from "./receive-event";

/** Bytes. Stripe's events have tens of kB, events of orders with many items have more. */
const MAX_EVENT = 1024 ** 2;

/** Receives events from Stripe. */
export const webhookApi = new Hono<AppEnv>();

declareCall(webhookApi, {
  method: "POST",
  path: paths.webhook(),
  tag: "webhooks",
  summary: "Receive a Stripe event",
  description:
    "Accepts events that Stripe signs, in any order and any number of times. Event types that are not handled are stored and ignored. Stripe sends an event again unless the answer is 200.",
  access: "public",
  options: { maxBody: MAX_EVENT },
  headers: { "Stripe-Signature": "Stripe’s signature of exactly this body, at most five minutes old." },
  rawBody: eventSchema,
  // The content type that Stripe sends. Stripe signs the raw text, so another type is not refused.
  bodyType: "application/json; charset=utf-8",
  responses: {
    200: {
      description: "The event is stored and processed.",
      schema: z.object({ received: z.literal(true), outcome: z.enum(PAYMENT_OUTCOMES) }),
    },
    400: "The body is not signed by Stripe or is not an event (`invalid_signature`).",
    503: "Stripe’s API does not list the dispute of the event yet.",
  },
  async handler({ c, ctx }) {
    const text = await c.req.text();
    const event = await readWebhook(ctx, text, c.req.header("stripe-signature"));
    if (!event) throw new Refused({ code: "malformed", reason: "invalid_signature" });
    return { received: true, outcome: await receiveEvent(ctx, event, text) };
  },
});

/**
 * The event of a webhook call, if Stripe signed exactly this body within the last five minutes. Null for a missing,
 * wrong or old signature, and for a body that is not an event.
 */
async function readWebhook(
  ctx: Ctx,
  body: string,
  signature: string | undefined,
): Promise<Stripe.Event | null> {
  if (!signature) return null;
  try {
    const event = await ctx.payments.readEvent(body, signature, ctx.now);
    return isStripeEvent(event) ? event : null;
  } catch (error) {
    const refused =
      error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError;
    if (!refused) throw error;
    ctx.log.warn("webhook_refused", { error: error.message.split("\n")[0] ?? "" });
    return null;
  }
}
