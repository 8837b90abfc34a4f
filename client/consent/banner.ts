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
    void save(form, submitter).then((isSaved) => {
      if (!isSaved) {
        form.dataset.failed = "";
        form.requestSubmit(submitter);
        return;
      }
      banner?.remove();
      page.querySelector("main")?.focus({ preventScroll: true });
      onSaved();
    });
  });
}

async function save(form: HTMLFormElement, submitter: HTMLElement | null): Promise<boolean> {
  try {
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(form, submitter)) body.append(name, String(value));
    // The redirect leads back to this page.
    const response = await fetch(form.action, { method: "POST", body, redirect: "manual" });
    return response.type === "opaqueredirect";
  } catch {
    return false;
  }
}
