/** Values of a URL's search part; empty ones are left out. */
export type Query = Record<string, string | number | boolean | readonly string[] | null | undefined>;

export function withQuery(path: string, query: Query = {}): string {
  let search = "";
  const add = (name: string, value: string) => {
    search += `${search === "" && !path.includes("?") ? "?" : "&"}${name}=${encodeFormValue(value)}`;
  };
  for (const name of Object.keys(query)) {
    const value = query[name];
    if (value === null || value === undefined || value === "" || value === false) continue;
    if (typeof value === "object") for (const item of value) add(name, item);
    else add(name, value === true ? "1" : String(value));
  }
  return path + search;
}

/**
 * As URLSearchParams encodes it, but with the slashes, question marks and equals signs that a query may contain (RFC
 * 3986, 3.4). Codes, numbers and paths stay as they are; creating an object for each costs a list 5 %.
 */
const encodeFormValue = (value: string): string =>
  /^[\w.*/?-]*$/.test(value)
    ? value
    : new URLSearchParams({ "": value })
        .toString()
        .slice(1)
        .replace(/%(2F|3F|3D)/g, decodeURIComponent);

/** A colon is allowed in a path (RFC 3986, 3.3), so that routes can use the same functions: `paths.listing(":id")`. */
export const segment = (value: string): string =>
  /^[\w.:-]*$/.test(value) ? value : encodeURIComponent(value).replaceAll("%3A", ":");
