import { isChanged } from "@client/unsaved-input";
import { fillFromAddress, refillFromPage } from "./refill-form";
import { type Refill, showResults } from "./show-results";

/** How an address enters the history; null if the user moved through the history. */
type HistoryStep = "push" | "replace" | null;
type Trigger = "typing" | "choice";
type LoadOptions = { step: HistoryStep; refill: boolean; trigger: Trigger };
type Search = LoadOptions & { address: string; controller: AbortController };

type Options = {
  element: HTMLElement;
  form: HTMLFormElement;
  /** Announces the number of results, and that other words were searched for, to screen readers. */
  statusElement: Element;
};

/** Pause in typing before a search (ms). */
const PAUSE_MS = 400;

/**
 * Searches for what a form's fields hold and shows the results, one search at a time. Each search is a step of the
 * browser's history; what is typed without a pause is a single step.
 */
export function createResultSearch({ element, form, statusElement }: Options) {
  let shownAddress = readAddress();
  /** The address that led to the shown one: the site redirects words that mean filters to the filters. */
  let requestedAddress = shownAddress;
  /** The address of the form with the values of the shown page; null while the form has others. */
  let filledAddress = toFilledAddress(form);
  /** Fills the form after the typing: until then the words stay, and the fields that they filled would contradict. */
  let fillAfterTyping: (() => void) | null = null;
  /** The search whose results will be shown next. */
  let running: Search | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether typing made the last step of the history: the next key replaces that step. */
  let isTypingStep = false;

  async function loadResults(address: string, { step, refill, trigger }: LoadOptions): Promise<void> {
    if (trigger === "choice") isTypingStep = false;
    clearTimeout(timer);
    running?.controller.abort();
    const search: Search = { address, step, refill, trigger, controller: new AbortController() };
    const { signal } = search.controller;
    running = search;
    if (refill) fillFromAddress(form, address);
    element.setAttribute("aria-busy", "true");
    // Screen readers announce the same text again only after it was empty.
    statusElement.replaceChildren();
    try {
      const isTyping = () => search.trigger === "typing" && isTypingIn(form);
      const chooseRefill = (): Refill => (isTyping() ? "none" : search.refill ? "all" : "unfocused");
      const results = await showResults({ element, form, address, chooseRefill, signal });
      if (isTyping()) {
        fillAfterTyping = () => fillForm(() => refillFromPage(form, results.freshForm, { activeToo: true }));
        filledAddress = null;
      } else {
        fillForm();
      }
      ({ shownAddress } = results);
      requestedAddress = address;
      if (step === "push") history.pushState(null, "", shownAddress);
      if (step === "replace") history.replaceState(null, "", shownAddress);
      running = null;
      isTypingStep = search.trigger === "typing";
      statusElement.append(results.resultText);
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

  /** Notes the address of the form after it got the values of the shown page. */
  function fillForm(refill?: () => void): void {
    fillAfterTyping = null;
    refill?.();
    filledAddress = toFilledAddress(form);
  }

  /** The form shows the current results again before the response arrived: drops the search. */
  function cancelSearch(): void {
    clearTimeout(timer);
    running?.controller.abort();
    running = null;
    element.removeAttribute("aria-busy");
  }

  /** Whether the running search follows a move through the history. */
  const isHistorySearch = () => running?.step === null;

  /** Searches for the values of the form, unless their results are shown or being loaded. */
  function runSearch(trigger: Trigger): void {
    const address = toAddress(form);
    if (address === running?.address) return;
    if ([shownAddress, requestedAddress, filledAddress].includes(address)) {
      if (!isHistorySearch()) cancelSearch();
      return;
    }
    const step = trigger === "typing" && isTypingStep ? "replace" : "push";
    void loadResults(address, { step, refill: false, trigger });
  }

  return {
    runSearch,
    /** Searches after a pause in typing. */
    runSearchSoon(): void {
      // The results keep what was typed meanwhile.
      if (running) running.refill = false;
      clearTimeout(timer);
      timer = setTimeout(() => runSearch("typing"), PAUSE_MS);
    },
    /** Makes a new step of the history at the next key. */
    endTyping(): void {
      isTypingStep = false;
      if (running) running.trigger = "choice";
      else fillAfterTyping?.();
    },
    /** Shows the results at an address (path and query), and its values in the form. */
    openAddress: (address: string) => loadResults(address, { step: "push", refill: true, trigger: "choice" }),
    /** Call after a move through the history. */
    handleHistoryMove(): void {
      isTypingStep = false;
      const address = readAddress();
      if (address !== shownAddress) {
        void loadResults(address, { step: null, refill: true, trigger: "choice" });
      } else if (isHistorySearch()) {
        cancelSearch();
        fillFromAddress(form, address);
      }
    },
  };
}

/** The address of a form without changes of the visitor, else null. */
const toFilledAddress = (form: HTMLFormElement): string | null =>
  [...form.elements].some(isChanged) ? null : toAddress(form);

const isTypingIn = ({ elements }: HTMLFormElement): boolean => {
  const { activeElement } = document;
  return (
    activeElement instanceof HTMLInputElement &&
    activeElement.type === "search" &&
    [...elements].includes(activeElement)
  );
};

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
