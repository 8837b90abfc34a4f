/** Pathname and query ("" or with "?") of a request's URL. */
export type RequestUrl = { readonly pathname: string; readonly search: string };

/** URLs that parsing leaves unchanged: without dot segments, backslashes and characters that would be encoded. */
const PLAIN = /^https?:\/\/[^/?#\\]+(\/[\w/-]*)(\?[\w\-.~!$&()*+,;=:@/?%]*)?$/;

let last: { url: string; parts: RequestUrl } = { url: "", parts: { pathname: "/", search: "" } };

/**
 * The parts of a request's URL as `new URL` gives them, which costs a multiple. Routing and middleware ask for the same
 * URL in turn, so the last one is remembered.
 */
export function splitUrl(url: string): RequestUrl {
  if (url !== last.url) last = { url, parts: parse(url) };
  return last.parts;
}

function parse(url: string): RequestUrl {
  const [, pathname, search = ""] = PLAIN.exec(url) ?? [];
  if (pathname === undefined) return new URL(url);
  return { pathname, search: search === "?" ? "" : search };
}
