import { createMiddleware } from "hono/factory";
import type { AppEnv } from "@/context";
import { ACTIVATED_HEADER } from "@/shared/paths";
import { isPrefetch } from "./prefetch";

/**
 * Counts the listings that a page showed (`c.var.viewEvents`) after a successful response. A prefetch does not count:
 * when the visitor opens the page, the client sends a HEAD request with `ACTIVATED_HEADER`. `respondFromCache` counts
 * those of cached pages.
 */
export const statistics = createMiddleware<AppEnv>(async function statistics(c, next) {
  await next();
  const viewEvents = c.get("viewEvents");
  if (!viewEvents?.length || !isViewed(c.req.raw) || c.res.status !== 200) return;
  c.get("ctx").statistics.record(viewEvents);
});

const isViewed = ({ method, headers }: Request): boolean =>
  (method === "GET" && !isPrefetch(headers)) || (method === "HEAD" && headers.has(ACTIVATED_HEADER));
