import { Stripe } from "@/platform/payments";
import type { TestApp } from "../../../helpers/app";
import { proveCalls } from "./prove";
import { packed } from "./scenes";

const EVENT = {
  id: "evt_1",
  object: "event",
  type: "customer.created",
  created: 1795165200,
  livemode: false,
  data: { object: { id: "cus_1", object: "customer" } },
};

/** As Stripe signs what it sends (https://docs.stripe.com/webhooks#verify-manually). */
async function signed(app: TestApp, payload: string) {
  const header = await Stripe.webhooks.generateTestHeaderStringAsync({
    payload,
    secret: app.bindings.STRIPE_WEBHOOK_SECRET ?? "",
    timestamp: Math.floor(app.clock.now / 1000),
    cryptoProvider: Stripe.createSubtleCryptoProvider(),
  });
  return {
    body: payload,
    headers: { "stripe-signature": header, "content-type": "application/json; charset=utf-8" },
  };
}

proveCalls("webhooks", {
  "POST /webhooks/stripe": {
    200: async ({ app, send }) => send("/webhooks/stripe", await signed(app, JSON.stringify(EVENT))),
    400: ({ send }) => send("/webhooks/stripe", { json: EVENT }),
    413: async ({ app, send }) => send("/webhooks/stripe", await signed(app, " ".repeat(1024 ** 2 + 1))),
    415: ({ send }) => send("/webhooks/stripe", packed()),
  },
});
