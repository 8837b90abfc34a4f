import { createMiddleware } from "hono/factory";
import type { AppEnv } from "@/context";
import type { StatisticsEvent } from "@/db/statistics";
import { LOCALE_COOKIE } from "@/shared/i18n/locales";
import { VIEWPORT_COOKIE } from "@/shared/viewport";
import { findStoredLocale } from "./cookies";
import { createLruCache, textBytes } from "./lru-cache";
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

type CachedPage = {
  cachedTs: number;
  /** The markup as it was sent (UTF-8). */
  bytes: Uint8Array<ArrayBuffer>;
  headers: readonly (readonly [string, string])[];
  viewEvents: readonly StatisticsEvent[] | undefined;
  /** Whether the content security policy allows the app check's script. */
  appCheck: boolean;
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
const pageBytes = ({ bytes, headers, viewEvents }: CachedPage): number =>
  BUFFER_BYTES +
  bytes.length +
  headers.reduce((sum, [name, value]) => sum + HEADER_BYTES + textBytes(name) + textBytes(value), 0) +
  (viewEvents?.length ?? 0) * EVENT_BYTES;

/**
 * Responds to anonymous visitors with a page that was rendered within the last second, on routes with `cacheable`. A
 * request with a cookie that a page may depend on bypasses the cache. Runs after the locale redirects and inside the
 * statistics middleware.
 */
export const cachedPages = (cache: PageCache) =>
  createMiddleware<AppEnv>(async function cachedPages(c, next) {
    const { now, user } = c.get("ctx");
    if (user || c.req.method !== "GET" || !getRouteOptions(c).cacheable) return next();
    const key = toCacheKey(new URL(c.req.url), c.req.header("cookie"), findStoredLocale(c));
    if (key === null) return next();
    const cached = cache.find(key, now);
    if (cached) {
      for (const [name, value] of cached.headers) c.header(name, value);
      if (cached.viewEvents) c.set("viewEvents", cached.viewEvents);
      if (cached.appCheck) c.set("appCheck", true);
      return c.body(cached.bytes);
    }
    const isRepeated = cache.recordRequest(key, now);
    await next();
    const { res } = c;
    if (!isRepeated || res.status !== 200 || !isCacheableResponse(res.headers)) return;
    // Sends the bytes that are cached: cloning the response would read, decode and write it twice.
    const bytes = new Uint8Array(await res.arrayBuffer());
    c.res = new Response(bytes, res);
    cache.set(key, {
      cachedTs: now,
      bytes,
      headers: [...res.headers],
      viewEvents: c.get("viewEvents"),
      appCheck: c.get("appCheck") === true,
    });
  });

const isCacheableResponse = (headers: Headers): boolean =>
  (headers.get("content-type") ?? "").startsWith("text/html") && !headers.has("set-cookie");

/** The locale is part of the key; the viewport does not change a page. */
const IGNORED_COOKIES: ReadonlySet<string> = new Set([LOCALE_COOKIE, VIEWPORT_COOKIE]);

/** Cache key of a request; null if its page must not come from the cache. */
function toCacheKey(url: URL, cookies: string | undefined, locale: string | null): string | null {
  if (url.href.length > MAX_URL_LENGTH) return null;
  const hasOtherCookie = (cookies ?? "").split(";").some((pair) => {
    const name = pair.split("=", 1)[0]?.trim() ?? "";
    return name !== "" && !IGNORED_COOKIES.has(name);
  });
  return hasOtherCookie ? null : [locale ?? "", url.pathname + url.search].join(" ");
}
