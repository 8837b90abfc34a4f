import { Hono } from "hono";
import type { AppEnv } from "@/context";
import type { Bindings } from "@/env";
import { paths } from "@/shared/paths";
import { adminGate } from "./admin-gate";
import { type Clock, requestContext, type SharedServices } from "./app-context";
import { bodyLimits } from "./body-limit";
import { respondFromCache } from "./cached-response";
import { apiCors } from "./cors";
import { csrfProtection } from "./csrf";
import { selectReplica } from "./database-replica";
import { handleError, handleNotFound } from "./errors";
import { localeRedirects, routePath } from "./locale";
import { cachePages } from "./page-cache";
import { prefetchCaching } from "./prefetch";
import { pageRenderer } from "./render";
import { requestLog } from "./request-log";
import { securityHeaders } from "./security-headers";
import { signInGate } from "./sign-in-gate";
import { statistics } from "./statistics";
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
  app.use(statistics);
  app.use(prefetchCaching);
  app.use(pageRenderer);
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
