import { createRecent, textBytes } from "./recent";

/** Largest size of all keys and markup together (bytes). */
const MAX_BYTES = 8 * 1024 ** 2;

/** Memoised markup of page parts that are the same in many requests, for one isolate. */
export type MarkupCache = {
  /** Returns the cached markup of the key, or renders and caches it. Evicts markup that was not used recently. */
  get(key: string, render: () => string): string;
};

export function createMarkupCache(maxBytes = MAX_BYTES): MarkupCache {
  const cached = createRecent<string>(maxBytes, textBytes);
  return {
    get(key, render) {
      const found = cached.get(key);
      if (found !== undefined) return found;
      const markup = render();
      cached.set(key, markup);
      return markup;
    },
  };
}
