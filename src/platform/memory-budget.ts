/** A reservation of this age (ms) counts as ended: a request that its client aborted never returns. */
const ABANDONED_MS = 60_000;

export type MemoryBudget = {
  /** Reserves the bytes while the work runs; null if they exceed what is left. */
  run<T>(bytes: number, work: () => Promise<T>): Promise<T | null>;
};

/**
 * Bounds the memory, in bytes, that concurrent requests of one isolate take for their bodies. A reservation larger than
 * the budget is accepted if there is no other.
 */
export function createMemoryBudget(total: number): MemoryBudget {
  const reservations = new Set<{ bytes: number; sinceTs: number }>();
  return {
    async run(bytes, work) {
      let reserved = 0;
      for (const reservation of reservations) {
        if (Date.now() - reservation.sinceTs > ABANDONED_MS) reservations.delete(reservation);
        else reserved += reservation.bytes;
      }
      if (reserved > 0 && reserved + bytes > total) return null;
      const reservation = { bytes, sinceTs: Date.now() };
      reservations.add(reservation);
      try {
        return await work();
      } finally {
        reservations.delete(reservation);
      }
    },
  };
}
