import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "@/context";
import { Refused } from "@/shared/errors";
import { COOKIE_CALLS, isMachinePath, paths } from "@/shared/paths";
import { hasRefreshCookie } from "./cookies";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);
/** Paths that answer with a session cookie. */
const SIGNING_IN: readonly string[] = [paths.signIn(), paths.authToken()];

/**
 * CSRF protection. An unsafe request with a session cookie must come from this site: Origin and Sec-Fetch-Site must
 * both agree if sent, and one must be sent. Calls with only a bearer token pass, because browsers don't attach it
 * automatically. Requests without a cookie pass, except sign-ins: another site could sign the visitor in to a foreign
 * account.
 */
export const sameOrigin = createMiddleware<AppEnv>(async function sameOrigin(c, next) {
  if (!SAFE.has(c.req.method)) {
    const path = c.get("path");
    const byCookie = hasRefreshCookie(c) && (!isMachinePath(path) || COOKIE_CALLS.includes(path));
    const source = sourceOf(c);
    if (byCookie ? source !== "here" : source === "elsewhere" && SIGNING_IN.includes(path)) {
      throw new Refused({ code: "forbidden", reason: "cross_site" });
    }
  }
  await next();
});

/** Whether the browser says that another site caused the request. */
export const isForeign = (c: Context<AppEnv>): boolean => sourceOf(c) === "elsewhere";

/** A call from a page of SITE_URL to an API on its own origin. */
function isCallOfSite(c: Context<AppEnv>): boolean {
  const { API_BASE, SITE_URL } = c.var.ctx.config;
  const apart = API_BASE !== "" && API_BASE !== SITE_URL;
  return apart && isMachinePath(c.var.path) && c.req.header("origin") === SITE_URL;
}

function sourceOf(c: Context<AppEnv>): "here" | "elsewhere" | "unknown" {
  const origin = c.req.header("origin");
  const site = c.req.header("sec-fetch-site");
  if (origin === undefined && site === undefined) return "unknown";
  // Behind a TLS proxy, the request's own URL may differ from the URL in the browser.
  const own = [new URL(c.req.url).origin, c.var.ctx.config.SITE_URL];
  const fitting =
    (origin === undefined || own.includes(origin)) && (site === undefined || site === "same-origin");
  return fitting || (site === "same-site" && isCallOfSite(c)) ? "here" : "elsewhere";
}
