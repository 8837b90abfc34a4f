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
  let shownChange = findLastChange();
  page.addEventListener("submit", (event) => {
    const { submitter } = event;
    const form = event.target as HTMLFormElement;
    // Not `form.action`, which is the field of that name if the form has one.
    if (!form.getAttribute("action")?.includes(paths.shortlist())) return;
    const change = recordChange();
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
    if (persisted && findLastChange() !== shownChange && !hasUnsavedInput(page)) page.location.reload();
  });
}

function findLastChange(): string | null {
  try {
    return sessionStorage.getItem(CHANGED_KEY);
  } catch {
    return null;
  }
}

function recordChange(): string {
  const change = String(Date.now());
  try {
    sessionStorage.setItem(CHANGED_KEY, change);
  } catch {
    // The browser blocks storage: a page from its memory may show former hearts.
  }
  return change;
}
