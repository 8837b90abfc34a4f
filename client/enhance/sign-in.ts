import type { Enhancer } from "@client/enhance";
import type { CallFailed } from "@client/http";
import { getPageSession } from "@client/session";
import { type Locale, localizePathOnce } from "@/shared/i18n/locales";
import { getFirstPage } from "@/shared/paths";
import type { SignInProblem } from "@/shared/schemas/accounts";

/** Statuses whose error text is shown in place. After others the form is submitted. */
const SHOWN_STATUSES = new Set([401, 429, 503]);

/**
 * Signs in by a call, so that a refusal keeps the typed values. The element holds the form and a template of its error
 * summary, whose text is for a call without a response.
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
    signIn(form, template)
      .then((isLeaving) => setBusy(isLeaving))
      .catch(() => form.submit());
  });
  // A page restored from the back/forward cache can use the form again.
  window.addEventListener("pageshow", ({ persisted }) => persisted && setBusy(false));
};

/** @returns whether the page is being left @throws if the form has to be submitted instead */
async function signIn(form: HTMLFormElement, template: HTMLTemplateElement): Promise<boolean> {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? "");
  const session = getPageSession();
  const failure = await session.login(text("email"), text("password"), data.has("remember_me"));
  const reactivationUrl = (failure?.problem as SignInProblem | null | undefined)?.reactivation_url;
  if (reactivationUrl) {
    location.assign(reactivationUrl);
    return true;
  }
  // The form's answer is the page for the code.
  if (failure?.problem?.title === "otp_required") throw failure;
  if (failure) {
    showError(failure, form, template);
    return false;
  }
  const next = text("next") || getFirstPage(session.user.role);
  location.assign(localizePathOnce(document.documentElement.lang as Locale, next));
  return true;
}

/** Shows the error as the server would render it. */
function showError(failure: CallFailed, form: HTMLFormElement, template: HTMLTemplateElement): void {
  const { status, problem } = failure;
  if (status !== 0 && !(SHOWN_STATUSES.has(status) && problem?.detail)) throw failure;
  const summary = template.content.firstElementChild?.cloneNode(true) as HTMLElement;
  const title = summary.querySelector(".error-summary__title");
  if (title && problem?.detail) title.textContent = problem.detail;
  form.querySelector(`#${summary.id}`)?.remove();
  form.prepend(summary);
  summary.focus();
}
