import type { Enhancer } from "@client/enhance";
import { pageSession } from "@client/session";
import { type Locale, localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";

/**
 * Where the page holds a token, it and its session end before the page is left. Else, and when that fails, the form
 * is sent: signing out never depends on script.
 */
export const enhanceSignOut: Enhancer = (element) => {
  const form = element.querySelector("form");
  if (!form) throw new Error("not a sign-out form");
  form.addEventListener("submit", (event) => {
    const session = pageSession();
    if (!session.authenticated) return;
    event.preventDefault();
    void session.logout().then((ended) => {
      if (ended) location.assign(localizePath(document.documentElement.lang as Locale, paths.home()));
      else form.submit();
    });
  });
};
