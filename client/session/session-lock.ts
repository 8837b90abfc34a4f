const LOCK_NAME = "session";
/** Longest wait for the lock (ms). After it the work runs without the lock; the server tolerates parallel refreshes. */
const TIMEOUT_MS = 10_000;

export type WithSessionLock = <T>(work: () => Promise<T>) => Promise<T>;

/** A mutex for changes of the session, shared by all tabs. Without Web Locks it covers this tab only. */
export function createSessionLock(locks: LockManager | undefined): WithSessionLock {
  return locks ? createCrossTabLock(locks) : createTabLock();
}

function createCrossTabLock(locks: LockManager): WithSessionLock {
  return async <T>(work: () => Promise<T>) => {
    let hasStarted = false;
    const start = () => {
      hasStarted = true;
      return work();
    };
    try {
      return (await locks.request(LOCK_NAME, { signal: AbortSignal.timeout(TIMEOUT_MS) }, start)) as T;
    } catch (error) {
      if (hasStarted) throw error;
      return work();
    }
  };
}

function createTabLock(): WithSessionLock {
  let previous: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>) => {
    const current = previous.then(work, work);
    previous = current;
    return current;
  };
}
