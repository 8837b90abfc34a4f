import Stripe from "stripe";

export type PaymentsOptions = {
  secretKey: string;
  webhookSecret: string;
  /** Origin of Stripe's API, without `/v1`: Stripe, or the local stub. */
  apiBase: string;
};

/** Each call may be tried twice. For requests of users, both tries together are bounded (`withStripeTimeout`). */
const TIMEOUT_MS = 6_000;

/** The Stripe client, and the check of webhook signatures, which are valid for 300 s, Stripe's own tolerance. */
export function createPayments(options: PaymentsOptions) {
  const base = new URL(options.apiBase);
  const stripe = new Stripe(options.secretKey, {
    // Looks up `fetch` on each call: the client outlives a request and would keep the one it was created with.
    httpClient: Stripe.createFetchHttpClient((input, init) => fetch(input, init)),
    protocol: base.protocol === "http:" ? "http" : "https",
    host: base.hostname,
    port: base.port || (base.protocol === "http:" ? "80" : "443"),
    maxNetworkRetries: 1,
    timeout: TIMEOUT_MS,
    telemetry: false,
  });
  const crypto = Stripe.createSubtleCryptoProvider();
  return {
    stripe,
    /** Whether the key is for live payments; events of the other mode are refused. */
    livemode: /^(sk|rk)_live_/.test(options.secretKey),
    /**
     * Verifies and parses a webhook's raw body. `now` in ms.
     * @throws Stripe.errors.StripeSignatureVerificationError for a missing, malformed, foreign or old signature,
     * SyntaxError for a body that is not JSON.
     */
    readEvent: (body: string, signature: string, now: number): Promise<Stripe.Event> =>
      stripe.webhooks.constructEventAsync(body, signature, options.webhookSecret, 300, crypto, now),
  };
}

/**
 * Whether an error means that Stripe is unavailable (unreachable, slow, overloaded, or our key refused), so that the
 * same call may succeed later. All other errors concern the call itself.
 */
export function isStripeOutage(error: unknown): boolean {
  const { errors } = Stripe;
  return (
    error instanceof errors.StripeConnectionError ||
    error instanceof errors.StripeAPIError ||
    error instanceof errors.StripeRateLimitError ||
    error instanceof errors.StripeAuthenticationError ||
    error instanceof errors.StripePermissionError
  );
}

/** Another call with the same idempotency key is running: both get the same response. */
export const isIdempotencyKeyInUse = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.code === "idempotency_key_in_use";

/** Whether Stripe responded. Stripe repeats a response for a day to every request with the same key. */
export const hasStripeResponse = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError &&
  error.statusCode !== undefined &&
  !isIdempotencyKeyInUse(error);

/** The idempotency key was used before with other parameters. */
export const isIdempotencyKeyReused = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeIdempotencyError && !isIdempotencyKeyInUse(error);

export type Payments = ReturnType<typeof createPayments>;
export { Stripe };
