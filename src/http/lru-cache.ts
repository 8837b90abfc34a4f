/** Values by key in an isolate's memory, within a bound of bytes: the least recently used are evicted. */
export type LruCache<T> = {
  get(key: string): T | undefined;
  /** Returns the value of the key, or creates and stores it. */
  getOrCreate(key: string, create: () => T): T;
  /** Not stored if the entry takes more than half of the bound. */
  set(key: string, value: T): void;
};

/** Overhead of a map entry (bytes), without its key's text and its value; rounded up. */
const ENTRY_BYTES = 64;
/** Overhead of a string (bytes). */
const STRING_BYTES = 16;

/**
 * Characters beyond Latin-1, such as ș and ț: V8 stores a text with any of them in two bytes a character, others in
 * one.
 */
const WIDE = /[^\0-\xff]/;

/**
 * Bytes that a text takes in V8's heap. The test also flattens the string: a concatenated string references all its
 * parts, at several times the size, until its characters are read.
 */
export const textBytes = (text: string): number => STRING_BYTES + text.length * (WIDE.test(text) ? 2 : 1);

/**
 * `maxBytes` bounds keys and values together; `toBytes` returns the size of a value. Two generations of half the
 * bound each: a read moves an entry to the younger one, and when that is full, the older one is dropped. So a read is
 * one map lookup; an exact LRU order would need a delete and an insert.
 */
export function createLruCache<T>(maxBytes: number, toBytes: (value: T) => number): LruCache<T> {
  const halfBytes = maxBytes / 2;
  let young = new Map<string, T>();
  let old = new Map<string, T>();
  /** Bytes of the younger generation. */
  let size = 0;
  const entryBytes = (key: string, value: T) => ENTRY_BYTES + textBytes(key) + toBytes(value);

  function set(key: string, value: T): void {
    const replaced = young.get(key);
    if (replaced !== undefined) size -= entryBytes(key, replaced);
    young.delete(key);
    old.delete(key);
    const bytes = entryBytes(key, value);
    if (bytes > halfBytes) return;
    if (size + bytes > halfBytes) [old, young, size] = [young, new Map(), 0];
    size += bytes;
    young.set(key, value);
  }

  function get(key: string): T | undefined {
    const found = young.get(key);
    if (found !== undefined) return found;
    const older = old.get(key);
    if (older !== undefined) set(key, older);
    return older;
  }

  return {
    get,
    getOrCreate(key, create) {
      const found = get(key);
      if (found !== undefined) return found;
      const value = create();
      set(key, value);
      return value;
    },
    set,
  };
}
