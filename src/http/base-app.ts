import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "@/context";
import { addShareSource } from "@/db/statistics";
import type { Bindings } from "@/env";
import { ACTIVATED_HEADER, paths } from "@/shared/paths";
import { adminGate } from "./admin-gate";
import { type Clock, requestContext, type SharedServices } from "./app-context";
import { bodyLimits } from "./body-limit";
import { respondFromCache } from "./cached-response";
import { apiCors } from "./cors";
import { csrfProtection } from "./csrf";
import { selectReplica } from "./database-replica";
import { handleError, handleNotFound } from "./errors";
import { localeRedirects, routePath } from "./locale";
import { maintenance } from "./maintenance";
import { cachePages } from "./page-cache";
import { isPrefetch, prefetchCaching } from "./prefetch";
import { pageRenderer } from "./render";
import { requestLog } from "./request-log";
import { securityHeaders } from "./security-headers";
import { signInGate } from "./sign-in-gate";
import { visitor } from "./visitor";

/**
 * An app without routes: cached pages first, then the middleware of every other request, in order, and the answers to
 * errors.
 */
export function createBaseApp(clock: Clock, shared: SharedServices): Hono<AppEnv> {
  const app = new Hono<AppEnv>({ getPath: routePath });

  app.use(requestLog);
  app.use(cachePages(shared.pages));
  app.use(securityHeaders);
  app.use(requestContext(app, shared, clock));
  app.use(apiCors);
  app.use(selectReplica(shared));
  app.use(recordStatistics);
  app.use(prefetchCaching);
  app.use(pageRenderer);
  app.use(maintenance);
  app.use(visitor);
  app.use(adminGate);
  app.use(localeRedirects);
  app.use(csrfProtection);
  app.use(bodyLimits);
  app.use(`${paths.profile()}/*`, signInGate);

  app.notFound(handleNotFound(app));
  app.onError(handleError);

  const { fetch } = app;
  const findCached = respondFromCache(shared, clock);
  app.fetch = (request, bindings, execution) =>
    findCached(request, bindings as Bindings, execution) ?? fetch(request, bindings, execution);
  return app;
}

/**
 * Counts the views, impressions and searches of a successful response (`c.var.statisticsEvents`). A prefetch does not
 * count: when the visitor opens the page, the client sends a HEAD request with `ACTIVATED_HEADER`. `respondFromCache`
 * counts those of cached pages.
 */
const recordStatistics = createMiddleware<AppEnv>(async function recordStatistics(c, next) {
  await next();
  const statisticsEvents = c.get("statisticsEvents");
  if (!statisticsEvents?.length || !isViewed(c.req.raw) || c.res.status !== 200) return;
  c.get("ctx").statistics.record(addShareSource(statisticsEvents, c.req.url));
});

const isViewed = ({ method, headers }: Request): boolean =>
  (method === "GET" && !isPrefetch(headers)) || (method === "HEAD" && headers.has(ACTIVATED_HEADER));
