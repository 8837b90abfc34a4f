import { createRecent, textBytes } from "./recent";

/** Bytes of keys and markup together. */
const MOST_KEPT = 8 * 1024 ** 2;

/** Markup of parts of pages that stay the same from request to request, for one isolate. */
export type KeptMarkup = {
  /** What is kept under the key, or what `render` gives, which is then kept; what was not asked for of late makes room. */
  get(key: string, render: () => string): string;
};

export function createKeptMarkup(most = MOST_KEPT): KeptMarkup {
  const kept = createRecent<string>(most, textBytes);
  return {
    get(key, render) {
      const found = kept.get(key);
      if (found !== undefined) return found;
      const markup = render();
      kept.set(key, markup);
      return markup;
    },
  };
}
