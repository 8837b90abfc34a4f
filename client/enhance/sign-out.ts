import type { Enhancer } from "@client/enhance";
import { getPageSession } from "@client/session";
import { type Locale, localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";

/**
 * If the page has a token, ends the session by a call and then leaves the page. Otherwise, and after a failure, the
 * form is submitted.
 */
export const enhanceSignOut: Enhancer = (element) => {
  const form = element.querySelector("form");
  if (!form) throw new Error("not a sign-out form");
  form.addEventListener("submit", (event) => {
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
