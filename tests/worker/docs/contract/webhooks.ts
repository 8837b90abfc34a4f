import { Stripe } from "@/platform/stripe";
import type { CallContext } from "./call-context";
import { COMPRESSED_BODY, TOO_LARGE } from "./requests";
import type { Calls } from "./test-calls";

const EVENT = {
  id: "evt_1",
  object: "event",
  type: "customer.created",
  created: 1795165200,
  livemode: false,
  data: { object: { id: "cus_1", object: "customer" } },
};

/** As Stripe signs what it sends (https://docs.stripe.com/webhooks#verify-manually). */
async function createSignedEvent({ app }: CallContext) {
  const payload = JSON.stringify(EVENT);
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({
    payload,
    secret: app.bindings.STRIPE_WEBHOOK_SECRET ?? "",
    timestamp: Math.floor(app.clock.now / 1000),
    cryptoProvider: Stripe.createSubtleCryptoProvider(),
  });
  return {
    body: payload,
    headers: { "stripe-signature": signature, "content-type": "application/json; charset=utf-8" },
  };
}

export const WEBHOOKS: Calls = {
  "POST /webhooks/stripe": {
    request: { path: "/webhooks/stripe" },
    200: createSignedEvent,
    400: { json: EVENT },
    413: TOO_LARGE,
    415: COMPRESSED_BODY,
  },
};
