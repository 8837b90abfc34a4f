import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import { METHOD_NAME_ALL } from "hono/router";
import type { AppEnv, AppRoute, SignedInUser } from "@/context";
import type { Day } from "@/shared/dates";
import type { Refusal } from "@/shared/errors";

/** `hasFiles`: the body is a multipart form. */
export type BodySender = { user: SignedInUser | null; hasFiles: boolean };

/** What the middleware of every request, the sitemap and the client build must know of a route. */
export type RouteOptions = {
  /** Anonymous visitors may get the page from the page cache. */
  cacheable?: boolean;
  /** Browsers may load the page before the visitor opens it: loading it has no side effects. */
  prefetchable?: boolean;
  /** The page is in the sitemap, in every language. `changed`: the day of its last change, if known. */
  sitemap?: { changed?: Day };
  /** The path has no page in another language, so it is never redirected to the visitor's language. */
  noLocaleRedirect?: boolean;
  /** Largest body (bytes); by default `DEFAULT_MAX_BODY_BYTES`. */
  maxBody?: number | ((sender: BodySender) => number);
  /** The refusal of a larger body; by default `too_large`. */
  tooLarge?: (sender: BodySender) => Refusal;
  /** Requests from another site are refused, even without a session cookie. */
  sameOriginOnly?: boolean;
  /** The API call reads the session cookie, so the request must come from this site. */
  cookieAuth?: boolean;
  /** A read accepts its access token as the query parameter `auth`. */
  queryToken?: boolean;
};

const OPTIONS = Symbol("route options");
const NO_OPTIONS: RouteOptions = {};

/** Declares the options of a route, or with `use` of every route below a path. The handler itself does nothing. */
export const routeOptions = (options: RouteOptions): MiddlewareHandler<AppEnv> =>
  Object.assign<MiddlewareHandler<AppEnv>, object>((_c, next) => next(), { [OPTIONS]: options });

const readOptions = (handler: object): RouteOptions | undefined =>
  (handler as { [OPTIONS]?: RouteOptions })[OPTIONS];

/** The options of the route that handles the request. */
export function getRouteOptions(c: Context<AppEnv>): RouteOptions {
  const known = c.get("routeOptions");
  if (known) return known;
  const found = findRouteOptions(c);
  c.set("routeOptions", found);
  return found;
}

function findRouteOptions(c: Context<AppEnv>): RouteOptions {
  let found: RouteOptions | undefined;
  let handlingPath: string | undefined;
  for (const { handler, method, path } of matchedRoutes(c)) {
    // Several paths may match, such as /tutoring/create and /tutoring/:id; the first one handles it.
    if (method !== METHOD_NAME_ALL) {
      handlingPath ??= path;
      if (path !== handlingPath) break;
    }
    const options = readOptions(handler);
    if (options) found = found ? { ...found, ...options } : options;
  }
  return found ?? NO_OPTIONS;
}

/** The paths of all routes with an option, and its value. */
export function listPathsWith<Name extends keyof RouteOptions>(
  routes: readonly AppRoute[],
  name: Name,
): { path: string; value: NonNullable<RouteOptions[Name]> }[] {
  return routes.flatMap(({ handler, path }) => {
    const value = readOptions(handler)?.[name];
    return value ? [{ path, value }] : [];
  });
}
