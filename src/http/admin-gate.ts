import { createMiddleware } from "hono/factory";
import { isAdmin } from "@/auth/access";
import type { AppEnv } from "@/context";
import { LOCALES, localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { setAdminPage } from "./cookies";
import { splitUrl } from "./request-url";

/**
 * Whether a pathname leads to /admin or a page below it in any spelling: case, (repeated) encoding, doubled or
 * backward slashes, dot segments, locale prefix. It checks each stage of decoding, so it doesn't depend on how far
 * later code decodes.
 */
export function isAdminPath(pathname: string): boolean {
  if (PLAIN.test(pathname) && !/admin/i.test(pathname)) return false;
  for (let path = pathname; ; ) {
    if (namesAdmin(path)) return true;
    const decoded = decodeOnce(path);
    if (decoded === path) return false;
    path = decoded;
  }
}

/** Paths that decoding and stripping leave unchanged. */
const PLAIN = /^[\w/.-]*$/;

const decodeOnce = (path: string): string =>
  path.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const PREFIXES: readonly string[] = LOCALES;

function namesAdmin(path: string): boolean {
  const names = path
    .toLowerCase()
    .split(/[/\\]+/)
    .map(stripSegment)
    .filter((segment) => segment !== "" && segment !== ".");
  const resolved: string[] = [];
  for (const segment of names) segment === ".." ? resolved.pop() : resolved.push(segment);
  return [names, resolved].some((segments) => segments.find((name) => !PREFIXES.includes(name)) === "admin");
}

/** A segment without what may follow its name: parameters, an encoded query, control characters, spaces. */
const stripSegment = (segment: string): string => segment.replace(/[;?#].*$/s, "").replace(/[\p{Cc} ]/gu, "");

/**
 * Runs before all routes. Redirects everyone but admins to the home page, for existing and missing pages alike. The
 * sign-in then leads signed-out visitors to the requested page. Admins without a required two-step sign-in come to its
 * set-up; a form that was open before can still be sent.
 */
export const adminGate = createMiddleware<AppEnv>(async function adminGate(c, next) {
  if (isAdminPath(splitUrl(c.req.url).pathname)) {
    const { locale, user } = c.get("ctx");
    if (!isAdmin(user)) {
      if (!user && c.req.method === "GET") setAdminPage(c, c.get("path") + splitUrl(c.req.url).search);
      return c.redirect(localizePath(locale, paths.home()), 302);
    }
    if (user.lacksTwoStep && (c.req.method === "GET" || c.req.method === "HEAD")) {
      return c.redirect(localizePath(locale, paths.twoStepRequired()), 302);
    }
    c.set("noindex", true);
  }
  await next();
});
