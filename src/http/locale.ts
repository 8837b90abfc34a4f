import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "@/context";
import { LOCALES, type Locale, localizePath, splitLocale, UNPREFIXED_LOCALE } from "@/shared/i18n/locales";
import { isMachinePath, paths } from "@/shared/paths";
import { storedLocale } from "./cookies";
import { findRouteOptions } from "./route-options";

/** The path that Hono routes by: without its locale prefix. */
export function routePath(request: Request): string {
  return splitLocale(new URL(request.url).pathname).path;
}

/** Redirects to the canonical URL: without `/en` and trailing slashes, and in the visitor's own language. */
export const localeRedirects = createMiddleware<AppEnv>(async function localeRedirects(c, next) {
  const url = new URL(c.req.url);
  const path = c.get("path");
  const reading = c.req.method === "GET" || c.req.method === "HEAD";

  const english = url.pathname.match(/^\/en(\/.*)?$/);
  if (english) return c.redirect(withoutTrailingSlash(english[1] ?? "/") + url.search, 301);

  if (reading && url.pathname !== "/" && url.pathname.endsWith("/")) {
    return c.redirect(withoutTrailingSlash(url.pathname) + url.search, 301);
  }
  if (reading && !c.get("prefixed") && isPage(path) && !findRouteOptions(c).noLocaleRedirect) {
    const locale = preferredLocale(c, path);
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

/** The stored choice; else, on the home page alone, what the browser asks for; else the site's default. */
function preferredLocale(c: Context<AppEnv>, path: string): Locale {
  const stored = storedLocale(c);
  if (stored) return stored;
  const { DEFAULT_LOCALE } = c.get("ctx").config;
  if (DEFAULT_LOCALE !== UNPREFIXED_LOCALE || path !== "/") return DEFAULT_LOCALE;
  return findAcceptedLocale(c.req.header("accept-language")) ?? DEFAULT_LOCALE;
}

/** The best supported locale of an Accept-Language header (RFC 9110, 12.5.4), or null. */
export function findAcceptedLocale(header: string | undefined): Locale | null {
  const ranges = (header ?? "").split(",").map((part, place) => {
    const [tag = "", ...parameters] = part.trim().toLowerCase().split(";");
    const q = parameters.map((one) => one.trim().match(/^q=([\d.]+)$/)?.[1]).find(Boolean);
    return { language: tag.split("-")[0], q: q === undefined ? 1 : Number(q), place };
  });
  const best = ranges
    .filter(({ language, q }) => q > 0 && (LOCALES as readonly string[]).includes(language ?? ""))
    .sort((a, b) => b.q - a.q || a.place - b.place)[0];
  return (best?.language as Locale | undefined) ?? null;
}

/**
 * The href of this page in another locale. If a stored choice, the default or the browser's language would redirect
 * back, it goes through the language switch, which stores the choice.
 */
export function localeHref(c: Context<AppEnv>, locale: Locale, here: string): string {
  const stored = storedLocale(c);
  const ledBack = stored ? stored !== locale : c.get("ctx").config.DEFAULT_LOCALE !== locale || here === "/";
  return locale === UNPREFIXED_LOCALE && ledBack
    ? `${paths.setLocale()}?${new URLSearchParams({ locale, next: here })}`
    : localizePath(locale, here);
}
