/**
 * Hashing a password blocks the isolate, so at most two may be under way or waiting; the rest are told to come back.
 * It counts what one isolate is doing: its one instance belongs to the app, not to a request.
 */
export type HashGate = {
  /** Runs the work, or answers null when two are already at it. */
  run<T>(work: () => Promise<T>): Promise<T | null>;
};

export function createHashGate(most = 2): HashGate {
  let running = 0;
  return {
    async run(work) {
      if (running >= most) return null;
      running++;
      try {
        return await work();
      } finally {
        running--;
      }
    },
  };
}

/** Seconds after which a refused caller may try again. */
export const HASH_RETRY_AFTER_S = 2;
