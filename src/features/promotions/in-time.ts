import type { Ctx } from "@/context";

/**
 * So long somebody waits for Stripe, however often it is asked for one answer: slow answers and their repetitions would add
 * up to a quarter of a minute, and after ten seconds people give up or press again.
 */
const PATIENCE_MS = 8_000;

/**
 * What `work` comes to, or `late` when that takes too long. The work then goes on by itself: whatever Stripe still does
 * is kept, and found by the next try or by a job.
 */
export async function inTime<T>(ctx: Ctx, work: Promise<T>, late: T): Promise<T> {
  let alarm: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<T>((resolve) => {
    alarm = setTimeout(() => {
      ctx.log.warn("stripe_slow");
      ctx.later(work);
      resolve(late);
    }, PATIENCE_MS);
  });
  try {
    return await Promise.race([work, patience]);
  } finally {
    clearTimeout(alarm);
  }
}
