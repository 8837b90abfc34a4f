import { Stripe } from "@/platform/payments";
import type { Calls } from "./prove";
import { COMPRESSED, TOO_LARGE } from "./requests";
import type { Scene } from "./scene";

const EVENT = {
  id: "evt_1",
  object: "event",
  type: "customer.created",
  created: 1795165200,
  livemode: false,
  data: { object: { id: "cus_1", object: "customer" } },
};

/** As Stripe signs what it sends (https://docs.stripe.com/webhooks#verify-manually). */
async function signedEvent({ app }: Scene) {
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
    200: signedEvent,
    400: { json: EVENT },
    413: TOO_LARGE,
    415: COMPRESSED,
  },
};
