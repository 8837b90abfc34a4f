/** The element of the rarely used filters, and the button that a form without them has. */
const MORE = ".filters__more";
const EXPAND_BUTTON = "[data-expand]";

/** The address of the same list with the rarely used filters, if the form has them. */
export const toPageAddress = (form: HTMLFormElement, address: string): string =>
  form.querySelector(MORE) ? addExpanded(address) : address;

/**
 * Replaces the button `data-expand` with the rarely used filters, of which none is set. After a failure the browser
 * submits the form with the button, as without JavaScript.
 */
export async function expandFilters(form: HTMLFormElement): Promise<void> {
  try {
    const { pathname } = new URL(form.action);
    // As a prefetch, because the visitor does not see the listings of that page.
    const response = await fetch(addExpanded(pathname), {
      headers: { accept: "text/html", purpose: "prefetch" },
    });
    if (!response.ok) throw new Error(`${response.status}`);
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const filters = page.querySelector(MORE);
    if (!filters) throw new Error("no filters");
    // Results that arrived meanwhile may have brought another button, or the filters.
    form.querySelector(EXPAND_BUTTON)?.replaceWith(filters);
    filters.querySelector("summary")?.focus();
  } catch (error) {
    console.error("filters not expanded", error);
    form.requestSubmit(form.querySelector<HTMLElement>(EXPAND_BUTTON));
  }
}

/**
 * Gives a rendering of the form that was requested before the form was expanded the same further fields. None of them
 * is set: a change would have replaced that request.
 */
export function expandLike(form: HTMLFormElement, fresh: HTMLFormElement): void {
  const filters = form.querySelector(MORE);
  if (filters) fresh.querySelector(EXPAND_BUTTON)?.replaceWith(filters.cloneNode(true));
}

const addExpanded = (address: string): string => `${address}${address.includes("?") ? "&" : "?"}more=1`;
