// Browsers may block or fill up a storage. Then it holds nothing.

type StorageName = "localStorage" | "sessionStorage";

export function readStored(storage: StorageName, key: string): string | null {
  try {
    return window[storage].getItem(key);
  } catch {
    return null;
  }
}

/** Null for malformed JSON, too. */
export function readStoredJson<T>(storage: StorageName, key: string): T | null {
  try {
    return JSON.parse(readStored(storage, key) ?? "null");
  } catch {
    return null;
  }
}

/** Stores a text, or deletes it (null). Returns whether that was possible. */
export function writeStored(storage: StorageName, key: string, text: string | null): boolean {
  try {
    if (text === null) window[storage].removeItem(key);
    else window[storage].setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** The keys of `localStorage` that begin with a prefix. */
export function listStoredKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}
