import { ACTIVATED_HEADER, paths } from "@/shared/paths";
import { type SpeculationRules, toPathPattern } from "@/shared/speculation-rules";

/** Maximum prefetches that run at the same time. */
const MAX_RUNNING = 4;
/** Events that suggest the visitor is about to follow a link. */
const INTENTS = ["pointerover", "touchstart", "focusin"] as const;

type Connection = { saveData?: boolean; effectiveType?: string };

/**
 * Prefetches pages that the visitor is about to open, except on a slow or metered connection. Browsers with speculation
 * rules do it themselves, by the file that a header of each page names, and decide about the connection.
 */
export function prefetchPages(view: Window): void {
  const { connection } = view.navigator as Navigator & { connection?: Connection };
  if (connection?.saveData || /2g/.test(connection?.effectiveType ?? "")) return;
  if (!HTMLScriptElement.supports?.("speculationrules")) followIntents(view.document);
}

function followIntents(page: Document): void {
  const fetched = new Set<string>([page.location.pathname + page.location.search]);
  let running = 0;
  let rules: Promise<SpeculationRules> | undefined;
  const onIntent = async ({ target }: Event) => {
    const link = target instanceof Element ? target.closest("a") : null;
    if (link?.origin !== page.location.origin) return;
    rules ??= fetch(paths.speculationRules()).then((response) => response.json());
    const path = link.pathname + link.search;
    if (!mayPrefetch(await rules, link.pathname) || fetched.has(path) || running >= MAX_RUNNING) return;
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
  const listener = (event: Event) => void onIntent(event).catch(() => {});
  for (const intent of INTENTS) page.addEventListener(intent, listener, { passive: true });
}

function mayPrefetch({ prefetch: [{ where }] }: SpeculationRules, path: string): boolean {
  const [included, { not: excluded }] = where.and;
  const matches = ({ pathname }: { pathname: string }) => toPathPattern(pathname).test(path);
  return included.href_matches.some(matches) && !excluded.href_matches.some(matches);
}

/** Tells the server that the visitor now sees a prefetched page, so that it counts the view. */
export function reportActivation(view: Window, address = view.location.href): void {
  const page: Document & { prerendering?: boolean } = view.document;
  if (page.prerendering) {
    page.addEventListener("prerenderingchange", () => reportActivation(view, address), { once: true });
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
    void fetch(address, { method: "HEAD", headers: { [ACTIVATED_HEADER]: "1" } }).catch(() => {});
}
