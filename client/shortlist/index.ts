import { SHORTLIST_FORM } from "@/shared/shortlist-form";

/**
 * Sends the form of the heart buttons without leaving the page. The script is loaded at the first press; if it or the
 * request fails, the browser submits the form.
 */
export function watchShortlist(page: Document): void {
  let hasFailed = false;
  page.addEventListener("submit", (event) => {
    const { submitter } = event;
    const form = event.target as HTMLFormElement;
    if (form.id !== SHORTLIST_FORM || !submitter || hasFailed) return;
    event.preventDefault();
    import("./toggle-heart")
      .then(({ toggleHeart }) => toggleHeart(form, submitter as HTMLButtonElement))
      .catch((error) => {
        console.error("shortlist not changed", error);
        hasFailed = true;
        form.requestSubmit(submitter);
      });
  });
}
