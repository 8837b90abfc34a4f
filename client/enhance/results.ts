import type { Enhancer } from "@client/enhance";
import { isChanged } from "@client/unsaved-input";
import { locateOnClick } from "./locate-on-click";
import { showResults } from "./show-results";

/** How an address enters the history; null if the user moved through the history. */
type HistoryStep = "push" | "replace" | null;
type Trigger = "typing" | "choice";
type Search = { address: string; step: HistoryStep; trigger: Trigger; controller: AbortController };

/** Pause in typing before a search (ms). */
const PAUSE_MS = 400;

/**
 * Updates a list of results after each change of its filter form: fetches the page that the form would open, and replaces
 * the parts that depend on the search. Links marked `data-follow` do the same. After a failure the browser opens the
 * address itself.
 */
export const enhanceResults: Enhancer = (element, texts) => {
  const form = element.querySelector<HTMLFormElement>("form.filters");
  const status = element.querySelector("[data-result-count]");
  const count = element.querySelector<HTMLElement>('[data-part="count"]');
  if (!form || !status || !count) throw new Error("not a list with filters");
  let shownAddress = readAddress();
  /** The search whose results will be shown next. */
  let running: Search | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether typing made the last step of the history: the next key replaces that step. */
  let isTypingStep = false;

  async function show(address: string, options: { step: HistoryStep; refill: boolean; trigger: Trigger }) {
    const { step, refill, trigger } = options;
    if (trigger === "choice") isTypingStep = false;
    clearTimeout(timer);
    running?.controller.abort();
    const next: Search = { address, step, trigger, controller: new AbortController() };
    const { signal } = next.controller;
    running = next;
    element.setAttribute("aria-busy", "true");
    // Screen readers announce the same text again only after it was empty.
    status?.replaceChildren();
    try {
      const count = await showResults({ element, form: form as HTMLFormElement, address, refill, signal });
      if (step === "push") history.pushState(null, "", address);
      if (step === "replace") history.replaceState(null, "", address);
      shownAddress = address;
      running = null;
      isTypingStep = next.trigger === "typing";
      status?.append(count);
      element.removeAttribute("aria-busy");
    } catch (error) {
      // A newer search replaced this one.
      if (signal.aborted) return;
      console.error("results not updated", error);
      if (step === null) location.reload();
      else if (step === "replace") location.replace(address);
      else location.assign(address);
    }
  }

  /** The form shows the current results again before the response arrived: drops the search. */
  function cancelSearch() {
    clearTimeout(timer);
    running?.controller.abort();
    running = null;
    element.removeAttribute("aria-busy");
  }

  /** Whether the running search follows a move through the history. */
  const isHistorySearch = () => running?.step === null;

  function search(trigger: Trigger) {
    const address = toAddress(form as HTMLFormElement);
    // The same search is already running.
    if (address === running?.address) return;
    if (address === shownAddress) return isHistorySearch() ? undefined : cancelSearch();
    const step = trigger === "typing" && isTypingStep ? "replace" : "push";
    void show(address, { step, refill: false, trigger });
  }

  /** The next key makes a new step of the history. */
  function endTyping() {
    isTypingStep = false;
    if (running) running.trigger = "choice";
  }

  const isField = (event: Event) => (event.target as HTMLFormElement).form === form;
  element.addEventListener("change", (event) => {
    if (!isField(event)) return;
    search(isSearchField(event.target as Element) ? "typing" : "choice");
    endTyping();
  });
  element.addEventListener("input", (event) => {
    if (!isField(event) || !isSearchField(event.target as Element)) return;
    clearTimeout(timer);
    timer = setTimeout(() => search("typing"), PAUSE_MS);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    search(isSearchField(document.activeElement) ? "typing" : "choice");
    endTyping();
    if (isOpen(form)) form.hidePopover();
    count.focus();
  });
  element.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-follow]");
    if (!link || !isPlainClick(event)) return;
    event.preventDefault();
    const { pathname, search } = new URL(link.href);
    void show(pathname + search, { step: "push", refill: true, trigger: "choice" }).then(() => {
      // The link to remove a filter disappears with it.
      if (!link.isConnected) count.focus();
    });
  });
  addEventListener("popstate", () => {
    isTypingStep = false;
    const address = readAddress();
    if (address !== shownAddress) void show(address, { step: null, refill: true, trigger: "choice" });
    else if (isHistorySearch()) cancelSearch();
  });
  locateOnClick(element, texts, () => search("choice"));
  // Changes made before this script was loaded.
  const changed = [...form.elements].filter(isChanged);
  if (changed.length > 0) search(changed.every(isSearchField) ? "typing" : "choice");
};

const isSearchField = (field: Element | null): boolean =>
  (field as HTMLInputElement | null)?.type === "search";

const readAddress = () => location.pathname + location.search;

/** Path and query that the form opens, without its empty fields. */
function toAddress(form: HTMLFormElement): string {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string" && value.trim() !== "") query.append(name, value.trim());
  }
  if (!query.has("near")) query.delete("radius");
  const { pathname } = new URL(form.action);
  return query.size > 0 ? `${pathname}?${query}` : pathname;
}

/** Whether the form is an open popover. Browsers without popovers show it in the page. */
const isOpen = (form: HTMLFormElement): boolean =>
  CSS.supports("selector(:popover-open)") && form.matches(":popover-open");

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
