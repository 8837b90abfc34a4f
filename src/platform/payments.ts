import type { Stripe } from "./stripe";

const STRIPE_API = "https://api.stripe.com";

export type PaymentsOptions = {
  secretKey: string;
  webhookSecret: string;
  /** Origin of Stripe's API, without `/v1`: Stripe, or the local stub. */
  apiBase: string;
};

/** Stripe's client and the check of its webhooks. The SDK is loaded with the first use: most requests need none. */
export function createPayments(options: PaymentsOptions) {
  let client: Stripe | undefined;
  const livemode = /^(sk|rk)_live_/.test(options.secretKey);
  return {
    /** Whether the key is for live payments; events of the other mode are refused. */
    livemode,
    /**
     * Stripe's pages for admins: `/payments/{id}`, `/disputes/{id}`, `/events/{id}`, `/payouts`. The local stub has
     * them too.
     */
    dashboardUrl:
      options.apiBase === STRIPE_API
        ? `https://dashboard.stripe.com${livemode ? "" : "/test"}`
        : options.apiBase,
    async stripe(): Promise<Stripe> {
      const { createStripeClient } = await import("./stripe");
      client ??= createStripeClient(options);
      return client;
    },
    /**
     * Verifies and parses a webhook's raw body. `now` in ms.
     * @throws Stripe.errors.StripeSignatureVerificationError for a missing, malformed, foreign or old signature,
     * SyntaxError for a body that is not JSON.
     */
    async readEvent(body: string, signature: string, now: number): Promise<Stripe.Event> {
      const { readStripeEvent } = await import("./stripe");
      return readStripeEvent(body, signature, options.webhookSecret, now);
    },
  };
}

export type Payments = ReturnType<typeof createPayments>;
