import { createMiddleware } from "hono/factory";
import type { AppEnv } from "@/context";
import { setHeaders } from "./responses";

/** How long a browser may cache a prefetched page (s). */
const MAX_AGE_S = 30;

/** Whether the request is a prefetch. Older browsers send `purpose` or `x-moz`. */
export const isPrefetch = (headers: Pick<Headers, "get">): boolean =>
  ["sec-purpose", "purpose", "x-moz"].some((name) => /\bprefetch\b/i.test(headers.get(name) ?? ""));

/**
 * Lets the browser cache a page that it prefetched by a link (`rel=prefetch`) until the visitor opens it. Otherwise the
 * browser would request it twice. Prefetches by speculation rules (`sec-fetch-dest: document`) need no header. Pages of
 * signed-in users remain `no-store`. Runs outside the page cache.
 */
export const prefetchCaching = createMiddleware<AppEnv>(async function prefetchCaching(c, next) {
  await next();
  const { headers } = c.req.raw;
  if (!isPrefetch(headers) || headers.get("sec-fetch-dest") === "document") return;
  if (c.res.status !== 200 || c.res.headers.get("cache-control") !== "private, no-cache") return;
  setHeaders(c, { "cache-control": `private, max-age=${MAX_AGE_S}`, vary: "Cookie" });
});
