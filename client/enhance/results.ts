import type { Enhancer } from "@client/enhance";
import { isChanged } from "@client/unsaved";
import { locateOnPress } from "./locate";
import { showPage } from "./results-page";

/** What an answer does to the history; null where it follows it. */
type Step = "push" | "replace" | null;
type How = "typing" | "choice";
type Journey = { address: string; step: Step; how: How; call: AbortController };

/** How long after the last key words are searched for, in ms. */
const TYPING_MS = 400;

/**
 * A list that follows its filter form: what changes there is fetched, by the address that the form itself would open,
 * and the parts of the page that the search decides on are replaced. Links marked `data-follow` go the same way. Where
 * anything fails, the browser opens the address as if there were no script.
 */
export const results: Enhancer = (element, words) => {
  const form = element.querySelector<HTMLFormElement>("form.filters");
  const said = element.querySelector("[data-said]");
  const count = element.querySelector<HTMLElement>('[data-part="count"]');
  if (!form || !said || !count) throw new Error("not a list with filters");
  let shown = here();
  /** What is being fetched to be shown next. */
  let running: Journey | null = null;
  let typing: ReturnType<typeof setTimeout> | undefined;
  /** Whether the step that is shown was made by typing: the next key goes on with it instead of adding another. */
  let typed = false;

  async function show(address: string, { step, refill, how }: { step: Step; refill: boolean; how: How }) {
    // Typing that never came to be shown made no step that the next key could go on with.
    if (how === "choice") typed = false;
    clearTimeout(typing);
    running?.call.abort();
    const own: Journey = { address, step, how, call: new AbortController() };
    const { signal } = own.call;
    running = own;
    element.setAttribute("aria-busy", "true");
    // A word that is said again must have been silent in between.
    said?.replaceChildren();
    try {
      const words = await showPage({ element, form: form as HTMLFormElement, address, refill, signal });
      if (step === "push") history.pushState(null, "", address);
      if (step === "replace") history.replaceState(null, "", address);
      shown = address;
      running = null;
      typed = own.how === "typing";
      said?.append(words);
      element.removeAttribute("aria-busy");
    } catch (error) {
      // Another search has begun, which will be shown instead.
      if (signal.aborted) return;
      console.error("list not followed", error);
      if (step === null) location.reload();
      else if (step === "replace") location.replace(address);
      else location.assign(address);
    }
  }

  /** What was chosen is taken back before its answer came: that answer is not wanted any more. */
  function stay() {
    clearTimeout(typing);
    running?.call.abort();
    running = null;
    element.removeAttribute("aria-busy");
  }

  /** Whether what is fetched is where the history stands already. */
  const followsHistory = () => running?.step === null;

  function follow(how: How) {
    const address = addressOf(form as HTMLFormElement);
    // Sent or left while the answer to the same words is on its way.
    if (address === running?.address) return;
    // The form still says what is shown, and the way back goes on.
    if (address === shown) return followsHistory() ? undefined : stay();
    const goesOn = how === "typing" && typed;
    void show(address, { step: goesOn ? "replace" : "push", refill: false, how });
  }

  /** The words are done: the next key begins a step of its own. */
  function endWords() {
    typed = false;
    if (running) running.how = "choice";
  }

  const isField = (event: Event) => (event.target as HTMLFormElement).form === form;
  element.addEventListener("change", (event) => {
    if (!isField(event)) return;
    follow(isWords(event.target as Element) ? "typing" : "choice");
    endWords();
  });
  element.addEventListener("input", (event) => {
    if (!isField(event) || !isWords(event.target as Element)) return;
    clearTimeout(typing);
    typing = setTimeout(() => follow("typing"), TYPING_MS);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    follow(isWords(document.activeElement) ? "typing" : "choice");
    endWords();
    if (isOpen(form)) form.hidePopover();
    count.focus();
  });
  element.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-follow]");
    if (!link || !isPlain(event)) return;
    event.preventDefault();
    const { pathname, search } = new URL(link.href);
    void show(pathname + search, { step: "push", refill: true, how: "choice" }).then(() => {
      // The link itself is gone with the filter that it took away.
      if (!link.isConnected) count.focus();
    });
  });
  addEventListener("popstate", () => {
    typed = false;
    if (here() !== shown) void show(here(), { step: null, refill: true, how: "choice" });
    else if (followsHistory()) stay();
  });
  locateOnPress(element, words, () => follow("choice"));
  // Changes made before this script was loaded.
  const changed = [...form.elements].filter(isChanged);
  if (changed.length > 0) follow(changed.every(isWords) ? "typing" : "choice");
};

const isWords = (field: Element | null): boolean => (field as HTMLInputElement | null)?.type === "search";

const here = () => location.pathname + location.search;

/** Where the form leads, without its empty fields. */
function addressOf(form: HTMLFormElement): string {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string" && value.trim() !== "") query.append(name, value.trim());
  }
  if (!query.has("near")) query.delete("radius");
  const { pathname } = new URL(form.action);
  return query.size > 0 ? `${pathname}?${query}` : pathname;
}

/** A browser without popovers shows the form as part of the page. */
const isOpen = (form: HTMLFormElement): boolean =>
  CSS.supports("selector(:popover-open)") && form.matches(":popover-open");

const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
