import { paths } from "@/shared/paths";

const FORBIDDEN = /[.#$/[\]\p{Cc}]/u;
const MAX_BYTES = 768;
const BEFORE = paths.dataFile("");

/**
 * The keys of a data path from a URL: decoded once, without the last key's `.json`. Null if a key is invalid: empty,
 * longer than 768 bytes, malformed UTF-8, or with one of `. # $ / [ ]` or a control character, in any encoding.
 */
export function parseDataPath(pathname: string): string[] | null {
  const dataPath = pathname.slice(BEFORE.length).replace(/\.json$/, "");
  try {
    const keys = dataPath.split("/").map(decodeURIComponent);
    return keys.every(isKey) ? keys : null;
  } catch {
    return null;
  }
}

const isKey = (key: string): boolean =>
  key !== "" && !FORBIDDEN.test(key) && new TextEncoder().encode(key).length <= MAX_BYTES;
