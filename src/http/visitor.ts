import { createMiddleware } from "hono/factory";
import { readAccessToken } from "@/auth/access-token";
import { visitorOfCookie, visitorOfToken } from "@/auth/sessions";
import type { AppEnv } from "@/context";
import { isMachinePath } from "@/shared/paths";
import { refreshCookie } from "./cookies";

/**
 * Who asks. Pages know the visitor by the cookie, calls by the bearer token and by nothing else: one indexed read
 * each, none for anonymous visitors.
 */
export const visitor = createMiddleware<AppEnv>(async function visitor(c, next) {
  const { ctx, path } = c.var;
  if (isMachinePath(path)) {
    const token = bearerToken(c.req.header("authorization"));
    const claims = token ? await readAccessToken(ctx.config, token, ctx.now) : null;
    if (claims) ctx.user = await visitorOfToken(ctx, claims);
  } else {
    const cookie = refreshCookie(c);
    if (cookie) ctx.user = await visitorOfCookie(ctx, cookie);
  }
  await next();
});

/** RFC 6750, 2.1; the scheme's case does not count (RFC 9110, 11.1). */
export function bearerToken(header: string | undefined): string | null {
  return header?.match(/^Bearer +([\w~+/.-]+=*)$/i)?.[1] ?? null;
}
