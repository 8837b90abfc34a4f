import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { REFRESH_COOKIE } from "@/auth/sessions";
import type { AppEnv } from "@/context";
import { CONSENT_COOKIE, type ConsentSettings, readConsent } from "@/shared/consent";
import { isLocale, LOCALE_COOKIE, type Locale } from "@/shared/i18n/locales";

const YEAR_S = 31_536_000;

/** Every refresh cookie that came along: one that was set for another path is sent beside the site's own. */
export const refreshCookies = (c: Context<AppEnv>): string[] =>
  (c.req.header("cookie") ?? "").split(";").flatMap((pair) => {
    const [name, value] = pair.trim().split("=", 2);
    return name === REFRESH_COOKIE && value ? [value] : [];
  });

export const hasRefreshCookie = (c: Context<AppEnv>): boolean => refreshCookies(c).length > 0;

/** With `maxAge` (seconds) the cookie is kept; without, it ends with the browser. */
export function setRefreshCookie(c: Context<AppEnv>, token: string, maxAge?: number): void {
  setCookie(c, REFRESH_COOKIE, token, {
    path: "/",
    httpOnly: true,
    secure: true,
    sameSite: "Lax",
    ...(maxAge === undefined ? {} : { maxAge }),
  });
}

export function clearRefreshCookie(c: Context<AppEnv>): void {
  deleteCookie(c, REFRESH_COOKIE, { path: "/", httpOnly: true, secure: true, sameSite: "Lax" });
}

/** The visitor's own choice of language, if there was one. */
export function storedLocale(c: Context<AppEnv>): Locale | null {
  const value = getCookie(c, LOCALE_COOKIE);
  return isLocale(value) ? value : null;
}

export function storeLocale(c: Context<AppEnv>, locale: Locale): void {
  setCookie(c, LOCALE_COOKIE, locale, { path: "/", secure: true, sameSite: "Lax", maxAge: YEAR_S });
}

/** What the visitor allowed in this browser; null while they have not said. */
export const storedConsent = (c: Context<AppEnv>): ConsentSettings | null =>
  readConsent(getCookie(c, CONSENT_COOKIE));

/** Readable by scripts: analytics must know before it loads. */
export function storeConsent(c: Context<AppEnv>, settings: ConsentSettings): void {
  const value = JSON.stringify(settings);
  setCookie(c, CONSENT_COOKIE, value, { path: "/", secure: true, sameSite: "Strict", maxAge: YEAR_S });
}
