/** Values of a URL's search part; empty ones are left out. */
export type Query = Record<string, string | number | boolean | readonly string[] | null | undefined>;

export function withQuery(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined || value === "" || value === false) continue;
    if (Array.isArray(value)) for (const item of value) search.append(name, item);
    else search.append(name, value === true ? "1" : String(value));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

/** A colon is allowed in a path (RFC 3986, 3.3), so that routes can use the same functions: `paths.listing(":id")`. */
export const segment = (value: string): string => encodeURIComponent(value).replaceAll("%3A", ":");
