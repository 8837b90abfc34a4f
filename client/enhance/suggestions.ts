import type { Enhancer } from "@client/enhance";
import { isChanged } from "@client/unsaved-input";
import { readPageData } from "@/shared/page-data";
import { paths } from "@/shared/paths";
import type { SuggestionJson, SuggestionsJson } from "@/shared/schemas/suggestion";

/** Pause in typing before a request (ms). */
const PAUSE_MS = 150;
/** Pause before the number of suggestions is announced (ms), so that screen readers do not interrupt the typing. */
const ANNOUNCE_MS = 800;
/** They move the caret, so the user is back in the text. */
const CARET_KEYS = ["ArrowLeft", "ArrowRight", "Home", "End"];

/**
 * Suggests searches and teachers below a text box while the user types. An editable combobox with list autocomplete: the
 * focus stays in the text box. https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export const enhanceSuggestions: Enhancer = (element, texts) => {
  const input = element.querySelector("input");
  if (!input) throw new Error("no text box");
  addSuggestions(element, input, texts);
};

function addSuggestions(
  element: HTMLElement,
  input: HTMLInputElement,
  { suggestions: label = "", teacher = "" }: Readonly<Record<string, string>>,
): void {
  const { apiBase } = readPageData(document.body.dataset);
  const locale = document.documentElement.lang;
  const list = document.createElement("div");
  list.id = `${input.id}-suggestions`;
  list.className = "suggestions";
  list.role = "listbox";
  list.ariaLabel = label;
  list.hidden = true;
  const status = document.createElement("p");
  status.className = "visually-hidden";
  status.role = "status";
  element.append(list, status);
  for (const [name, value] of Object.entries({
    role: "combobox",
    autocomplete: "off",
    "aria-autocomplete": "list",
    "aria-controls": list.id,
    "aria-expanded": "false",
  }))
    input.setAttribute(name, value);

  let options: HTMLAnchorElement[] = [];
  /** The index of the active option, -1 for none. */
  let active = -1;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let announcement: ReturnType<typeof setTimeout> | undefined;
  let request: AbortController | undefined;
  /** Whether suggestions are about to appear. */
  let isPending = false;

  function cancelRequest(): void {
    isPending = false;
    clearTimeout(pause);
    clearTimeout(announcement);
    request?.abort();
  }

  function close(): void {
    cancelRequest();
    show([]);
  }

  function activate(index: number): void {
    active = index;
    for (const [n, option] of options.entries()) option.setAttribute("aria-selected", String(n === index));
    const option = options[index];
    if (option) input.setAttribute("aria-activedescendant", option.id);
    else input.removeAttribute("aria-activedescendant");
    option?.scrollIntoView({ block: "nearest" });
  }

  function show(content: readonly SuggestionJson[]): void {
    options = content.map((suggestion, n) => createOption(suggestion, `${list.id}-${n}`, teacher));
    list.replaceChildren(...options);
    list.hidden = options.length === 0;
    input.setAttribute("aria-expanded", String(!list.hidden));
    activate(-1);
    if (list.hidden) status.textContent = "";
    else list.scrollIntoView({ block: "nearest" });
  }

  async function load(): Promise<void> {
    cancelRequest();
    const q = input.value.trim();
    if (q === "") return close();
    isPending = true;
    request = new AbortController();
    const { signal } = request;
    try {
      const response = await fetch(apiBase + paths.apiSuggestions({ q, locale }), {
        credentials: "omit",
        signal,
      });
      const { content } = response.ok ? ((await response.json()) as SuggestionsJson) : { content: [] };
      if (signal.aborted || document.activeElement !== input) return;
      show(content);
      // Text that stays the same is not announced again.
      if (content.length > 0)
        announcement = setTimeout(() => {
          status.textContent = `${label}: ${content.length}`;
        }, ANNOUNCE_MS);
    } catch {
      // The text box works without suggestions.
      if (!signal.aborted) show([]);
    } finally {
      if (!signal.aborted) isPending = false;
    }
  }

  function handleTyping(): void {
    cancelRequest();
    activate(-1);
    isPending = input.value.trim() !== "";
    if (isPending) pause = setTimeout(load, PAUSE_MS);
    else close();
  }

  function handleArrow(event: KeyboardEvent): void {
    event.preventDefault();
    const isDown = event.key === "ArrowDown";
    if (list.hidden) {
      if (isDown) void load();
    } else if (event.altKey) {
      if (!isDown) close();
    } else {
      // One more position than options: the text itself.
      const positions = options.length + 1;
      activate(((active + 1 + (isDown ? 1 : -1) + positions) % positions) - 1);
    }
  }

  function handleEscape(event: KeyboardEvent): void {
    if (list.hidden && input.value === "") return;
    event.preventDefault();
    if (list.hidden && !isPending) {
      input.value = "";
      input.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }
    close();
  }

  /** Without an active option, the form is submitted. */
  function handleEnter(event: KeyboardEvent): void {
    const option = options[active];
    if (!option) return;
    event.preventDefault();
    option.click();
  }

  input.addEventListener("input", handleTyping);
  input.addEventListener("blur", close);
  input.form?.addEventListener("submit", close);
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") handleArrow(event);
    else if (event.key === "Escape") handleEscape(event);
    else if (event.key === "Enter") handleEnter(event);
    else if (CARET_KEYS.includes(event.key)) activate(-1);
  });
  // A press on an option keeps the focus in the text box, and the keyboard of a phone open until the list is opened.
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => {
    const link = (event.target as Element).closest("a");
    // After other listeners of the click, which read the link.
    setTimeout(() => {
      // A list of results shows the link in place. The typed text must not become another search when it loses the focus.
      if (link && event.defaultPrevented) input.value = new URL(link.href).searchParams.get("q") ?? "";
      close();
    });
  });
  // Text that was typed before this script was loaded.
  if (document.activeElement === input && isChanged(input)) void load();
}

/** A link, so that a list of results can follow it in place. */
function createOption({ kind, label, href }: SuggestionJson, id: string, teacher: string): HTMLAnchorElement {
  const option = document.createElement("a");
  option.id = id;
  option.className = "suggestions__option";
  option.role = "option";
  option.href = href;
  option.tabIndex = -1;
  option.draggable = false;
  option.dataset.follow = "";
  option.append(label);
  if (kind === "teacher") {
    const note = document.createElement("span");
    note.className = "suggestions__kind";
    note.textContent = teacher;
    option.append(" ", note);
  }
  return option;
}
