import { createMiddleware } from "hono/factory";
import type { AppEnv } from "@/context";
import type { StatisticsEvent } from "@/db/statistics";
import { LOCALE_COOKIE } from "@/shared/i18n/locales";
import { ID_PATTERN } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { VIEWPORT_COOKIE } from "@/shared/viewport";
import { storedLocale } from "./cookies";
import { createRecent, textBytes } from "./recent";

/** How long (ms) a page is kept: so much longer at most is a listing seen that was taken down. */
const KEPT_MS = 1000;
/** Bytes of all kept pages together, with their addresses. */
const MOST_KEPT = 8 * 1024 ** 2;
/** UTF-16 units. */
const LONGEST_ADDRESS = 1000;
/** Bytes of the addresses that are remembered as asked for: more than a thousand of usual ones. */
const MOST_ASKED = 256 * 1024;
/** Bytes of an array buffer, of a header, of a nonce's place and of an event, besides their texts; rounded up. */
const BUFFER_BYTES = 256;
const HEADER_BYTES = 64;
const PLACE_BYTES = 16;
const EVENT_BYTES = 96;

type KeptPage = {
  keptTs: number;
  /** The markup as it was sent (UTF-8). */
  bytes: Uint8Array<ArrayBuffer>;
  /** Where the nonce stands in it, which every visitor gets anew. */
  nonces: readonly number[];
  headers: readonly (readonly [string, string])[];
  shown: readonly StatisticsEvent[] | undefined;
  /** Whether the security policy lets the app check's script in. */
  appCheck: boolean;
};

/** Pages of one isolate, for visitors of whom nothing is known. */
export type PageCache = {
  /** What is kept under the key and not older than a second; `now` in ms. */
  find(key: string, now: number): KeptPage | null;
  /**
   * Whether the same was asked for shortly before; notes that it is now. Only then is a page worth keeping: most
   * addresses of a large catalogue are asked for once in a while.
   */
  isWanted(key: string, now: number): boolean;
  /** Keeps a page; those that were not asked for lately make room. */
  keep(key: string, page: KeptPage): void;
};

/** With `keptMs` 0 nothing is ever found: for whoever looks at what a page costs, or stops the clock. */
export function createPageCache(keptMs = KEPT_MS): PageCache {
  const pages = createRecent<KeptPage>(MOST_KEPT, pageBytes);
  /** When each was last asked for. */
  const asked = createRecent<number>(MOST_ASKED, () => 0);
  return {
    find(key, now) {
      const page = pages.get(key);
      const age = now - (page?.keptTs ?? 0);
      return page && age >= 0 && age < keptMs ? page : null;
    },
    isWanted(key, now) {
      const before = asked.get(key);
      asked.set(key, now);
      // Twice as long, so that a page that was kept meanwhile is kept again when its time is over.
      return before !== undefined && now - before < 2 * keptMs;
    },
    keep(key, page) {
      if (keptMs > 0) pages.set(key, page);
    },
  };
}

/** Bytes that a kept page takes, rounded up. */
const pageBytes = ({ bytes, nonces, headers, shown }: KeptPage): number =>
  BUFFER_BYTES +
  bytes.length +
  nonces.length * PLACE_BYTES +
  headers.reduce((sum, [name, value]) => sum + HEADER_BYTES + textBytes(name) + textBytes(value), 0) +
  (shown?.length ?? 0) * EVENT_BYTES;

/**
 * Answers the front page, lists, listings and the blog to anonymous visitors out of what was rendered for another one within the
 * last second, where there are several in so short a time. Whoever brings a cookie that a page may depend on gets one of their own.
 * Stands behind the redirects by language, and within the counting of what was shown. Nonces are never shared.
 */
export const keptPages = (cache: PageCache) =>
  createMiddleware<AppEnv>(async function keptPages(c, next) {
    const [path, locale] = [c.get("path"), storedLocale(c)];
    const key = keyOf(c.req.method, new URL(c.req.url), c.req.header("cookie"), path, locale);
    const { now, user } = c.get("ctx");
    if (key === null || user) return next();
    const kept = cache.find(key, now);
    if (kept) {
      for (const [name, value] of kept.headers) c.header(name, value);
      if (kept.shown) c.set("shown", kept.shown);
      if (kept.appCheck) c.set("appCheck", true);
      return c.body(withNonce(kept, c.get("nonce")));
    }
    const wanted = cache.isWanted(key, now);
    await next();
    const { res } = c;
    if (!wanted || res.status !== 200 || !isPage(res.headers)) return;
    // The bytes that are kept are those that are sent: a copy of the answer would be read, decoded and written twice.
    const bytes = new Uint8Array(await res.arrayBuffer());
    c.res = new Response(bytes, res);
    cache.keep(key, {
      keptTs: now,
      bytes,
      nonces: placesOf(bytes, c.get("nonce")),
      headers: [...res.headers],
      shown: c.get("shown"),
      appCheck: c.get("appCheck") === true,
    });
  });

/** Where a text of ASCII characters begins in bytes. */
function placesOf(bytes: Uint8Array<ArrayBuffer>, text: string): number[] {
  const searched = Buffer.from(bytes.buffer);
  const places: number[] = [];
  for (let at = searched.indexOf(text); at >= 0; at = searched.indexOf(text, at + text.length))
    places.push(at);
  return places;
}

/** A copy of the page with another nonce, which is as long as the one it was kept with. */
function withNonce({ bytes, nonces }: KeptPage, nonce: string): Uint8Array<ArrayBuffer> {
  const copy = bytes.slice();
  for (const at of nonces) encoder.encodeInto(nonce, copy.subarray(at));
  return copy;
}

const encoder = new TextEncoder();

const isPage = (headers: Headers): boolean =>
  (headers.get("content-type") ?? "").startsWith("text/html") && !headers.has("set-cookie");

/** The choice of language is part of the key, and how wide the window is changes nothing in a page. */
const KNOWN_COOKIES: ReadonlySet<string> = new Set([LOCALE_COOKIE, VIEWPORT_COOKIE]);

/** What a page depends on; null where it may depend on more. */
function keyOf(
  method: string,
  url: URL,
  cookies: string | undefined,
  path: string,
  locale: string | null,
): string | null {
  if (method !== "GET" || !isKept(path) || url.href.length > LONGEST_ADDRESS) return null;
  const others = (cookies ?? "").split(";").some((one) => {
    const name = one.split("=", 1)[0]?.trim() ?? "";
    return name !== "" && !KNOWN_COOKIES.has(name);
  });
  return others ? null : [locale ?? "", url.pathname + url.search].join(" ");
}

const LISTING_PATH = paths.listing("");

/** The front page, lists, listings, and the blog; not their neighbours such as a form. */
const isKept = (path: string): boolean =>
  path === paths.home() ||
  path === paths.listings() ||
  path === paths.blog() ||
  path.startsWith(paths.post("")) ||
  (path.startsWith(LISTING_PATH) && ID_PATTERN.test(path.slice(LISTING_PATH.length)));
