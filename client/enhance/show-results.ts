import { refillFromPage, refreshOptions } from "./refill-form";

/** Links that contain the page's own address: the language switch, and sign-in links that return. */
const SELF_LINKS = 'a[hreflang], a[href*="next="], input[name="next"]';

/** Which fields of the form get the values of the page. "unfocused": all but a focused one with other text. */
export type Refill = "none" | "all" | "unfocused";

/**
 * Shows the page at `address` (path and query): its parts marked `data-part`, and its title. The form stays, and its
 * fields get the values of that page. `chooseRefill` is called when the page has arrived.
 * @returns the number of results and the notices about them as text, the form of the page, and its address after
 * redirects
 * @throws if the response is another page, or `signal` aborted
 */
export async function showResults({
  element,
  form,
  address,
  chooseRefill,
  signal,
}: {
  element: HTMLElement;
  form: HTMLFormElement;
  address: string;
  chooseRefill: () => Refill;
  signal: AbortSignal;
}): Promise<{ resultText: string; freshForm: HTMLFormElement; shownAddress: string }> {
  const response = await fetch(address, { headers: { accept: "text/html" }, signal });
  const { pathname, search } = new URL(response.url);
  if (!response.ok || pathname !== address.split("?")[0]) throw new Error(`${address}: ${response.status}`);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const parts = [...element.querySelectorAll<HTMLElement>("[data-part]")].map((part) => {
    const fresh = page.querySelector<HTMLElement>(`[data-part="${part.dataset.part}"]`);
    if (!fresh) throw new Error(`${address}: no ${part.dataset.part}`);
    return { part, fresh };
  });
  const freshForm = page.querySelector<HTMLFormElement>(`form#${form.id}`);
  if (!freshForm) throw new Error(`${address}: no form`);
  signal.throwIfAborted();

  const refill = chooseRefill();
  if (refill === "none") refreshOptions(form, freshForm);
  else refillFromPage(form, freshForm, { activeToo: refill === "all" });
  for (const { part, fresh } of parts) part.replaceChildren(...fresh.childNodes);
  for (const area of [".site-header", ".site-footer"])
    updateSelfLinks(document.querySelector(area), page.querySelector(area));
  document.title = page.title;
  showApplyLabel(form, page);
  const announced = [...element.querySelectorAll('[data-part="count"], [data-announced]')];
  return {
    resultText: announced.map(({ textContent }) => textContent).join(". "),
    freshForm,
    shownAddress: pathname + search,
  };
}

/** Names the number of results of a page on the form's button. */
export function showApplyLabel(form: HTMLFormElement, page: ParentNode): void {
  const list = page.querySelector<HTMLElement>("[data-apply]");
  const label = form.querySelector("[data-apply-label]");
  if (label && list?.dataset.apply) label.textContent = list.dataset.apply;
}

function updateSelfLinks(area: Element | null, fresh: Element | null): void {
  const freshLinks = [...(fresh?.querySelectorAll(SELF_LINKS) ?? [])];
  for (const [index, link] of [...(area?.querySelectorAll(SELF_LINKS) ?? [])].entries()) {
    const freshLink = freshLinks[index];
    if (link instanceof HTMLInputElement && freshLink instanceof HTMLInputElement)
      link.value = freshLink.value;
    if (link instanceof HTMLAnchorElement && freshLink instanceof HTMLAnchorElement) {
      link.setAttribute("href", freshLink.getAttribute("href") ?? "");
    }
  }
}
