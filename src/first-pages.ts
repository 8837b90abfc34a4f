import type { Hono } from "hono";
import type { AppEnv } from "@/context";
import { homeRoutes } from "@/features/home/routes";
import { searchRoutes } from "@/features/search/routes";
import { type Clock, createSharedServices, type SharedServices } from "@/http/app-context";
import { createBaseApp } from "@/http/base-app";
import { routePath } from "@/http/locale";
import { ID_PATTERN } from "@/shared/ids";
import { paths } from "@/shared/paths";

/**
 * An app of the pages that most visits begin with: home, lists, listings. The worker answers them with this app, so
 * that an isolate starts without the code of the other features. It has the same middleware and handlers as the whole
 * app.
 */
export function createFirstPagesApp(
  clock: Clock = Date.now,
  shared: SharedServices = createSharedServices(),
): Hono<AppEnv> {
  const app = createBaseApp(clock, shared);
  app.route("/", homeRoutes);
  app.route("/", searchRoutes);
  return app;
}

const LISTING = new RegExp(`^${paths.listings()}/${ID_PATTERN.source.slice(1)}`);

/** Whether `createFirstPagesApp` answers the request as the whole app would. */
export function isFirstPage(request: Request): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  const path = routePath(request);
  return path === paths.home() || path === paths.listings() || LISTING.test(path);
}
