import type { Hono } from "hono";
import type { AppEnv } from "@/context";
import { homeRoutes } from "@/features/home/routes";
import { listingPageRoutes } from "@/features/public-pages/listing-page/listing-routes";
import { searchRoutes } from "@/features/search/routes";
import { suggestionsApi } from "@/features/search/suggestions/api";
import { type Clock, createSharedServices, type SharedServices } from "@/http/app-context";
import { createBaseApp } from "@/http/base-app";
import { routePath } from "@/http/locale";
import { ID_PATTERN } from "@/shared/ids";

const FIRST_ROUTES = [homeRoutes, searchRoutes, listingPageRoutes, suggestionsApi];

/**
 * An app of the pages that most visits begin with: home, lists, listings, and the suggestions of their search. The
 * worker answers them with this app, so that an isolate starts without the code of the other features. It has the same
 * middleware and handlers as the whole app.
 */
export function createFirstPagesApp(
  clock: Clock = Date.now,
  shared: SharedServices = createSharedServices(),
): Hono<AppEnv> {
  const app = createBaseApp(clock, shared);
  for (const routes of FIRST_ROUTES) app.route("/", routes);
  return app;
}

/** The paths of its pages. In the whole app, other routes come before `/tutoring/:id` for what is no id. */
const PATHS = FIRST_ROUTES.flatMap(({ routes }) => routes)
  .filter(({ method }) => method === "GET")
  .map(({ path }) => new RegExp(`^${path.replaceAll(":id", ID_PATTERN.source.slice(1, -1))}$`));

/** Whether `createFirstPagesApp` answers a request as the whole app would. */
export function isFirstPagesRequest(request: Request): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  const path = routePath(request);
  return PATHS.some((pattern) => pattern.test(path));
}
