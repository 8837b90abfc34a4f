const NAME = "session";
/** After this wait (ms) the work runs without the lock; the server tolerates parallel refreshes. */
const TIMEOUT_MS = 10_000;

export type WithSessionLock = <T>(work: () => Promise<T>) => Promise<T>;

/** A mutex for changes of the session, over all tabs. Without Web Locks it covers this tab only. */
export function createSessionLock(locks: LockManager | undefined): WithSessionLock {
  return locks ? acrossTabs(locks) : inThisTab();
}

function acrossTabs(locks: LockManager): WithSessionLock {
  return async <T>(work: () => Promise<T>) => {
    let begun = false;
    const begin = () => {
      begun = true;
      return work();
    };
    try {
      return (await locks.request(NAME, { signal: AbortSignal.timeout(TIMEOUT_MS) }, begin)) as T;
    } catch (error) {
      if (begun) throw error;
      return work();
    }
  };
}

function inThisTab(): WithSessionLock {
  let before: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>) => {
    const own = before.then(work, work);
    before = own;
    return own;
  };
}
