/** What the tag reports about a page view. */
export type PageView = { page_location: string; page_title: string; page_referrer: string };

const KEY = "landing";

/** The page view without the query of an earlier page of this site, which may have held a secret. */
export function toPageView(page: Document): PageView {
  const referrer = page.referrer ? new URL(page.referrer) : null;
  const isOwnSite = referrer?.origin === page.location.origin;
  return {
    page_location: page.location.href,
    page_title: page.title,
    page_referrer: isOwnSite ? referrer.origin + referrer.pathname : page.referrer,
  };
}

/** Stores the page on which the visitor consented, until the next page of this tab reports it. */
export function storePageView(view: PageView): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(view));
  } catch {
    // Storage is disabled: this view is not counted.
  }
}

/** Returns the stored page view and removes it. */
export function takePageView(): PageView | null {
  try {
    const stored = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return stored === null ? null : (JSON.parse(stored) as PageView);
  } catch {
    return null;
  }
}
