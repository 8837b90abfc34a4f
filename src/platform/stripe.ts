import Stripe from "stripe";
import type { PaymentsOptions } from "./payments";

/** Each call may be tried twice. For requests of users, both tries together are bounded (`withStripeTimeout`). */
const TIMEOUT_MS = 6_000;

export function createStripeClient({
  secretKey,
  apiBase,
}: Pick<PaymentsOptions, "secretKey" | "apiBase">): Stripe {
  const base = new URL(apiBase);
  return new Stripe(secretKey, {
    // Looks up `fetch` on each call: the client outlives a request and would keep the one it was created with.
    httpClient: Stripe.createFetchHttpClient((input, init) => fetch(input, init)),
    protocol: base.protocol === "http:" ? "http" : "https",
    host: base.hostname,
    port: base.port || (base.protocol === "http:" ? "80" : "443"),
    maxNetworkRetries: 1,
    timeout: TIMEOUT_MS,
    telemetry: false,
  });
}

/** How long a webhook's signature is valid: Stripe's own tolerance. */
const SIGNATURE_TOLERANCE_S = 300;

/** Verifies and parses a webhook's raw body. `now` in ms. */
export const readStripeEvent = (
  body: string,
  signature: string,
  secret: string,
  now: number,
): Promise<Stripe.Event> =>
  Stripe.webhooks.constructEventAsync(
    body,
    signature,
    secret,
    SIGNATURE_TOLERANCE_S,
    Stripe.createSubtleCryptoProvider(),
    now,
  );

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

export { Stripe };
