import type { Ctx } from "@/context";

/** Longest time that a request waits for Stripe, retries included (ms). Users give up after ten seconds. */
const TIMEOUT_MS = 8_000;

/**
 * Waits for `work` at most `TIMEOUT_MS`. The work continues after a timeout; the next request or a job finds its
 * result.
 * @returns the result of `work`, or `fallback` after a timeout
 */
export async function withStripeTimeout<T>(ctx: Ctx, work: Promise<T>, fallback: T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<T>((resolve) => {
    timer = setTimeout(() => {
      ctx.log.warn("stripe_timeout");
      ctx.later(work);
      resolve(fallback);
    }, TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
