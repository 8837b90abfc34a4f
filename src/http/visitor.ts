import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { verifyAccessToken } from "@/auth/access-token";
import { findUserByCookies } from "@/auth/resolve-sessions";
import { findUserByToken } from "@/auth/sessions";
import type { AppEnv, Ctx, SignedInUser } from "@/context";
import { Refused } from "@/shared/errors";
import { isMachinePath } from "@/shared/paths";
import { getRefreshCookies } from "./cookies";
import { getRouteOptions } from "./route-options";

/**
 * Finds the visitor: pages by cookie, API calls only by bearer token. One indexed read, none for anonymous visitors.
 * An invalid or expired token on a call under /api is refused, even if the call is public. @throws Refused
 * `unauthenticated`
 */
export const visitor = createMiddleware<AppEnv>(async function visitor(c, next) {
  const { ctx, path } = c.var;
  if (isMachinePath(path)) {
    const header = c.req.header("authorization");
    ctx.user = await findUserByJwt(ctx, parseBearerToken(header));
    if (acceptsQueryToken(c)) ctx.user ??= await findUserByJwt(ctx, c.req.query("auth"));
    const isRejected = !ctx.user && /^bearer\b/i.test(header ?? "");
    if (isRejected && path.startsWith("/api/")) throw new Refused({ code: "unauthenticated" });
  } else {
    ctx.user = await findUserByCookies(ctx, getRefreshCookies(c));
  }
  await next();
});

/** Browsers, proxies and logs keep URLs, so a URL must never be enough to write. */
const acceptsQueryToken = (c: Context<AppEnv>): boolean =>
  (c.req.method === "GET" || c.req.method === "HEAD") && getRouteOptions(c).queryToken === true;

async function findUserByJwt(ctx: Ctx, token: string | null | undefined): Promise<SignedInUser | null> {
  const claims = token ? await verifyAccessToken(ctx.config, token, ctx.now) : null;
  return claims && findUserByToken(ctx, claims);
}

/** RFC 6750, 2.1; the scheme's case does not count (RFC 9110, 11.1). */
export function parseBearerToken(header: string | undefined): string | null {
  return header?.match(/^Bearer +([\w~+/.-]+=*)$/i)?.[1] ?? null;
}
