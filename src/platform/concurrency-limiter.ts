/** Pause after work: half its time, within these bounds (ms). So pages get at least a third of the isolate's time. */
const REST_MS = { min: 30, max: 250 };
/** Interval at which a waiting caller checks for its turn (ms). */
const POLL_MS = 20;
/**
 * A request that its client aborted never continues. Running work of this age (ms) counts as ended, and so does a
 * waiting caller that does not take its turn for that long.
 */
const ABANDONED_MS = { running: 10_000, waiting: 500 };
/** Maximum keys whose last turn is stored. */
const MAX_KEYS = 1000;

export type ConcurrencyLimiter = {
  /** Whether a caller with this key would be refused now: checked before a request is read. */
  isFull(key: string): boolean;
  /** Runs the work when its turn comes; null if too many callers wait, or the turn does not come in time. */
  run<T>(key: string, work: () => Promise<T>): Promise<T | null>;
};

export type ConcurrencyLimits = {
  /** Maximum callers that wait at the same time. */
  waiting?: number;
  /** Maximum callers of one key that run and wait at the same time. */
  perKey?: number;
  /** Longest time that a caller waits for its turn (ms). */
  waitMs?: number;
  /** Null for no pause, if no pages run in the isolate. */
  restMs?: typeof REST_MS | null;
};

/** `idleSince`: when its turn came (ms); null once it polls again. */
type Caller = { key: string; idleSince: number | null };

/**
 * Runs work that blocks the isolate (hashing a password, rendering an image), one at a time, with a fair queue. Keys
 * take turns (round robin), and a full queue evicts the newest caller of the key with the most callers. The app has one
 * instance for each isolate.
 */
export function createConcurrencyLimiter({
  waiting = 8,
  perKey = 6,
  waitMs = 2000,
  restMs = REST_MS,
}: ConcurrencyLimits = {}): ConcurrencyLimiter {
  /** In order of arrival. */
  const queue = new Set<Caller>();
  let running: { caller: Caller; sinceTs: number } | null = null;
  /** The number of each key's last turn; the oldest first. */
  const lastTurns = new Map<string, number>();
  let turns = 0;
  let restUntil = 0;

  const listWaiting = (key: string) => [...queue].filter((caller) => caller.key === key);

  /** The caller to evict for a new one with this key; null if none has to leave, undefined if none may. */
  function findEvicted(key: string): Caller | null | undefined {
    const waitingOfKey = listWaiting(key).length;
    if (waitingOfKey + (running?.caller.key === key ? 1 : 0) >= perKey) return undefined;
    if (queue.size < waiting) return null;
    const largest = [...queue]
      .map((caller) => listWaiting(caller.key))
      .reduce((longest, callers) => (callers.length > longest.length ? callers : longest), []);
    return largest.length > waitingOfKey + 1 ? largest.at(-1) : undefined;
  }

  /** The first caller of the key whose last turn is the longest ago. */
  function findNext(): Caller | undefined {
    const getLastTurn = ({ key }: Caller) => lastTurns.get(key) ?? 0;
    return [...queue].reduce<Caller | undefined>(
      (next, caller) => (next && getLastTurn(next) <= getLastTurn(caller) ? next : caller),
      undefined,
    );
  }

  const isIdle = (now: number) => !running && now >= restUntil;

  function dropAbandonedWork(now: number): void {
    if (running && now - running.sinceTs > ABANDONED_MS.running) running = null;
  }

  /** Called by polling callers: timers fire in order, so a caller that still runs has polled before. */
  function dropAbandonedCaller(now: number): void {
    const next = isIdle(now) ? findNext() : undefined;
    if (!next) return;
    next.idleSince ??= now;
    if (now - next.idleSince > ABANDONED_MS.waiting) queue.delete(next);
  }

  function start(caller: Caller): void {
    queue.delete(caller);
    running = { caller, sinceTs: Date.now() };
    lastTurns.delete(caller.key);
    lastTurns.set(caller.key, ++turns);
    const [oldest] = lastTurns.keys();
    if (lastTurns.size > MAX_KEYS && oldest !== undefined) lastTurns.delete(oldest);
  }

  /** Callers poll: a promise that another request resolves may never continue in this one. */
  async function waitForTurn(caller: Caller): Promise<boolean> {
    const until = Date.now() + waitMs;
    while (queue.has(caller)) {
      caller.idleSince = null;
      dropAbandonedWork(Date.now());
      dropAbandonedCaller(Date.now());
      // The pause ends before the choice, so a caller that arrives during it may be next.
      if (isIdle(Date.now()) && findNext() === caller) {
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
      dropAbandonedWork(Date.now());
      const evicted = findEvicted(key);
      if (evicted === undefined) return null;
      if (evicted) queue.delete(evicted);
      const caller: Caller = { key, idleSince: null };
      queue.add(caller);
      try {
        if (!(await waitForTurn(caller))) return null;
        // Lets others join the queue before the work blocks the isolate.
        await pause(0);
        const startTs = Date.now();
        const result = await work();
        // An isolate's clock stops while it computes, and advances with the next event.
        await pause(0);
        const halfMs = (Date.now() - startTs) / 2;
        if (restMs) restUntil = Date.now() + Math.min(Math.max(halfMs, restMs.min), restMs.max);
        return result;
      } finally {
        queue.delete(caller);
        if (running?.caller === caller) running = null;
      }
    },
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
