import type { CallFailed } from "./call-failed";

/** The idempotent ones of the methods in use (RFC 9110, 9.2.2). */
const IDEMPOTENT = new Set(["GET", "PUT", "DELETE"]);
const RETRIED_STATUSES = new Set([408, 409, 425, 429, 500, 502, 503, 504]);
/** Pause before the retry if the server does not say how long (ms). */
const PAUSE_MS = 500;
/** Longest wait before a retry (ms). When the server asks for more, the call fails instead. */
const LONGEST_PAUSE_MS = 10_000;

export const isIdempotent = (method: string): boolean => IDEMPOTENT.has(method);

/**
 * How long to wait before a failed call is sent once more (ms); null for no retry. Idempotent calls are not retried.
 * Others are, after certain statuses or without a response: their Idempotency-Key makes it safe.
 */
export function pauseBeforeRetry(method: string, failure: CallFailed): number | null {
  if (isIdempotent(method)) return null;
  if (failure.status !== 0 && !RETRIED_STATUSES.has(failure.status)) return null;
  const pause = failure.retryAfterMs ?? PAUSE_MS;
  return pause > LONGEST_PAUSE_MS ? null : pause;
}
