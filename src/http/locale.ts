import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "@/context";
import { LOCALES, type Locale, localizePath, splitLocale, UNPREFIXED_LOCALE } from "@/shared/i18n/locales";
import { isMachinePath, paths } from "@/shared/paths";
import { findStoredLocale } from "./cookies";
import { splitUrl } from "./request-url";
import { getRouteOptions } from "./route-options";

/** The path that Hono routes by: without its locale prefix. */
export function routePath(request: Request): string {
  return splitLocale(splitUrl(request.url).pathname).path;
}

/** Redirects to the canonical URL: without `/en` and trailing slashes, and in the visitor's own language. */
export const localeRedirects = createMiddleware<AppEnv>(async function localeRedirects(c, next) {
  const url = splitUrl(c.req.url);
  const path = c.get("path");
  const isRead = c.req.method === "GET" || c.req.method === "HEAD";

  const english = url.pathname.match(/^\/en(\/.*)?$/);
  if (english) return c.redirect(withoutTrailingSlash(english[1] ?? "/") + url.search, 301);

  if (isRead && url.pathname !== "/" && url.pathname.endsWith("/")) {
    return c.redirect(withoutTrailingSlash(url.pathname) + url.search, 301);
  }
  if (isRead && !c.get("prefixed") && isPage(path) && !getRouteOptions(c).noLocaleRedirect) {
    const locale = findPreferredLocale(c, path);
    if (locale !== UNPREFIXED_LOCALE) {
      c.header("vary", "Cookie, Accept-Language");
      return c.redirect(localizePath(locale, path) + url.search, 302);
    }
  }
  await next();
});

/** `//host` would lead to another site, so leading slashes are merged. */
const withoutTrailingSlash = (path: string) => `/${path.replace(/^\/+|\/+$/g, "")}`;

/** Files such as /robots.txt and API calls have no locale redirect. */
const isPage = (path: string) => !isMachinePath(path) && !/\.[a-z0-9]+$/i.test(path);

/** The stored choice; else, only on the home page, the browser's language; else the site's default. */
function findPreferredLocale(c: Context<AppEnv>, path: string): Locale {
  const stored = findStoredLocale(c);
  if (stored) return stored;
  const { DEFAULT_LOCALE } = c.get("ctx").config;
  if (DEFAULT_LOCALE !== UNPREFIXED_LOCALE || path !== "/") return DEFAULT_LOCALE;
  return findAcceptedLocale(c.req.header("accept-language")) ?? DEFAULT_LOCALE;
}

/** The best supported locale of an Accept-Language header (RFC 9110, 12.5.4), or null. */
export function findAcceptedLocale(header: string | undefined): Locale | null {
  const ranges = (header ?? "").split(",").map((part, index) => {
    const [tag = "", ...parameters] = part.trim().toLowerCase().split(";");
    const q = parameters.map((parameter) => parameter.trim().match(/^q=([\d.]+)$/)?.[1]).find(Boolean);
    return { language: tag.split("-")[0], q: q === undefined ? 1 : Number(q), index };
  });
  const best = ranges
    .filter(({ language, q }) => q > 0 && (LOCALES as readonly string[]).includes(language ?? ""))
    .sort((a, b) => b.q - a.q || a.index - b.index)[0];
  return (best?.language as Locale | undefined) ?? null;
}

/**
 * The href of this page in another locale. If a stored choice, the default or the browser's language would redirect
 * back, it goes through the language switch, which stores the choice.
 */
export function toLocaleHref(c: Context<AppEnv>, locale: Locale, path: string): string {
  const stored = findStoredLocale(c);
  const wouldRedirectBack = stored
    ? stored !== locale
    : c.get("ctx").config.DEFAULT_LOCALE !== locale || path === "/";
  return locale === UNPREFIXED_LOCALE && wouldRedirectBack
    ? `${paths.setLocale()}?${new URLSearchParams({ locale, next: path })}`
    : localizePath(locale, path);
}
