import type { CallFailed } from "./call-failed";

/** RFC 9110, 9.2.2, of the methods we use. */
const IDEMPOTENT = new Set(["GET", "PUT", "DELETE"]);
const RETRIED = new Set([408, 409, 425, 429, 500, 502, 503, 504]);
/** Before the second try, where the server does not say how long. */
const PAUSE_MS = 500;
/** Longest wait before a retry (ms). When the server asks for more, the call fails instead. */
const LONGEST_PAUSE_MS = 10_000;

export const isIdempotent = (method: string): boolean => IDEMPOTENT.has(method);

/**
 * The ms to wait before a failed call is tried its second and last time; null when it is not. Idempotent ones are not,
 * others are on those statuses and when there was no answer: their Idempotency-Key makes it safe.
 */
export function pauseBeforeRetry(method: string, failure: CallFailed): number | null {
  if (isIdempotent(method)) return null;
  if (failure.status !== 0 && !RETRIED.has(failure.status)) return null;
  const pause = failure.retryAfterMs ?? PAUSE_MS;
  return pause > LONGEST_PAUSE_MS ? null : pause;
}
