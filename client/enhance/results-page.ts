import { refillFromPage } from "./refill-form";

/** Where a page links to itself: the language switch, and the ways to sign in that come back. */
const SELF_LINKS = 'a[hreflang], a[href*="next="], input[name="next"]';

/**
 * Shows what `address` (path and query of this site) answers: the parts of the page that are marked `data-part`, and
 * its title. The form stays; its fields say what was searched for, and with `refill` the one in use does, too.
 * @returns the number of results in words. @throws when the answer is no such page, or `signal` aborted.
 */
export async function showPage({
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
  const answer = await fetch(address, { headers: { accept: "text/html" }, signal });
  if (!answer.ok || answer.redirected) throw new Error(`${address}: ${answer.status}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
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
  for (const place of [".site-header", ".site-footer"])
    followLinks(document.querySelector(place), page.querySelector(place));
  document.title = page.title;
  const list = page.querySelector<HTMLElement>("[data-apply]");
  const apply = form.querySelector("[data-apply-words]");
  if (apply && list?.dataset.apply) apply.textContent = list.dataset.apply;
  return element.querySelector('[data-part="count"]')?.textContent ?? "";
}

function followLinks(place: Element | null, fresh: Element | null): void {
  const now = [...(fresh?.querySelectorAll(SELF_LINKS) ?? [])];
  for (const [n, link] of [...(place?.querySelectorAll(SELF_LINKS) ?? [])].entries()) {
    const other = now[n];
    if (link instanceof HTMLInputElement && other instanceof HTMLInputElement) link.value = other.value;
    if (link instanceof HTMLAnchorElement && other instanceof HTMLAnchorElement) {
      link.setAttribute("href", other.getAttribute("href") ?? "");
    }
  }
}
