import { postForm } from "@client/http/post-form";

/**
 * Saves the choice in the banner without leaving the page, and removes the banner; `onSaved` is called when the cookie
 * is set. After a failure the form is submitted natively.
 */
export function watchBanner(page: Document, onSaved: () => void): void {
  const banner = page.querySelector("[data-consent]");
  const form = banner?.querySelector("form");
  form?.addEventListener("submit", (event) => {
    const { submitter } = event;
    if (form.dataset.failed !== undefined) return;
    event.preventDefault();
    postForm(form.action, new FormData(form, submitter)).then(
      () => {
        banner?.remove();
        page.querySelector("main")?.focus({ preventScroll: true });
        onSaved();
      },
      () => {
        form.dataset.failed = "";
        form.requestSubmit(submitter);
      },
    );
  });
}
