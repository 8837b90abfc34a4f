import type { Enhancer } from "@client/enhance";
import { getPageSession } from "@client/session";
import { listStoredKeys } from "@client/storage";
import { toDraftKey } from "@/shared/draft-keys";
import { type Locale, localizePath } from "@/shared/i18n/locales";
import { readPageData } from "@/shared/page-data";
import { paths } from "@/shared/paths";

/**
 * If the page has a token, ends the session by a call and then leaves the page. Otherwise, and after a failure, the
 * form is submitted. Signing out deletes stored drafts, so it asks first if there are any.
 */
export const enhanceSignOut: Enhancer = (element, texts) => {
  const form = element.querySelector("form");
  if (!form) throw new Error("not a sign-out form");
  form.addEventListener("submit", (event) => {
    const { visitor } = readPageData(document.body.dataset);
    if (listStoredKeys(toDraftKey(visitor, "")).length > 0 && !confirm(texts.unsaved)) {
      event.preventDefault();
      // The listener of the page would delete the drafts.
      event.stopPropagation();
      return;
    }
    // Push messages to this browser end, even if an earlier session turned them on.
    void unsubscribeFromPush();
    const session = getPageSession();
    if (!session.authenticated) return;
    event.preventDefault();
    void session.logout().then((hasEnded) => {
      if (hasEnded) location.assign(localizePath(document.documentElement.lang as Locale, paths.home()));
      else form.submit();
    });
  });
};

async function unsubscribeFromPush(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration(paths.pushWorker());
    const subscription = await registration?.pushManager?.getSubscription();
    await subscription?.unsubscribe();
  } catch (failure) {
    console.error("push subscription not ended", failure);
  }
}
