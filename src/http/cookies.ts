import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { REFRESH_COOKIE, REFRESH_COOKIE_COPY } from "@/auth/sessions";
import type { AppEnv } from "@/context";
import { CONSENT_COOKIE, type ConsentSettings, readConsent } from "@/shared/consent";
import { isLocale, LOCALE_COOKIE, type Locale } from "@/shared/i18n/locales";

const YEAR_S = 31_536_000;

const REFRESH_COOKIES = [REFRESH_COOKIE, REFRESH_COOKIE_COPY] as const;
const REFRESH_ATTRIBUTES = { path: "/", httpOnly: true, secure: true, sameSite: "Lax" } as const;

/** The values of every refresh cookie that was sent: one set for another path comes along with the site's own. */
export const refreshCookies = (c: Context<AppEnv>): string[] => sentCookies(c).map(([, value]) => value);

export const hasRefreshCookie = (c: Context<AppEnv>): boolean => refreshCookies(c).length > 0;

const sentCookies = (c: Context<AppEnv>): [name: string, value: string][] =>
  (c.req.header("cookie") ?? "").split(";").flatMap((pair) => {
    const [name, value] = pair.trim().split("=", 2);
    return (REFRESH_COOKIES as readonly unknown[]).includes(name) && value ? [[name as string, value]] : [];
  });

const sentNames = (c: Context<AppEnv>) =>
  REFRESH_COOKIES.filter((name) => sentCookies(c).some(([sent]) => sent === name));

/**
 * Sets the cookie of a session that was opened. If the browser held one already, a refresh with that may be under way in
 * another tab, and its refusal, which deletes the cookie by name, may arrive later than this answer. So the new session
 * gets a copy under a second name. With `maxAge` (seconds) the cookie is kept; without, it ends with the browser.
 */
export function setSignInCookie(c: Context<AppEnv>, token: string, maxAge?: number): void {
  setRefreshCookies(c, hasRefreshCookie(c) ? REFRESH_COOKIES : [REFRESH_COOKIE], token, maxAge);
}

/** Replaces the cookie after a refresh, and its copy where there is one. */
export function rotateRefreshCookie(c: Context<AppEnv>, token: string, maxAge?: number): void {
  setRefreshCookies(c, new Set([REFRESH_COOKIE, ...sentNames(c)]), token, maxAge);
}

function setRefreshCookies(
  c: Context<AppEnv>,
  names: Iterable<string>,
  token: string,
  maxAge?: number,
): void {
  const attributes = maxAge === undefined ? REFRESH_ATTRIBUTES : { ...REFRESH_ATTRIBUTES, maxAge };
  for (const name of names) setCookie(c, name, token, attributes);
}

/** Deletes the cookie and its copy, where the visitor ended the session. */
export function clearRefreshCookie(c: Context<AppEnv>): void {
  for (const name of new Set([REFRESH_COOKIE, ...sentNames(c)])) deleteCookie(c, name, REFRESH_ATTRIBUTES);
}

/**
 * Deletes the cookie that a refused refresh sent, one name at a time: a sign-in that happened meanwhile holds both. A
 * request without the cookie deletes nothing, as it says nothing of what the browser holds by now.
 */
export function clearRefusedCookie(c: Context<AppEnv>): void {
  const [name] = sentNames(c);
  if (name) deleteCookie(c, name, REFRESH_ATTRIBUTES);
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
