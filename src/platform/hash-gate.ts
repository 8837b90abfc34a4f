/** Seconds after which a caller that was turned away may try again. */
export const HASH_RETRY_AFTER_S = 2;
/** A request that its visitor broke off may never give its place back; after this long (ms) it is taken for gone. */
const GONE_AFTER_MS = 10_000;

/**
 * Hashing a password blocks the isolate, so at most two may be under way or waiting; the rest are told to come back.
 * The gate counts what one isolate is doing: its one instance belongs to the app, not to a request.
 */
export type HashGate = {
  /** Runs the work, or answers null when two are already at it. `now` in ms. */
  run<T>(now: number, work: () => Promise<T>): Promise<T | null>;
};

export function createHashGate(most = 2): HashGate {
  const places = new Map<symbol, number>();
  return {
    async run(now, work) {
      for (const [place, since] of places) if (now - since > GONE_AFTER_MS) places.delete(place);
      if (places.size >= most) return null;
      const mine = Symbol();
      places.set(mine, now);
      try {
        // The hash itself holds the isolate until it is done, so the others must get to the gate before it begins.
        await new Promise((resolve) => setTimeout(resolve, 0));
        return await work();
      } finally {
        places.delete(mine);
      }
    },
  };
}
