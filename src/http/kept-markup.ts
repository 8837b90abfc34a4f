/** UTF-16 units of keys and markup together. */
const MOST_KEPT = 4 * 1024 ** 2;

/** Markup of parts of pages that stay the same from request to request, for one isolate. */
export type KeptMarkup = {
  /** What is kept under the key, or what `render` gives, which is then kept; what was not asked for longest makes room. */
  get(key: string, render: () => string): string;
};

export function createKeptMarkup(most = MOST_KEPT): KeptMarkup {
  const kept = new Map<string, string>();
  let size = 0;
  return {
    get(key, render) {
      const found = kept.get(key);
      if (found !== undefined) {
        kept.delete(key);
        kept.set(key, found);
        return found;
      }
      const markup = render();
      kept.set(key, markup);
      size += key.length + markup.length;
      for (const [oldest, { length }] of kept) {
        if (size <= most) break;
        kept.delete(oldest);
        size -= oldest.length + length;
      }
      return markup;
    },
  };
}
