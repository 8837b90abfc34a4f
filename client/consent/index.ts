import {
  allowsGoogleTag,
  CONSENT_COOKIE,
  type ConsentSettings,
  createConsentSettings,
  parseConsent,
} from "@/shared/consent";
import { GOOGLE_TAG } from "@/shared/google-tag";
import { watchBanner } from "./banner";
import { type Gtag, openDataLayer, type TagWindow } from "./data-layer";
import { keepLanding, takeLanding, viewOf } from "./landing";
import { isTagSupported } from "./supported";
import { removeTagCookies } from "./tag-cookies";

/**
 * Sets the consent defaults in the data layer to denied, then loads Google's tag of this id where the visitor allowed
 * it. Consent given on this page takes effect on the next one, whose policy admits the tag; it then reports this page
 * too. Withdrawn consent takes effect immediately.
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
  let known = storedConsent(page);
  tell(known);
  // After a link from another site, the browser withheld the cookie. The page asks again, and its policy admits no tag,
  // whatever was chosen.
  const banner = page.querySelector("[data-consent]");
  const admitted = allowsGoogleTag(known) && !banner;
  if (known) banner?.remove();
  if (allowsGoogleTag(known) && !admitted) keepLanding(viewOf(page));

  /** Says what is stored to the data layer, and to the tag whether it may go on. */
  function tell(settings: ConsentSettings | null): void {
    if (settings) gtag("consent", "update", settings);
    flags[`ga-disable-${id}`] = !allowsGoogleTag(settings);
    removeTagCookies(page, settings);
  }
  function look(): void {
    const settings = storedConsent(page);
    if (JSON.stringify(settings) === JSON.stringify(known)) return;
    known = settings;
    tell(settings);
    if (!admitted && allowsGoogleTag(settings)) keepLanding(viewOf(page));
  }
  watchBanner(page, look);
  // What was chosen in another tab.
  page.addEventListener("visibilitychange", () => page.hidden || look());
  if (admitted && (await isTagSupported(view))) startTag(page, gtag, id);
}

function storedConsent(page: Document): ConsentSettings | null {
  const pair = page.cookie.split("; ").find((one) => one.startsWith(`${CONSENT_COOKIE}=`));
  try {
    return parseConsent(pair && decodeURIComponent(pair.slice(CONSENT_COOKIE.length + 1)));
  } catch {
    // Not what the server writes.
    return null;
  }
}

function startTag(page: Document, gtag: Gtag, id: string): void {
  gtag("js", new Date());
  gtag("config", id, viewOf(page));
  const landing = takeLanding();
  if (landing) gtag("event", "page_view", landing);
  const script = page.createElement("script");
  script.async = true;
  script.src = `${GOOGLE_TAG.script}/gtag/js?id=${encodeURIComponent(id)}`;
  page.head.append(script);
}
