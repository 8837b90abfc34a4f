import type { Enhancer } from "@client/enhance";
import { isChanged } from "@client/unsaved-input";
import { guardFilterSheet } from "./filter-sheet";
import { locateOnClick } from "./locate-on-click";
import { isOpenPopover } from "./make-modal";
import { createResultSearch } from "./result-search";
import { showApplyLabel } from "./show-results";

/**
 * Updates a list of results after each change of its filter form: fetches the page that the form would open, and
 * replaces the parts that depend on the search. Links marked `data-follow` do the same. After a failure the browser
 * opens the address itself.
 */
export const enhanceResults: Enhancer = (element) => {
  const form = element.querySelector<HTMLFormElement>("form.filters");
  const statusElement = element.querySelector("[data-result-count]");
  const countElement = element.querySelector<HTMLElement>('[data-part="count"]');
  if (!form || !statusElement || !countElement) throw new Error("not a list with filters");
  const search = createResultSearch({ element, form, statusElement });
  showApplyLabel(form, element);
  guardFilterSheet(form);

  const isFormField = (event: Event) => (event.target as HTMLFormElement).form === form;
  element.addEventListener("change", (event) => {
    if (!isFormField(event)) return;
    search.runSearch(isSearchField(event.target as Element) ? "typing" : "choice");
    search.endTyping();
  });
  element.addEventListener("input", (event) => {
    if (isFormField(event) && isSearchField(event.target as Element)) search.runSearchSoon();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    search.runSearch(isSearchField(document.activeElement) ? "typing" : "choice");
    search.endTyping();
    if (isOpenPopover(form)) form.hidePopover();
    focusCount(countElement);
  });
  element.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-follow]");
    if (!link || !isPlainClick(event)) return;
    event.preventDefault();
    const url = new URL(link.href);
    void search.openAddress(url.pathname + url.search).then(() => {
      // The link to remove a filter disappears with it.
      if (!link.isConnected) focusCount(countElement);
    });
  });
  addEventListener("popstate", search.handleHistoryMove);
  locateOnClick(element, () => search.runSearch("choice"));
  // Changes made before this script was loaded.
  const changed = [...form.elements].filter(isChanged);
  if (changed.length > 0) search.runSearch(changed.every(isSearchField) ? "typing" : "choice");
};

/** Focuses the number of results. On a phone it is in a bar that stays in view, so the focus alone may not scroll up. */
function focusCount(countElement: HTMLElement): void {
  const isAbove = countElement.getBoundingClientRect().bottom <= 0;
  if (isAbove) countElement.closest(".results")?.scrollIntoView();
  countElement.focus({ preventScroll: isAbove });
}

const isSearchField = (field: Element | null): boolean =>
  (field as HTMLInputElement | null)?.type === "search";

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
