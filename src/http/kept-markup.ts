import { createRecent } from "./recent";

/** UTF-16 units of keys and markup together. */
const MOST_KEPT = 4 * 1024 ** 2;

/** Markup of parts of pages that stay the same from request to request, for one isolate. */
export type KeptMarkup = {
  /** What is kept under the key, or what `render` gives, which is then kept; what was not asked for of late makes room. */
  get(key: string, render: () => string): string;
};

export function createKeptMarkup(most = MOST_KEPT): KeptMarkup {
  const kept = createRecent<string>(most, (key, markup) => key.length + markup.length);
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
