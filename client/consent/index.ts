import {
  allowsGoogleTag,
  CONSENT_COOKIE,
  type ConsentSettings,
  createConsentSettings,
  parseConsent,
} from "@/shared/consent";
import { GOOGLE_TAG_ORIGINS } from "@/shared/google-tag-origins";
import { watchBanner } from "./banner";
import { type Gtag, isTagSupported, openDataLayer, removeTagCookies, type TagWindow } from "./google-tag";
import { storePageView, takePageView, toPageView } from "./page-view";

/**
 * Sets the consent defaults in the data layer to denied, then loads Google's tag of this id if the visitor allowed it.
 * Consent takes effect on the next page, whose security policy allows the tag; that page also reports this one.
 * Withdrawn consent takes effect immediately.
 */
export async function watchConsent(view: Window, id: string): Promise<void> {
  const page = view.document;
  const flags = view as unknown as TagWindow;
  const gtag = openDataLayer(flags);
  gtag(
    "consent",
    "default",
    createConsentSettings(() => false),
  );
  let settings = readStoredConsent(page);
  report();
  // After a link from another site the browser does not send the cookie. Then the page has the banner, and its policy
  // blocks the tag, whatever the visitor chose before.
  const banner = page.querySelector("[data-consent]");
  const isTagAllowed = allowsGoogleTag(settings) && !banner;
  if (settings) banner?.remove();
  if (allowsGoogleTag(settings) && !isTagAllowed) storePageView(toPageView(page));

  /** Reports the settings to the data layer, and disables the tag without consent. */
  function report(): void {
    if (settings) gtag("consent", "update", settings);
    flags[`ga-disable-${id}`] = !allowsGoogleTag(settings);
    removeTagCookies(page, settings);
  }
  function update(): void {
    const stored = readStoredConsent(page);
    if (JSON.stringify(stored) === JSON.stringify(settings)) return;
    settings = stored;
    report();
    if (!isTagAllowed && allowsGoogleTag(settings)) storePageView(toPageView(page));
  }
  watchBanner(page, update);
  // The visitor may have chosen in another tab.
  page.addEventListener("visibilitychange", () => page.hidden || update());
  if (isTagAllowed && (await isTagSupported(view))) startTag(page, gtag, id);
}

function readStoredConsent(page: Document): ConsentSettings | null {
  const pair = page.cookie.split("; ").find((cookie) => cookie.startsWith(`${CONSENT_COOKIE}=`));
  try {
    return parseConsent(pair && decodeURIComponent(pair.slice(CONSENT_COOKIE.length + 1)));
  } catch {
    // Not written by the server.
    return null;
  }
}

function startTag(page: Document, gtag: Gtag, id: string): void {
  gtag("js", new Date());
  gtag("config", id, toPageView(page));
  const consentView = takePageView();
  if (consentView) gtag("event", "page_view", consentView);
  const script = page.createElement("script");
  script.async = true;
  script.src = `${GOOGLE_TAG_ORIGINS.script}/gtag/js?id=${encodeURIComponent(id)}`;
  page.head.append(script);
}
