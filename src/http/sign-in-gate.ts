import { createMiddleware } from "hono/factory";
import type { AppEnv } from "@/context";
import { localised } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";

/** Everything below /profile, whether there is such a page or not, asks for sign-in first and comes back after it. */
export const signInGate = createMiddleware<AppEnv>(async function signInGate(c, next) {
  const { ctx, path } = c.var;
  const own = path === paths.profile() || path.startsWith(`${paths.profile()}/`);
  if (own && !ctx.user) {
    const reading = c.req.method === "GET" || c.req.method === "HEAD";
    const wanted = reading ? path + new URL(c.req.url).search : paths.profile();
    return c.redirect(localised(ctx.locale, paths.signIn({ next: wanted })), 302);
  }
  await next();
});
