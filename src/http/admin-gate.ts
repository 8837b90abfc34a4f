import { createMiddleware } from "hono/factory";
import { isAdmin } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { LOCALES, localised } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";

/**
 * Whether a pathname means /admin or something below it, in any disguise: case, encoding (however often repeated),
 * doubled or backward slashes, dot segments, a locale prefix. Each stage of decoding counts, so it does not matter
 * how far whoever reads the path next decodes it.
 */
export function isAdminPath(pathname: string): boolean {
  for (let path = pathname; ; ) {
    if (meansAdmin(path)) return true;
    const decoded = decodeOnce(path);
    if (decoded === path) return false;
    path = decoded;
  }
}

const decodeOnce = (path: string): string =>
  path.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const PREFIXES: readonly string[] = LOCALES;

function meansAdmin(path: string): boolean {
  const written = path
    .toLowerCase()
    .split(/[/\\]+/)
    .map(bareName);
  const named = written.filter((segment) => segment !== "" && segment !== ".");
  const resolved: string[] = [];
  for (const segment of named) segment === ".." ? resolved.pop() : resolved.push(segment);
  return [named, resolved].some((segments) => segments.find((one) => !PREFIXES.includes(one)) === "admin");
}

/** A segment without what may follow its name: parameters, a query that was encoded, control characters, spaces. */
const bareName = (segment: string): string => segment.replace(/[;?#].*$/s, "").replace(/[\p{Cc} ]/gu, "");

/** Stands before every other answer: whoever is not an admin is led home and learns nothing. */
export const adminGate = createMiddleware<AppEnv>(async function adminGate(c, next) {
  if (isAdminPath(new URL(c.req.url).pathname) && !isAdmin(c.get("ctx").user)) {
    return c.redirect(localised(c.get("ctx").locale, paths.home()), 302);
  }
  await next();
});
