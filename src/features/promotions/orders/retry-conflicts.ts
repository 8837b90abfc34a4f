/** Exceeds real contention on the orders of one listing. */
const MAX_ATTEMPTS = 10;

/**
 * Optimistic concurrency: repeats an attempt that returns null, because another writer changed the order after it was
 * read.
 * @throws Error after 10 attempts
 */
export async function retryConflicts<T>(orderId: string, attempt: () => Promise<T | null>): Promise<T> {
  for (let n = 0; n < MAX_ATTEMPTS; n++) {
    const result = await attempt();
    if (result !== null) return result;
  }
  throw new Error(`order ${orderId}: gave up after ${MAX_ATTEMPTS} conflicting updates`);
}
