import { createMiddleware } from "hono/factory";
import type { AppEnv } from "@/context";
import { setHeaders } from "./responses";

/** How long a browser may cache a prefetched page (s). */
const MAX_AGE_S = 30;

/** Whether the request is a prefetch. Older browsers send `purpose` or `x-moz`. */
export const isPrefetch = (headers: Pick<Headers, "get">): boolean =>
  ["sec-purpose", "purpose", "x-moz"].some((name) => /\bprefetch\b/i.test(headers.get(name) ?? ""));

/**
 * Whether the browser may cache the response for later: a prefetch by a link (`rel=prefetch`), but not by speculation
 * rules (`sec-fetch-dest: document`), which need no header.
 */
const isLinkPrefetch = (headers: Headers): boolean =>
  isPrefetch(headers) && headers.get("sec-fetch-dest") !== "document";

/** Cache-Control of a prefetched page. Pages for anonymous visitors vary by cookie. */
const PREFETCHED_PAGE = `private, max-age=${MAX_AGE_S}`;

/** Cache-Control of pages for anonymous visitors. */
export const ANONYMOUS_PAGE = "private, no-cache";

/**
 * Lets the browser cache a page that it prefetched by a link until the visitor opens it. Otherwise the browser would
 * request it twice. Pages of signed-in users remain `no-store`.
 */
export const prefetchCaching = createMiddleware<AppEnv>(async function prefetchCaching(c, next) {
  await next();
  if (c.res.status !== 200 || c.res.headers.get("cache-control") !== ANONYMOUS_PAGE) return;
  if (isLinkPrefetch(c.req.raw.headers)) setHeaders(c, { "cache-control": PREFETCHED_PAGE });
});

/** Does the same for a page from the page cache. */
export function allowPrefetchCaching(request: Request, response: Response): void {
  if (isLinkPrefetch(request.headers)) response.headers.set("cache-control", PREFETCHED_PAGE);
}
