import prefetchPaths from "@build/prefetch-paths";
import { LOCALES, localizePath } from "@/shared/i18n/locales";
import { ACTIVATED_HEADER } from "@/shared/paths";

/** Maximum prefetches that run at the same time. */
const MAX_RUNNING = 4;
/** Events that suggest the visitor is about to follow a link. */
const INTENTS = ["pointerover", "touchstart", "focusin"] as const;

const inEveryLocale = (patterns: readonly string[]) =>
  patterns.flatMap((pattern) => LOCALES.map((locale) => localizePath(locale, pattern)));

/** Pages that may be prefetched: routes with the option `prefetchable`. URLPattern syntax. */
const PREFETCHED = inEveryLocale(prefetchPaths.included);
/** Forms and files whose paths match the patterns above. */
const EXCLUDED = inEveryLocale(prefetchPaths.excluded);

type Connection = { saveData?: boolean; effectiveType?: string };

/** Prefetches pages that the visitor is about to open, except on a slow or metered connection. */
export function prefetchPages(view: Window): void {
  const { connection } = view.navigator as Navigator & { connection?: Connection };
  if (connection?.saveData || /2g/.test(connection?.effectiveType ?? "")) return;
  // The browser runs at most two prefetches of this eagerness:
  // https://developer.chrome.com/docs/web-platform/prerender-pages
  if (HTMLScriptElement.supports?.("speculationrules")) addRules(view.document);
  else followIntents(view.document);
}

function addRules(page: Document): void {
  const matchAny = (patterns: readonly string[]) => ({
    href_matches: patterns.map((pathname) => ({ pathname })),
  });
  const rules = page.createElement("script");
  rules.type = "speculationrules";
  rules.textContent = JSON.stringify({
    prefetch: [
      { where: { and: [matchAny(PREFETCHED), { not: matchAny(EXCLUDED) }] }, eagerness: "moderate" },
    ],
  });
  page.head.append(rules);
}

function followIntents(page: Document): void {
  const fetched = new Set<string>([page.location.pathname + page.location.search]);
  let running = 0;
  const onIntent = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest("a") : null;
    const path = link && toPrefetchedPath(link, page.location.origin);
    if (!path || fetched.has(path) || running >= MAX_RUNNING) return;
    fetched.add(path);
    running++;
    const prefetch = page.createElement("link");
    prefetch.rel = "prefetch";
    prefetch.href = path;
    prefetch.onload = prefetch.onerror = () => {
      running--;
    };
    page.head.append(prefetch);
  };
  for (const intent of INTENTS) page.addEventListener(intent, onIntent, { passive: true });
}

/** Path and query of a link to a page that may be prefetched; null for any other link. */
function toPrefetchedPath({ origin, pathname, search }: HTMLAnchorElement, own: string): string | null {
  const matches = (pattern: string) => new RegExp(`^${pattern.replace(/:\w+/g, "[^/]+")}$`).test(pathname);
  return origin === own && PREFETCHED.some(matches) && !EXCLUDED.some(matches) ? pathname + search : null;
}

/** Tells the server that the visitor now sees a prefetched page, so that it counts the view. */
export function reportActivation(view: Window): void {
  const page: Document & { prerendering?: boolean } = view.document;
  if (page.prerendering) {
    page.addEventListener("prerenderingchange", () => reportActivation(view), { once: true });
    return;
  }
  const [entry] = view.performance.getEntriesByType("navigation") as (PerformanceNavigationTiming & {
    deliveryType?: string;
    /** When a prerendered page was shown (ms), such as one from the address bar; else 0. */
    activationStart?: number;
  })[];
  // Back and forward show a page from the browser's cache, which was counted before.
  if (entry?.type !== "navigate") return;
  const { deliveryType, activationStart = 0, transferSize } = entry;
  if (deliveryType === "navigational-prefetch" || activationStart > 0 || transferSize === 0)
    void fetch(view.location.href, { method: "HEAD", headers: { [ACTIVATED_HEADER]: "1" } }).catch(() => {});
}
