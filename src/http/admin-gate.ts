import { createMiddleware } from "hono/factory";
import { isAdmin } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { localised } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";

/**
 * Whether a pathname means /admin or something below it, in any disguise: case, repeated encoding, doubled or
 * backward slashes, dot segments, a locale prefix.
 */
export function isAdminPath(pathname: string): boolean {
  let path = pathname;
  for (let round = 0; round < 5 && path.includes("%"); round++) {
    const decoded = path.replace(/%[0-9a-f]{2}/gi, (code) =>
      String.fromCharCode(Number.parseInt(code.slice(1), 16)),
    );
    if (decoded === path) break;
    path = decoded;
  }
  const segments: string[] = [];
  for (const segment of path.toLowerCase().split(/[/\\]+/)) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  const start = segments.findIndex((segment) => segment !== "ro" && segment !== "en");
  return segments[start] === "admin";
}

/** Stands before every other answer: whoever is not an admin is led home and learns nothing. */
export const adminGate = createMiddleware<AppEnv>(async function adminGate(c, next) {
  if (isAdminPath(new URL(c.req.url).pathname) && !isAdmin(c.var.ctx.user)) {
    return c.redirect(localised(c.var.ctx.locale, paths.home()), 302);
  }
  await next();
});
