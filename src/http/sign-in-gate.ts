import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "@/context";
import { localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { isCrossSite } from "./csrf";
import { renderSignedOut } from "./render-signed-out";
import { readForm } from "./requests";

/** Redirects to the sign-in, which then continues at the requested path, whether that exists or not. */
export const signInGate = createMiddleware<AppEnv>(async function signInGate(c, next) {
  const [ctx, path] = [c.get("ctx"), c.get("path")];
  if (!ctx.user) {
    const values = await readRestorableValues(c);
    if (values) return renderSignedOut(c, path, values);
    const isRead = c.req.method === "GET" || c.req.method === "HEAD";
    const wanted = isRead ? path + new URL(c.req.url).search : paths.profile();
    return c.redirect(localizePath(ctx.locale, paths.signIn({ next: wanted })), 302);
  }
  c.set("noindex", true);
  await next();
});

/** Fields that the visitor has to enter again, and fields without input. */
const NOT_RESTORED = /password|^word$/;
const NOT_TYPED: readonly string[] = ["intent", "session", "username"];

/**
 * Input of a form of this site, to be restored after the sign-in; null if there is none. Input from another site is not
 * restored: a signed-in user arrives from there without their cookie and would submit it as their own.
 */
async function readRestorableValues(c: Context<AppEnv>): Promise<Record<string, string[]> | null> {
  const type = c.req.header("content-type") ?? "";
  if (c.req.method !== "POST" || isCrossSite(c) || !type.startsWith("application/x-www-form-urlencoded")) {
    return null;
  }
  const fields = Object.entries((await readForm(c)).values());
  const restored = fields.filter(([name]) => !NOT_RESTORED.test(name));
  if (restored.every(([name]) => NOT_TYPED.includes(name))) return null;
  return Object.fromEntries(restored);
}
