/** What the tag tells of a page's view. */
export type PageView = { page_location: string; page_title: string; page_referrer: string };

const KEY = "landing";

/** The page as the tag may know it: an earlier page of this site may have had a secret in its query. */
export function viewOf(page: Document): PageView {
  const referrer = page.referrer ? new URL(page.referrer) : null;
  const own = referrer?.origin === page.location.origin;
  return {
    page_location: page.location.href,
    page_title: page.title,
    page_referrer: own ? referrer.origin + referrer.pathname : page.referrer,
  };
}

/** Keeps, until the next page of this tab, which page was open when the visitor agreed. */
export function keepLanding(view: PageView): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(view));
  } catch {
    // Storage is shut off: that one view goes uncounted.
  }
}

/** What was kept, once. */
export function takeLanding(): PageView | null {
  try {
    const kept = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return kept === null ? null : (JSON.parse(kept) as PageView);
  } catch {
    return null;
  }
}
