import { readStoredJson, writeStored } from "@client/storage";

/** What the tag reports about a page view. */
export type PageView = { page_location: string; page_title: string; page_referrer: string };

const KEY = "landing";

/** The page view, without the query of an earlier page of this site, which may have held a secret. */
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
export const storePageView = (view: PageView): boolean =>
  writeStored("sessionStorage", KEY, JSON.stringify(view));

/** Returns the stored page view and removes it. */
export function takePageView(): PageView | null {
  const view = readStoredJson<PageView>("sessionStorage", KEY);
  writeStored("sessionStorage", KEY, null);
  return view;
}
