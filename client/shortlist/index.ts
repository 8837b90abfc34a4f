import { readStored, writeStored } from "@client/storage";
import { hasUnsavedInput } from "@client/unsaved-input";
import { paths } from "@/shared/paths";
import { SHORTLIST_FORM } from "@/shared/shortlist-form";

/** When the shortlist was last changed in this tab (ms). */
const CHANGED_KEY = "shortlist_changed_at";

/**
 * Sends the form of the heart buttons without leaving the page. The script is loaded at the first press; if it or the
 * request fails, the browser submits the form. A page that the browser kept in memory reloads when the visitor returns
 * to it, if the shortlist was changed on another page.
 */
export function watchShortlist(page: Document): void {
  let hasFailed = false;
  let shownChange = readStored("sessionStorage", CHANGED_KEY);
  page.addEventListener("submit", (event) => {
    const { submitter } = event;
    const form = event.target as HTMLFormElement;
    // Not `form.action`, which is the field of that name if the form has one.
    if (!form.getAttribute("action")?.includes(paths.shortlist())) return;
    const change = String(Date.now());
    writeStored("sessionStorage", CHANGED_KEY, change);
    if (form.id !== SHORTLIST_FORM || !submitter || hasFailed) return;
    shownChange = change;
    event.preventDefault();
    import("./toggle-heart")
      .then(({ toggleHeart }) => toggleHeart(form, submitter as HTMLButtonElement))
      .catch((error) => {
        console.error("shortlist not changed", error);
        hasFailed = true;
        form.requestSubmit(submitter);
      });
  });
  addEventListener("pageshow", ({ persisted }) => {
    const isChanged = persisted && readStored("sessionStorage", CHANGED_KEY) !== shownChange;
    if (isChanged && !hasUnsavedInput(page)) page.location.reload();
  });
}
