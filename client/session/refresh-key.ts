const NAME = "refresh-key";

/** The Idempotency-Key of the refresh that got no answer as yet. */
export type RefreshKey = {
  /** The key of the refresh to make: the same one until there was an answer. */
  take(): string;
  answered(): void;
};

/**
 * Kept in the tab's storage too, since the page may be reloaded before the network is back. The key alone gives no
 * access: the server also requires the refresh cookie. Without storage, the page's memory holds it.
 */
export function createRefreshKey(storage: () => Storage): RefreshKey {
  let key: string | null = null;
  const quietly = <T>(work: (kept: Storage) => T): T | null => {
    try {
      return work(storage());
    } catch {
      // Reading the property throws where the visitor forbade storage, and writing where it is full.
      return null;
    }
  };
  return {
    take() {
      const taken = key ?? quietly((kept) => kept.getItem(NAME)) ?? crypto.randomUUID();
      key = taken;
      quietly((kept) => kept.setItem(NAME, taken));
      return taken;
    },
    answered() {
      key = null;
      quietly((kept) => kept.removeItem(NAME));
    },
  };
}
