/** Seconds after which a caller that was turned away may try again. */
export const HASH_RETRY_AFTER_S = 2;
/** A request that its visitor broke off may never give its place back; after this long (ms) it is taken for gone. */
const GONE_AFTER_MS = 10_000;
/** A work rests for as long (ms) as the one before it took, at least and at most so long: half the time is the pages'. */
const REST_MS = { least: 60, most: 500 };
/** A work that is so long ago (ms) holds nobody up any more. */
const QUIET_MS = 1000;
/** So often (ms) whoever waits looks whether it is its turn, and so long at most: who is before it may be gone. */
const LOOK_MS = 20;
const PATIENCE_MS = 2_000;

/**
 * Hashing a password or drawing a picture blocks the isolate, so at most a few may be under way or waiting; the rest are
 * told to come back. Between two there is a rest, in which what came in meanwhile is answered. The gate counts what one
 * isolate is doing: its one instance belongs to the app, not to a request.
 */
export type WorkGate = {
  /** Whether a caller would be turned away at this moment (ms): to say so before anything is read. */
  full(now: number): boolean;
  /** Runs the work, or answers null when as many as may be are already at it. `now` in ms. */
  run<T>(now: number, work: () => Promise<T>): Promise<T | null>;
};

/** `most` may be inside at once; without `restMs` (where no pages wait for their turn) works follow at once. */
export function createWorkGate(most = 2, restMs: typeof REST_MS | null = REST_MS): WorkGate {
  /** Who is inside, in the order of coming, and since when. */
  const places = new Map<symbol, number>();
  let last = { endTs: Number.NEGATIVE_INFINITY, tookMs: 0 };

  const full = (now: number) => {
    for (const [place, since] of places) if (now - since > GONE_AFTER_MS) places.delete(place);
    return places.size >= most;
  };

  // One looks, instead of being woken by the other: a promise of another request may never be kept.
  const turn = async (mine: symbol) => {
    for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
      if (places.keys().next().value === mine) return;
      await pause(LOOK_MS);
    }
  };
  const rest = () => {
    const lately = Date.now() - last.endTs < QUIET_MS;
    return lately && restMs ? Math.min(Math.max(last.tookMs, restMs.least), restMs.most) : 0;
  };

  return {
    full,
    async run(now, work) {
      if (full(now)) return null;
      const mine = Symbol();
      places.set(mine, now);
      try {
        await turn(mine);
        // The work holds the isolate until it is done: even without a rest, the others get to the gate before it begins.
        await pause(rest());
        const begun = Date.now();
        const result = await work();
        // The clock of an isolate stands still while it computes, and goes on with the next event.
        await pause(0);
        last = { endTs: Date.now(), tookMs: Date.now() - begun };
        return result;
      } finally {
        places.delete(mine);
      }
    },
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
