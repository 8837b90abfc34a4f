/** Values by key, within a bound: what was not asked for of late makes room. */
export type Recent<T> = {
  get(key: string): T | undefined;
  /** Not kept if it alone is more than half of the room. */
  set(key: string, value: T): void;
};

/**
 * `most` bounds the sizes of all together; `sizeOf` is asked when a key is new. In two generations of half the room each:
 * what is asked for is carried over into the younger one, and where that is full, the older one is forgotten. So to find
 * something is one look into a map, where an order of use would be to take it out and put it in again.
 */
export function createRecent<T>(most: number, sizeOf: (key: string, value: T) => number): Recent<T> {
  const room = most / 2;
  let young = new Map<string, T>();
  let old = new Map<string, T>();
  let size = 0;

  function set(key: string, value: T): void {
    if (!young.has(key)) {
      const more = sizeOf(key, value);
      if (more > room) return;
      if (size + more > room) [old, young, size] = [young, new Map(), 0];
      size += more;
    }
    young.set(key, value);
  }

  return {
    get(key) {
      const found = young.get(key);
      if (found !== undefined) return found;
      const older = old.get(key);
      if (older !== undefined) set(key, older);
      return older;
    },
    set,
  };
}
