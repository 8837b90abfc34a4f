import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "@/context";
import { Refused } from "@/shared/errors";
import { COOKIE_CALLS, isMachinePath, paths } from "@/shared/paths";
import { hasRefreshCookie } from "./cookies";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);
/** What answers with a session's cookie. */
const SIGNING_IN: readonly string[] = [paths.signIn(), paths.authToken()];

/**
 * An unsafe request that a cookie authenticates must come from this site, whatever its content type: Origin and
 * Sec-Fetch-Site each say so where they are sent, and one of them is. Calls that only a bearer header authenticates
 * carry nothing that another site could make a browser send, so they pass; so does whoever has no cookie, except where
 * one signs in, since another site could sign a visitor in as somebody else.
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

/** Whether the browser says that another site made it ask. */
export const isForeign = (c: Context<AppEnv>): boolean => sourceOf(c) === "elsewhere";

/** A call that a page of SITE_URL makes to an API with an origin of its own. */
function isCallOfSite(c: Context<AppEnv>): boolean {
  const { API_BASE, SITE_URL } = c.var.ctx.config;
  const apart = API_BASE !== "" && API_BASE !== SITE_URL;
  return apart && isMachinePath(c.var.path) && c.req.header("origin") === SITE_URL;
}

function sourceOf(c: Context<AppEnv>): "here" | "elsewhere" | "unknown" {
  const origin = c.req.header("origin");
  const site = c.req.header("sec-fetch-site");
  if (origin === undefined && site === undefined) return "unknown";
  // Behind something that ends TLS, the request's own URL may differ from the address that the browser knows.
  const own = [new URL(c.req.url).origin, c.var.ctx.config.SITE_URL];
  const fitting =
    (origin === undefined || own.includes(origin)) && (site === undefined || site === "same-origin");
  return fitting || (site === "same-site" && isCallOfSite(c)) ? "here" : "elsewhere";
}
