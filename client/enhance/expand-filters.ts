/** The element of the rarely used filters. */
const MORE = ".filters__more";

/** The address of the same list with the rarely used filters, if the form has them. */
export const toPageAddress = (form: HTMLFormElement, address: string): string =>
  form.querySelector(MORE) ? addExpanded(address) : address;

/**
 * A press of the link `data-expand` replaces it with the rarely used filters, of which none is set. After a failure the
 * browser opens the list with them.
 */
export async function expandFilters(form: HTMLFormElement, link: HTMLAnchorElement): Promise<void> {
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
    // Results that arrived meanwhile may have brought them.
    if (!link.isConnected) return;
    link.replaceWith(filters);
    filters.querySelector("summary")?.focus();
  } catch (error) {
    console.error("filters not expanded", error);
    location.assign(addExpanded(location.pathname + location.search));
  }
}

const addExpanded = (address: string): string => `${address}${address.includes("?") ? "&" : "?"}more=1`;
