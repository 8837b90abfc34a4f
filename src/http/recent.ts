/** Values by key in an isolate's memory, within a bound of bytes: the least recently used are evicted. */
export type Recent<T> = {
  get(key: string): T | undefined;
  /** Not kept if it alone takes more than half of the room. */
  set(key: string, value: T): void;
};

/** Bytes that an entry takes in a map besides its key's text and its value, rounded up. */
const ENTRY_BYTES = 64;
/** Bytes of a string besides its characters. */
const STRING_BYTES = 16;

/** Letters such as ș and ț: V8 stores a text that has any of them with two bytes a character, other texts with one. */
const WIDE = /[^\0-\xff]/;

/**
 * Bytes that a text takes in V8's heap. Looking into it also makes it flat: a text that was put together from many others
 * holds all of them, in several times the bytes, until its characters are read.
 */
export const textBytes = (text: string): number => STRING_BYTES + text.length * (WIDE.test(text) ? 2 : 1);

/**
 * `mostBytes` bounds keys and values together; `bytesOf` says the size of a value. In two generations of half the room
 * each: what is asked for moves into the younger one, and where that is full, the older one is forgotten. So finding
 * something is one look into a map, where an order of use would be to take it out and put it in again.
 */
export function createRecent<T>(mostBytes: number, bytesOf: (value: T) => number): Recent<T> {
  const room = mostBytes / 2;
  let young = new Map<string, T>();
  let old = new Map<string, T>();
  /** Bytes of the younger generation. */
  let size = 0;
  const entryBytes = (key: string, value: T) => ENTRY_BYTES + textBytes(key) + bytesOf(value);

  function set(key: string, value: T): void {
    const before = young.get(key);
    if (before !== undefined) size -= entryBytes(key, before);
    young.delete(key);
    old.delete(key);
    const bytes = entryBytes(key, value);
    if (bytes > room) return;
    if (size + bytes > room) [old, young, size] = [young, new Map(), 0];
    size += bytes;
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
