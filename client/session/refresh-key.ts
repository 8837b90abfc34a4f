const STORAGE_KEY = "refresh-key";

/** The Idempotency-Key of the token refresh. It stays the same until the server has responded. */
export type RefreshKey = {
  get(): string;
  /** Call after a response. */
  reset(): void;
};

/**
 * The key is also in the tab's storage, because the page may be reloaded before the network is back. The key
 * alone gives no access: the server also requires the refresh cookie.
 */
export function createRefreshKey(storage: () => Storage): RefreshKey {
  let key: string | null = null;
  const withStorage = <T>(work: (stored: Storage) => T): T | null => {
    try {
      return work(storage());
    } catch {
      // Storage is disabled or full.
      return null;
    }
  };
  return {
    get() {
      const current = key ?? withStorage((stored) => stored.getItem(STORAGE_KEY)) ?? crypto.randomUUID();
      key = current;
      withStorage((stored) => stored.setItem(STORAGE_KEY, current));
      return current;
    },
    reset() {
      key = null;
      withStorage((stored) => stored.removeItem(STORAGE_KEY));
    },
  };
}
