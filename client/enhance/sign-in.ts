import type { Enhancer } from "@client/enhance";
import type { CallFailed } from "@client/http";
import { pageSession } from "@client/session";
import { type Locale, localizePathOnce } from "@/shared/i18n/locales";

/** Statuses whose error is shown in place, in the server's words. All others are left to the form. */
const TOLD = new Set([401, 429, 503]);

/**
 * Signs in without leaving the page, so that a refusal keeps all that was typed. The element holds the form and a
 * template of its error summary, whose own words are for a call without an answer.
 */
export const enhanceSignIn: Enhancer = (element) => {
  const form = element.querySelector("form");
  const button = form?.querySelector('[type="submit"]');
  const template = element.querySelector("template");
  if (!form || !button || !template) throw new Error("not a sign-in form");

  const setBusy = (busy: boolean) => button.setAttribute("aria-busy", String(busy));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (button.getAttribute("aria-busy") === "true") return;
    setBusy(true);
    attempt(form, template)
      .then((left) => setBusy(left))
      .catch(() => form.submit());
  });
  // A page restored from the back/forward cache can use the form again.
  window.addEventListener("pageshow", ({ persisted }) => persisted && setBusy(false));
};

/** @returns whether the page is being left. @throws where the form has to be sent after all. */
async function attempt(form: HTMLFormElement, template: HTMLTemplateElement): Promise<boolean> {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? "");
  const failure = await pageSession().login(text("email"), text("password"), data.has("remember_me"));
  if (failure) {
    tell(failure, form, template);
    return false;
  }
  location.assign(localizePathOnce(document.documentElement.lang as Locale, text("next")));
  return true;
}

/** Shows the error where and as the server would have rendered it. */
function tell(failure: CallFailed, form: HTMLFormElement, template: HTMLTemplateElement): void {
  const { status, problem } = failure;
  if (status !== 0 && !(TOLD.has(status) && problem?.detail)) throw failure;
  const summary = template.content.firstElementChild?.cloneNode(true) as HTMLElement;
  const title = summary.querySelector(".error-summary__title");
  if (title && problem?.detail) title.textContent = problem.detail;
  form.querySelector(`#${summary.id}`)?.remove();
  form.prepend(summary);
  summary.focus();
}
