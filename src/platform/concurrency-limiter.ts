/** After work comes a rest of half its time, within these bounds (ms): a third of the isolate's time is left to pages. */
const REST_MS = { least: 30, most: 250 };
/** Interval at which a waiting caller checks for its turn (ms). */
const POLL_MS = 20;
/**
 * A request that its client aborted never returns. Running work of this age (ms) counts as ended, and so does a waiting
 * caller that leaves its turn unused for that long.
 */
const GONE_MS = { running: 10_000, waiting: 500 };
/** How many keys are remembered for the order of turns. */
const KEYS = 1000;

export type ConcurrencyLimiter = {
  /** Whether a caller with this key would be refused at this moment: to answer before anything is read. */
  isFull(key: string): boolean;
  /** Runs the work when its turn comes; null where too many wait, or the turn does not come in time. */
  run<T>(key: string, work: () => Promise<T>): Promise<T | null>;
};

export type ConcurrencyLimits = {
  /** The most callers that wait at one time. */
  waiting?: number;
  /** The most callers of one key that run and wait at one time. */
  perKey?: number;
  /** How long a caller waits for its turn (ms). */
  waitMs?: number;
  /** Null where no pages wait for their turn: work then follows without a rest. */
  restMs?: typeof REST_MS | null;
};

/** `idleSince`: when its turn was first left unused (ms), since it last looked. */
type Caller = { key: string; idleSince: number | null };

/**
 * Runs work that blocks the isolate (hashing a password, rendering an image), one at a time, with a fair queue: turns go
 * round robin over the keys, and a full queue gives up the newest caller of the key that holds the most places. The
 * queue is of one isolate: its one instance belongs to the app, not to a request.
 */
export function createConcurrencyLimiter({
  waiting = 8,
  perKey = 6,
  waitMs = 2000,
  restMs = REST_MS,
}: ConcurrencyLimits = {}): ConcurrencyLimiter {
  /** In the order of arrival. */
  const queue = new Set<Caller>();
  let running: { caller: Caller; sinceTs: number } | null = null;
  /** When each key had its last turn, as a running number; the oldest first. */
  const lastTurns = new Map<string, number>();
  let turns = 0;
  let restUntil = 0;

  const waitingOf = (key: string) => [...queue].filter((caller) => caller.key === key);

  /** The caller that makes room for one with this key: null where there is room, undefined where there is none. */
  function findEvicted(key: string): Caller | null | undefined {
    const own = waitingOf(key).length;
    if (own + (running?.caller.key === key ? 1 : 0) >= perKey) return undefined;
    if (queue.size < waiting) return null;
    const largest = [...queue]
      .map((caller) => waitingOf(caller.key))
      .reduce((most, callers) => (callers.length > most.length ? callers : most), []);
    return largest.length > own + 1 ? largest.at(-1) : undefined;
  }

  /** The first caller of the key whose last turn is the longest ago. */
  function findNext(): Caller | undefined {
    const turnOf = ({ key }: Caller) => lastTurns.get(key) ?? 0;
    return [...queue].reduce<Caller | undefined>(
      (next, caller) => (next && turnOf(next) <= turnOf(caller) ? next : caller),
      undefined,
    );
  }

  const isFree = (now: number) => !running && now >= restUntil;

  function dropGoneWork(now: number): void {
    if (running && now - running.sinceTs > GONE_MS.running) running = null;
  }

  /** Only for callers that poll: their timers fire in order, so a caller that is there has looked before them. */
  function dropGoneCaller(now: number): void {
    const next = isFree(now) ? findNext() : undefined;
    if (!next) return;
    next.idleSince ??= now;
    if (now - next.idleSince > GONE_MS.waiting) queue.delete(next);
  }

  function start(caller: Caller): void {
    queue.delete(caller);
    running = { caller, sinceTs: Date.now() };
    lastTurns.delete(caller.key);
    lastTurns.set(caller.key, ++turns);
    const [oldest] = lastTurns.keys();
    if (lastTurns.size > KEYS && oldest !== undefined) lastTurns.delete(oldest);
  }

  /** Callers poll: a promise that another request resolves may never continue in this one. */
  async function waitForTurn(caller: Caller): Promise<boolean> {
    const until = Date.now() + waitMs;
    while (queue.has(caller)) {
      caller.idleSince = null;
      dropGoneWork(Date.now());
      dropGoneCaller(Date.now());
      // The rest comes before the choice, so a caller that arrives in it may be next.
      if (isFree(Date.now()) && findNext() === caller) {
        start(caller);
        return true;
      }
      if (Date.now() >= until) return false;
      await pause(POLL_MS);
    }
    return false;
  }

  return {
    isFull: (key) => findEvicted(key) === undefined,
    async run(key, work) {
      dropGoneWork(Date.now());
      const evicted = findEvicted(key);
      if (evicted === undefined) return null;
      if (evicted) queue.delete(evicted);
      const caller: Caller = { key, idleSince: null };
      queue.add(caller);
      try {
        if (!(await waitForTurn(caller))) return null;
        // Others reach the queue before the work blocks the isolate.
        await pause(0);
        const startTs = Date.now();
        const result = await work();
        // An isolate's clock stops while it computes, and advances with the next event.
        await pause(0);
        const halfMs = (Date.now() - startTs) / 2;
        if (restMs) restUntil = Date.now() + Math.min(Math.max(halfMs, restMs.least), restMs.most);
        return result;
      } finally {
        queue.delete(caller);
        if (running?.caller === caller) running = null;
      }
    },
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
