import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { getSessionCookiePrefix, REFRESH_COOKIE, REFRESH_COOKIE_COPY } from "@/auth/sessions";
import { toDeviceKey } from "@/auth/sightings";
import type { AppEnv } from "@/context";
import { CONSENT_COOKIE, type ConsentSettings, parseConsent } from "@/shared/consent";
import { isLocale, LOCALE_COOKIE, type Locale, localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { formatShortlist, parseShortlist } from "@/shared/shortlist";
import { deleteSharedCookie, toSharedAttributes } from "./cookie-attributes";
import { deleteKeptMessage } from "./kept-message";
import { forgetGuest } from "./set-guest-cookies";

const YEAR_S = 31_536_000;

const getRefreshCookieNames = (c: Context<AppEnv>): [name: string, copy: string] => {
  const prefix = getSessionCookiePrefix(c.var.ctx.config);
  return [prefix + REFRESH_COOKIE, prefix + REFRESH_COOKIE_COPY];
};

/** The values of every refresh cookie in the request; there may be several, set for different paths. */
export const getRefreshCookies = (c: Context<AppEnv>): string[] =>
  parseRefreshCookies(c).map(([, value]) => value);

export const hasRefreshCookie = (c: Context<AppEnv>): boolean => getRefreshCookies(c).length > 0;

function parseRefreshCookies(c: Context<AppEnv>): [name: string, value: string][] {
  const names = getRefreshCookieNames(c);
  return (c.req.header("cookie") ?? "").split(";").flatMap((pair) => {
    const [name = "", value] = pair.trim().split("=", 2);
    return names.includes(name) && value ? [[name, value]] : [];
  });
}

const listSentNames = (c: Context<AppEnv>) =>
  getRefreshCookieNames(c).filter((name) => parseRefreshCookies(c).some(([sent]) => sent === name));

/**
 * Sets the cookie of a new session, and deletes what the browser remembers of a guest. Another tab may be refreshing
 * with the former cookie; its refusal deletes the cookie by name and may arrive after this response. So the new session
 * gets a copy under a second name. With `maxAge` (seconds) the cookie persists; without, it ends with the browser.
 */
export function setSignInCookie(c: Context<AppEnv>, token: string, maxAge?: number): void {
  const names = getRefreshCookieNames(c);
  setRefreshCookies(c, hasRefreshCookie(c) ? names : names.slice(0, 1), token, maxAge);
  forgetGuest(c);
}

/** Sets the cookies after a sign-in: those of the new session and of the device, and ends the browser's shortlist. */
export function setSessionCookies(
  c: Context<AppEnv>,
  session: { refreshToken: string; cookieSeconds?: number; shortlistLeftOut: number },
  device: { cookie: string },
): void {
  setSignInCookie(c, session.refreshToken, session.cookieSeconds);
  setDeviceCookie(c, device);
  endGuestShortlist(c, session.shortlistLeftOut);
}

/** Replaces the cookie after a refresh, and its copy if there is one. */
export function rotateRefreshCookie(c: Context<AppEnv>, token: string, maxAge?: number): void {
  setRefreshCookies(c, new Set([getRefreshCookieNames(c)[0], ...listSentNames(c)]), token, maxAge);
}

function setRefreshCookies(
  c: Context<AppEnv>,
  names: Iterable<string>,
  token: string,
  maxAge?: number,
): void {
  const attributes = { ...toSharedAttributes(c), ...(maxAge === undefined ? {} : { maxAge }) };
  for (const name of names) setCookie(c, name, token, attributes);
}

/** Deletes the cookie and its copy, what the browser remembers of a guest, and an unsent message, after a sign-out. */
export function deleteRefreshCookies(c: Context<AppEnv>): void {
  for (const name of new Set([getRefreshCookieNames(c)[0], ...listSentNames(c)])) deleteSharedCookie(c, name);
  forgetGuest(c);
  deleteKeptMessage(c);
}

/**
 * Deletes the cookie that a refused refresh sent, one name at a time, because a parallel sign-in sets both. A request
 * without the cookie deletes nothing.
 */
export function deleteRefusedCookie(c: Context<AppEnv>): void {
  const [name] = listSentNames(c);
  if (name) deleteSharedCookie(c, name);
}

/** The page of the admin area that a signed-out visitor requested, for the sign-in page. */
const ADMIN_PAGE_COOKIE = "admin_page";
const ADMIN_PAGE_COOKIE_S = 600;
/** Longest stored path (characters). */
const MAX_ADMIN_PAGE = 1000;

export const getAdminPage = (c: Context<AppEnv>): string | undefined => getCookie(c, ADMIN_PAGE_COOKIE);

export function setAdminPage(c: Context<AppEnv>, page: string): void {
  const path = localizePath(c.get("ctx").locale, paths.signIn());
  const attributes = { ...toSharedAttributes(c), path, maxAge: ADMIN_PAGE_COOKIE_S };
  if (page.length <= MAX_ADMIN_PAGE) setCookie(c, ADMIN_PAGE_COOKIE, page, attributes);
}

/** Recognizes a browser, to hold reviews that come from a browser of the reviewed teacher. */
const DEVICE_COOKIE = "device";
const DEVICE_COOKIE_S = 400 * 86_400;

/** The browser's device cookie, or a new one, with the key under which it is stored. */
export function findOrCreateDevice(c: Context<AppEnv>): { cookie: string; key: string } {
  const sent = getCookie(c, DEVICE_COOKIE) ?? "";
  // 22 characters hold 132 random bits.
  const cookie = /^[\w-]{22}$/.test(sent) ? sent : c.var.ctx.newSecret().slice(0, 22);
  return { cookie, key: toDeviceKey(c.var.ctx, cookie) };
}

/** Sets or renews the device cookie, after a sign-in or a submitted review. */
export function setDeviceCookie(c: Context<AppEnv>, { cookie }: { cookie: string }): void {
  setCookie(c, DEVICE_COOKIE, cookie, { ...toSharedAttributes(c), maxAge: DEVICE_COOKIE_S });
}

/** The shortlist of a visitor without an account. */
const SHORTLIST_COOKIE = "shortlist";
const SHORTLIST_COOKIE_S = 180 * 86_400;
/** Value of the cookie after a sign-in whose shortlist did not fit into the account. */
const LEFT_OUT = /^left-out-(\d{1,3})$/;

/** The ids in the browser's shortlist cookie, newest first, also of a signed-in visitor. */
export const getGuestShortlist = (c: Context<AppEnv>): string[] =>
  parseShortlist(getCookie(c, SHORTLIST_COOKIE) ?? "");

/** The ids on the visitor's shortlist, newest first. */
export const getShortlist = (c: Context<AppEnv>): readonly string[] =>
  c.get("ctx").user?.shortlist ?? getGuestShortlist(c);

/** Stores the shortlist of a visitor without an account. */
export function setGuestShortlist(c: Context<AppEnv>, ids: readonly string[]): void {
  if (ids.length === 0) deleteSharedCookie(c, SHORTLIST_COOKIE);
  else setShortlistCookie(c, formatShortlist(ids), SHORTLIST_COOKIE_S);
}

/**
 * Ends the shortlist of the cookie after a sign-in added it to the account. The cookie keeps the number of entries that
 * were left out, until the page with the shortlist has told the user.
 */
export function endGuestShortlist(c: Context<AppEnv>, leftOut: number): void {
  if (leftOut > 0) setShortlistCookie(c, `left-out-${leftOut}`);
  else if (getCookie(c, SHORTLIST_COOKIE) !== undefined) deleteSharedCookie(c, SHORTLIST_COOKIE);
}

/** The number of entries that the last sign-in left out, once: then the cookie is deleted. */
export function takeShortlistLeftOut(c: Context<AppEnv>): number {
  const [, leftOut] = getCookie(c, SHORTLIST_COOKIE)?.match(LEFT_OUT) ?? [];
  if (leftOut === undefined) return 0;
  deleteSharedCookie(c, SHORTLIST_COOKIE);
  return Number(leftOut);
}

function setShortlistCookie(c: Context<AppEnv>, value: string, maxAge?: number): void {
  setCookie(c, SHORTLIST_COOKIE, value, {
    ...toSharedAttributes(c),
    ...(maxAge === undefined ? {} : { maxAge }),
  });
}

/** The visitor's stored locale; null if there is none. */
export function findStoredLocale(c: Context<AppEnv>): Locale | null {
  const value = getCookie(c, LOCALE_COOKIE);
  return isLocale(value) ? value : null;
}

export function setLocaleCookie(c: Context<AppEnv>, locale: Locale): void {
  setCookie(c, LOCALE_COOKIE, locale, { path: "/", secure: true, sameSite: "Lax", maxAge: YEAR_S });
}

/** The visitor's cookie consent in this browser; null until they choose. */
export const findStoredConsent = (c: Context<AppEnv>): ConsentSettings | null =>
  parseConsent(getCookie(c, CONSENT_COOKIE));

/** Readable by scripts, because analytics must read it before it loads. */
export function setConsentCookie(c: Context<AppEnv>, settings: ConsentSettings): void {
  const value = JSON.stringify(settings);
  setCookie(c, CONSENT_COOKIE, value, { path: "/", secure: true, sameSite: "Strict", maxAge: YEAR_S });
}
