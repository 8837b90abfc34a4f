import Stripe from "stripe";

export type PaymentsOptions = {
  secretKey: string;
  webhookSecret: string;
  /** Origin of Stripe's API, without `/v1`: Stripe itself, or the local stand-in. */
  apiBase: string;
};

/** Stripe, and the check of its signatures. Signatures are good for 300 s, Stripe's own tolerance. */
export function createPayments(options: PaymentsOptions) {
  const base = new URL(options.apiBase);
  const stripe = new Stripe(options.secretKey, {
    httpClient: Stripe.createFetchHttpClient(),
    protocol: base.protocol === "http:" ? "http" : "https",
    host: base.hostname,
    port: base.port || (base.protocol === "http:" ? "80" : "443"),
    maxNetworkRetries: 1,
    timeout: 10_000,
    telemetry: false,
  });
  const crypto = Stripe.createSubtleCryptoProvider();
  return {
    stripe,
    /** Whether the key is for live money; events of the other mode are refused. */
    livemode: /^(sk|rk)_live_/.test(options.secretKey),
    /** @throws Stripe.errors.StripeSignatureVerificationError for any malformed, foreign or old signature. */
    readEvent: (body: string, signature: string) =>
      stripe.webhooks.constructEventAsync(body, signature, options.webhookSecret, 300, crypto),
  };
}

export type Payments = ReturnType<typeof createPayments>;
export { Stripe };
