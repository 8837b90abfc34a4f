import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "@/context";
import { Refused } from "@/shared/errors";
import { isMachinePath } from "@/shared/paths";
import { hasRefreshCookie } from "./cookies";
import { getRouteOptions } from "./route-options";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * CSRF protection. An unsafe request with a session cookie must come from this site: Origin and Sec-Fetch-Site must
 * both agree if sent, and one must be sent. Calls with only a bearer token pass, because browsers don't attach it
 * automatically. Requests without a cookie pass, except on routes with `sameOriginOnly`, such as the sign-in: another
 * site could sign the visitor in to a foreign account.
 */
export const csrfProtection = createMiddleware<AppEnv>(async function csrfProtection(c, next) {
  if (!SAFE.has(c.req.method)) {
    const { cookieAuth, sameOriginOnly } = getRouteOptions(c);
    const readsCookie = hasRefreshCookie(c) && (cookieAuth || !isMachinePath(c.get("path")));
    const site = findSendingSite(c);
    if (readsCookie ? site !== "same" : site === "other" && sameOriginOnly) {
      throw new Refused({ code: "forbidden", reason: "cross_site" });
    }
  }
  await next();
});

/** Whether the browser reports that another site caused the request. */
export const isCrossSite = (c: Context<AppEnv>): boolean => findSendingSite(c) === "other";

/** A call from a page of SITE_URL to an API on its own origin. */
function isCallOfSite(c: Context<AppEnv>): boolean {
  const { API_BASE, SITE_URL } = c.var.ctx.config;
  const hasOwnOrigin = API_BASE !== "" && API_BASE !== SITE_URL;
  return hasOwnOrigin && isMachinePath(c.var.path) && c.req.header("origin") === SITE_URL;
}

/** Whether the request has this site's Origin. Behind a TLS proxy, its own URL may differ from that in the browser. */
export const isFromOwnOrigin = (c: Context<AppEnv>): boolean =>
  [new URL(c.req.url).origin, c.var.ctx.config.SITE_URL].includes(c.req.header("origin") ?? "");

/** The site that caused the request, by the browser's headers; `unknown` if it sent none. */
function findSendingSite(c: Context<AppEnv>): "same" | "other" | "unknown" {
  const origin = c.req.header("origin");
  const site = c.req.header("sec-fetch-site");
  if (origin === undefined && site === undefined) return "unknown";
  const isSameOrigin =
    (origin === undefined || isFromOwnOrigin(c)) && (site === undefined || site === "same-origin");
  return isSameOrigin || (site === "same-site" && isCallOfSite(c)) ? "same" : "other";
}
