import { refillFromPage } from "./refill-form";

/** Links that contain the page's own address: the language switch, and sign-in links that return. */
const SELF_LINKS = 'a[hreflang], a[href*="next="], input[name="next"]';

/**
 * Shows the page at `address` (path and query): its parts marked `data-part`, and its title. The form stays, and its
 * fields get the values of that page; the focused field too with `refill`.
 * @returns the number of results as text
 * @throws if the response is another page, or `signal` aborted
 */
export async function showResults({
  element,
  form,
  address,
  refill,
  signal,
}: {
  element: HTMLElement;
  form: HTMLFormElement;
  address: string;
  refill: boolean;
  signal: AbortSignal;
}): Promise<string> {
  const response = await fetch(address, { headers: { accept: "text/html" }, signal });
  if (!response.ok || response.redirected) throw new Error(`${address}: ${response.status}`);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const parts = [...element.querySelectorAll<HTMLElement>("[data-part]")].map((part) => {
    const fresh = page.querySelector<HTMLElement>(`[data-part="${part.dataset.part}"]`);
    if (!fresh) throw new Error(`${address}: no ${part.dataset.part}`);
    return { part, fresh };
  });
  const freshForm = page.querySelector<HTMLFormElement>(`form#${form.id}`);
  if (!freshForm) throw new Error(`${address}: no form`);
  signal.throwIfAborted();

  refillFromPage(form, freshForm, { activeToo: refill });
  for (const { part, fresh } of parts) part.replaceChildren(...fresh.childNodes);
  for (const area of [".site-header", ".site-footer"])
    updateSelfLinks(document.querySelector(area), page.querySelector(area));
  document.title = page.title;
  const list = page.querySelector<HTMLElement>("[data-apply]");
  const apply = form.querySelector("[data-apply-label]");
  if (apply && list?.dataset.apply) apply.textContent = list.dataset.apply;
  return element.querySelector('[data-part="count"]')?.textContent ?? "";
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
