import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { REFRESH_COOKIE, REFRESH_COOKIE_COPY } from "@/auth/sessions";
import type { AppEnv } from "@/context";
import type { Config } from "@/env";
import { CONSENT_COOKIE, type ConsentSettings, readConsent } from "@/shared/consent";
import { isLocale, LOCALE_COOKIE, type Locale } from "@/shared/i18n/locales";
import { sharedDomain } from "@/shared/shared-domain";

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
  const domain = refreshCookieDomain(c.var.ctx.config);
  const attributes = {
    ...REFRESH_ATTRIBUTES,
    ...(domain === null ? {} : { domain }),
    ...(maxAge === undefined ? {} : { maxAge }),
  };
  for (const name of names) setCookie(c, name, token, attributes);
}

/**
 * Where the API has a host of its own, the session's cookie belongs to the domain of both hosts: the API sets and
 * refreshes it, and the site's pages know the visitor by it. Null where one host needs it.
 */
function refreshCookieDomain({ API_BASE, SITE_URL }: Config): string | null {
  if (API_BASE === "" || new URL(API_BASE).hostname === new URL(SITE_URL).hostname) return null;
  return sharedDomain(SITE_URL, API_BASE);
}

function deleteRefreshCookie(c: Context<AppEnv>, name: string): void {
  const domain = refreshCookieDomain(c.var.ctx.config);
  if (domain !== null) deleteCookie(c, name, { ...REFRESH_ATTRIBUTES, domain });
  // Also with a domain: a cookie from before API_BASE was set belongs to the host alone.
  deleteCookie(c, name, REFRESH_ATTRIBUTES);
}

/** Deletes the cookie and its copy, where the visitor ended the session. */
export function clearRefreshCookie(c: Context<AppEnv>): void {
  for (const name of new Set([REFRESH_COOKIE, ...sentNames(c)])) deleteRefreshCookie(c, name);
}

/**
 * Deletes the cookie that a refused refresh sent, one name at a time: a sign-in that happened meanwhile holds both. A
 * request without the cookie deletes nothing, as it says nothing of what the browser holds by now.
 */
export function clearRefusedCookie(c: Context<AppEnv>): void {
  const [name] = sentNames(c);
  if (name) deleteRefreshCookie(c, name);
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
