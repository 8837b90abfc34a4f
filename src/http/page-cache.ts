import { createMiddleware } from "hono/factory";
import type { AppEnv, Ctx } from "@/context";
import type { StatisticsEvent } from "@/db/statistics";
import { isLocale, LOCALE_COOKIE } from "@/shared/i18n/locales";
import { VIEWPORT_COOKIE } from "@/shared/viewport";
import { withoutTracking } from "@/shared/without-tracking";
import { findAcceptedLocale } from "./locale";
import { createLruCache, textBytes } from "./lru-cache";
import { ANONYMOUS_PAGE } from "./prefetch";
import { getRouteOptions } from "./route-options";

/** How long a page is cached (ms). A listing that was taken down stays visible for this time at most. */
const MAX_AGE_MS = 1000;
/** Largest size of all cached pages with their URLs (bytes). */
const MAX_BYTES = 8 * 1024 ** 2;
/** Longest URL that is cached (UTF-16 units). */
const MAX_URL_LENGTH = 1000;
/** Largest size of the URLs of recent requests (bytes): more than a thousand of usual length. */
const MAX_REQUESTED_BYTES = 256 * 1024;
/** Bytes of an array buffer, of a header and of an event, in addition to their texts; rounded up. */
const BUFFER_BYTES = 256;
const HEADER_BYTES = 64;
const EVENT_BYTES = 96;

/** A response that is the same for all anonymous visitors of its key. */
type CachedPage = {
  cachedTs: number;
  /** The markup as it was sent (UTF-8). */
  bytes: Uint8Array<ArrayBuffer>;
  /** All headers but the request's id. */
  headers: Headers;
  statisticsEvents: readonly StatisticsEvent[] | undefined;
};

/** Pages for anonymous visitors, in the memory of one isolate. */
export type PageCache = {
  /** The cached page of the key, if it is not older than a second; `now` in ms. */
  find(key: string, now: number): CachedPage | null;
  /**
   * Records the request. Returns whether the same page was requested shortly before; only then is caching worth its
   * cost, because most pages of a large catalogue are requested rarely.
   */
  recordRequest(key: string, now: number): boolean;
  /** Caches a page, and evicts pages that were not requested recently. */
  set(key: string, page: CachedPage): void;
};

/** `maxAgeMs` 0 turns the cache off: for benchmarks, and for tests that stop the clock. */
export function createPageCache(maxAgeMs = MAX_AGE_MS): PageCache {
  const pages = createLruCache<CachedPage>(MAX_BYTES, pageBytes);
  /** When each page was last requested. */
  const requested = createLruCache<number>(MAX_REQUESTED_BYTES, () => 0);
  return {
    find(key, now) {
      const page = pages.get(key);
      const age = now - (page?.cachedTs ?? 0);
      return page && age >= 0 && age < maxAgeMs ? page : null;
    },
    recordRequest(key, now) {
      const before = requested.get(key);
      requested.set(key, now);
      // Twice as long, so that a page is cached again after it expires.
      return before !== undefined && now - before < 2 * maxAgeMs;
    },
    set(key, page) {
      if (maxAgeMs > 0) pages.set(key, page);
    },
  };
}

/** Size of a cached page (bytes), rounded up. */
const pageBytes = ({ bytes, headers, statisticsEvents }: CachedPage): number =>
  BUFFER_BYTES +
  bytes.length +
  [...headers].reduce((sum, [name, value]) => sum + HEADER_BYTES + textBytes(name) + textBytes(value), 0) +
  (statisticsEvents?.length ?? 0) * EVENT_BYTES;

/**
 * Caches pages for anonymous visitors, on routes with `cacheable`. Runs outside the middleware that sets headers, so
 * that the cached ones are complete. `respondFromCache` sends the pages.
 */
export const cachePages = (cache: PageCache) =>
  createMiddleware<AppEnv>(async function cachePages(c, next) {
    await next();
    const { res } = c;
    const ctx: Ctx | undefined = c.get("ctx");
    if (!ctx || ctx.user || res.status !== 200 || !isCacheableResponse(res.headers)) return;
    if (!getRouteOptions(c).cacheable) return;
    const key = toCacheKey(c.req.raw);
    // A path such as "/." is the home page too, but its key has no language.
    if (key === null || (c.get("path") === "/" && !c.get("prefixed") && !isHome(c.req.url))) return;
    if (!cache.recordRequest(key, ctx.now)) return;
    // Sends the bytes that are cached: cloning the response would read, decode and write it twice.
    const bytes = new Uint8Array(await res.arrayBuffer());
    const headers = new Headers(res.headers);
    // Otherwise Hono copies the headers of the former response to the new one, which already has them.
    c.res = undefined;
    c.res = new Response(bytes, { headers });
    cache.set(key, { cachedTs: ctx.now, bytes, headers, statisticsEvents: c.get("statisticsEvents") });
  });

/** A prefetch has another Cache-Control. */
const isCacheableResponse = (headers: Headers): boolean =>
  headers.get("cache-control") === ANONYMOUS_PAGE &&
  (headers.get("content-type") ?? "").startsWith("text/html") &&
  !headers.has("set-cookie");

/**
 * Cache key of a request: its URL without tracking, and everything else that a page for anonymous visitors depends on.
 * Null if its page must not come from the cache.
 */
export function toCacheKey({ method, url, headers }: Request): string | null {
  if (method !== "GET" || url.length > MAX_URL_LENGTH || headers.has("authorization")) return null;
  const locale = toLocaleKey(headers.get("cookie"));
  if (locale === null) return null;
  // Only the home page redirects by the browser's language.
  const accepted = isHome(url) ? (findAcceptedLocale(headers.get("accept-language") ?? undefined) ?? "") : "";
  return `${locale} ${accepted} ${withoutTracking(url)}`;
}

/** Whether a URL's path is "/", without a prefix. */
const isHome = (url: string): boolean => /^https?:\/\/[^/]*\/?(?:$|[?#])/.test(url);

/** The stored locale, "" without one; null if there is any other cookie, except the viewport, which changes no page. */
function toLocaleKey(cookies: string | null): string | null {
  if (cookies === null) return "";
  let locale = "";
  for (const pair of cookies.split(";")) {
    const [name, ...values] = pair.trim().split("=");
    const value = values.join("=");
    if (name === LOCALE_COOKIE && isLocale(value) && locale === "") locale = value;
    else if (name !== VIEWPORT_COOKIE && pair.trim() !== "") return null;
  }
  return locale;
}
