/**
 * Saves what is pressed in the banner without leaving the page, and takes the banner away; `saved` is called when the
 * cookie says it. Where that fails the form goes the ordinary way.
 */
export function watchBanner(page: Document, saved: () => void): void {
  const banner = page.querySelector("[data-consent]");
  const form = banner?.querySelector("form");
  form?.addEventListener("submit", (event) => {
    const { submitter } = event;
    if (form.dataset.failed !== undefined) return;
    event.preventDefault();
    void save(form, submitter).then((done) => {
      if (!done) {
        form.dataset.failed = "";
        form.requestSubmit(submitter);
        return;
      }
      banner?.remove();
      page.querySelector("main")?.focus({ preventScroll: true });
      saved();
    });
  });
}

async function save(form: HTMLFormElement, submitter: HTMLElement | null): Promise<boolean> {
  try {
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(form, submitter)) body.append(name, String(value));
    // Where the answer leads is the page that is open.
    const answer = await fetch(form.action, { method: "POST", body, redirect: "manual" });
    return answer.type === "opaqueredirect";
  } catch {
    return false;
  }
}
