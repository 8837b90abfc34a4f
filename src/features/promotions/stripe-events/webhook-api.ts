import { Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv, Ctx } from "@/context";
import { describeRoute } from "@/http/describe-route";
import { problem } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { Stripe } from "@/platform/stripe";
import { PAYMENT_OUTCOMES } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { isStripeEvent, receiveEvent } from "./receive-event";

/** Bytes. Stripe's events have tens of kB, events of orders with many items have more. */
const MAX_EVENT = 1024 ** 2;

/** The API description of the call. */
const WEBHOOK = {
  tag: "webhooks",
  anonymous: true,
  parameters: [{ name: "Stripe-Signature", in: "header" }],
  body: {
    schema: z.looseObject({
      id: z.string(),
      type: z.string(),
      created: z.int(),
      data: z.looseObject({ object: z.looseObject({}) }),
    }),
    // The content type that Stripe sends. Stripe signs the raw text, so another type is not refused.
    type: "application/json; charset=utf-8",
  },
  responses: {
    200: {
      schema: z.object({ received: z.literal(true), outcome: z.enum(PAYMENT_OUTCOMES) }),
    },
  },
  problems: ["malformed", "too_large"],
} as const;

/** Receives events from Stripe. */
export const webhookApi = new Hono<AppEnv>();

webhookApi.post(paths.webhook(), routeOptions({ maxBody: MAX_EVENT }), describeRoute(WEBHOOK), async (c) => {
  const { ctx } = c.var;
  const body = await c.req.text();
  const event = await readWebhook(ctx, body, c.req.header("stripe-signature"));
  if (!event) return problem(c, { code: "malformed", reason: "invalid_signature" });
  const outcome = await receiveEvent(ctx, event, body);
  return c.json({ received: true, outcome });
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
