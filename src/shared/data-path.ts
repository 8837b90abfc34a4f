import { paths } from "./paths";

const FORBIDDEN = /[.#$/[\]\p{Cc}]/u;
const MOST_BYTES = 768;
const BEFORE = paths.dataFile("");

/**
 * The keys of a path of the data, as it stands in an address: decoded once, without the last one's `.json`. Null where
 * one can't be a key: it is empty, longer than 768 bytes, no text at all, or has one of `. # $ / [ ]` or a control
 * character in it, however that is encoded.
 */
export function dataKeys(pathname: string): string[] | null {
  const written = pathname.slice(BEFORE.length).replace(/\.json$/, "");
  try {
    const keys = written.split("/").map(decodeURIComponent);
    return keys.every(isKey) ? keys : null;
  } catch {
    return null;
  }
}

const isKey = (key: string): boolean =>
  key !== "" && !FORBIDDEN.test(key) && new TextEncoder().encode(key).length <= MOST_BYTES;
