import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { paths } from "@/shared/paths";
import { adminGate } from "./admin-gate";
import { type Clock, requestContext, type SharedServices } from "./app-context";
import { bodyLimits } from "./body-limit";
import { apiCors } from "./cors";
import { csrfProtection } from "./csrf";
import { selectReplica } from "./database-replica";
import { handleError, handleNotFound } from "./errors";
import { localeRedirects, routePath } from "./locale";
import { cachedPages } from "./page-cache";
import { prefetchCaching } from "./prefetch";
import { pageRenderer } from "./render";
import { requestLog } from "./request-log";
import { securityHeaders } from "./security-headers";
import { signInGate } from "./sign-in-gate";
import { statistics } from "./statistics";
import { visitor } from "./visitor";

/** An app without routes: the middleware of every request, in order, and the answers to errors. */
export function createBaseApp(clock: Clock, shared: SharedServices): Hono<AppEnv> {
  const app = new Hono<AppEnv>({ getPath: routePath });

  app.use(requestLog);
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
  app.use(cachedPages(shared.pages));
  app.use(csrfProtection);
  app.use(bodyLimits);
  app.use(`${paths.profile()}/*`, signInGate);

  app.notFound(handleNotFound(app));
  app.onError(handleError);
  return app;
}
