import { createMiddleware } from "hono/factory";
import type { AppEnv } from "@/context";
import { Refused } from "@/shared/errors";
import { COOKIE_CALLS, isMachinePath } from "@/shared/paths";
import { refreshCookie } from "./cookies";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * An unsafe request that a cookie would authenticate must come from this site, whatever its content type: Origin is
 * ours and Sec-Fetch-Site, where the browser sends it, says same-origin. A bearer header is no ambient authority
 * (another site can't add it without asking), so such calls pass.
 */
export const sameOrigin = createMiddleware<AppEnv>(async function sameOrigin(c, next) {
  const byCookie = refreshCookie(c) && (!isMachinePath(c.var.path) || COOKIE_CALLS.includes(c.var.path));
  if (byCookie && !SAFE.has(c.req.method) && !c.req.header("authorization")) {
    const origin = c.req.header("origin");
    const site = c.req.header("sec-fetch-site");
    const foreign = origin !== undefined && origin !== new URL(c.req.url).origin;
    if (
      foreign ||
      (site !== undefined && site !== "same-origin") ||
      (origin === undefined && site === undefined)
    ) {
      throw new Refused({ code: "forbidden", reason: "cross_site" });
    }
  }
  await next();
});
