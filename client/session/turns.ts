const NAME = "session";
/** Whoever waits longer (a tab hangs) goes ahead: the server bears parallel refreshes. */
const PATIENCE_MS = 10_000;

export type TakeTurns = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets one tab at a time change the session. Without Web Locks, one call at a time in this tab. */
export function takingTurns(locks: LockManager | undefined): TakeTurns {
  return locks ? acrossTabs(locks) : inThisTab();
}

function acrossTabs(locks: LockManager): TakeTurns {
  return async <T>(work: () => Promise<T>) => {
    let begun = false;
    const begin = () => {
      begun = true;
      return work();
    };
    try {
      return (await locks.request(NAME, { signal: AbortSignal.timeout(PATIENCE_MS) }, begin)) as T;
    } catch (error) {
      if (begun) throw error;
      return work();
    }
  };
}

function inThisTab(): TakeTurns {
  let before: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>) => {
    const own = before.then(work, work);
    before = own;
    return own;
  };
}
