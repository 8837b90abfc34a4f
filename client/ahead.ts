import { LOCALES, localised } from "@/shared/i18n/locales";
import { OPENED_HEADER, paths } from "@/shared/paths";

/** So many pages are fetched ahead at the same moment, at most. */
const MOST = 4;
/** What announces that a link is about to be followed. */
const INTENTS = ["pointerover", "touchstart", "focusin"] as const;

const inEveryLocale = (found: readonly string[]) =>
  found.flatMap((path) => LOCALES.map((locale) => localised(locale, path)));

/** What one reads, and goes to from page to page; the patterns are URLPattern's. */
const READ = inEveryLocale([
  paths.home(),
  paths.listings(),
  paths.listing(":id"),
  paths.blog(),
  paths.post(":slug"),
  paths.category(":id"),
  paths.testimonials(),
  paths.ranking(),
]);
/** What looks like one of them and is a form or a file. */
const NOT_READ = inEveryLocale([paths.createListing(), paths.feed()]);

type Connection = { saveData?: boolean; effectiveType?: string };

/** Has pages fetched that are about to be opened, where the visitor's connection can bear it. */
export function fetchAhead(view: Window): void {
  const { connection } = view.navigator as Navigator & { connection?: Connection };
  if (connection?.saveData || /2g/.test(connection?.effectiveType ?? "")) return;
  // Two at once of this eagerness, says https://developer.chrome.com/docs/web-platform/prerender-pages
  if (HTMLScriptElement.supports?.("speculationrules")) addRules(view.document);
  else followIntents(view.document);
}

function addRules(page: Document): void {
  const matching = (found: readonly string[]) => ({ href_matches: found.map((pathname) => ({ pathname })) });
  const rules = page.createElement("script");
  rules.type = "speculationrules";
  rules.nonce = page.querySelector<HTMLElement>("script[nonce]")?.nonce ?? "";
  rules.textContent = JSON.stringify({
    prefetch: [{ where: { and: [matching(READ), { not: matching(NOT_READ) }] }, eagerness: "moderate" }],
  });
  page.head.append(rules);
}

function followIntents(page: Document): void {
  const fetched = new Set<string>([page.location.pathname + page.location.search]);
  let running = 0;
  const onIntent = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest("a") : null;
    const path = link && readPathOf(link, page.location.origin);
    if (!path || fetched.has(path) || running >= MOST) return;
    fetched.add(path);
    running++;
    const ahead = page.createElement("link");
    ahead.rel = "prefetch";
    ahead.href = path;
    ahead.onload = ahead.onerror = () => {
      running--;
    };
    page.head.append(ahead);
  };
  for (const intent of INTENTS) page.addEventListener(intent, onIntent, { passive: true });
}

/** Where a link leads to a page that is read, its path and query; null elsewhere. */
function readPathOf({ origin, pathname, search }: HTMLAnchorElement, own: string): string | null {
  const is = (pattern: string) => new RegExp(`^${pattern.replace(/:\w+/g, "[^/]+")}$`).test(pathname);
  return origin === own && READ.some(is) && !NOT_READ.some(is) ? pathname + search : null;
}

/** Tells the server that a page is open which it answered ahead of that, and has not counted as seen. */
export function tellOpened(view: Window): void {
  const page: Document & { prerendering?: boolean } = view.document;
  if (page.prerendering) {
    page.addEventListener("prerenderingchange", () => tellOpened(view), { once: true });
    return;
  }
  const [entry] = view.performance.getEntriesByType("navigation") as (PerformanceNavigationTiming & {
    deliveryType?: string;
    /** When a page that was rendered ahead, as from the address bar, came to the front (ms); else 0. */
    activationStart?: number;
  })[];
  // Going back shows what the browser kept: that was counted when it came.
  if (entry?.type !== "navigate") return;
  const { deliveryType, activationStart = 0, transferSize } = entry;
  if (deliveryType === "navigational-prefetch" || activationStart > 0 || transferSize === 0)
    void fetch(view.location.href, { method: "HEAD", headers: { [OPENED_HEADER]: "1" } }).catch(() => {});
}
