/** Values of a URL's search part; empty ones are left out. */
export type Query = Record<string, string | number | boolean | readonly string[] | null | undefined>;

export function withQuery(path: string, query: Query = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    if (value === null || value === undefined || value === "" || value === false) return [];
    if (Array.isArray(value)) return value.map((item) => `${name}=${encodeFormValue(item)}`);
    return [`${name}=${encodeFormValue(value === true ? "1" : String(value))}`];
  });
  return pairs.length > 0 ? `${path}?${pairs.join("&")}` : path;
}

/** As URLSearchParams encodes it. Codes and numbers stay as they are; creating an object for each costs a list 5 %. */
const encodeFormValue = (value: string): string =>
  /^[\w.*-]*$/.test(value) ? value : new URLSearchParams({ "": value }).toString().slice(1);

/** A colon is allowed in a path (RFC 3986, 3.3), so that routes can use the same functions: `paths.listing(":id")`. */
export const segment = (value: string): string => encodeURIComponent(value).replaceAll("%3A", ":");
