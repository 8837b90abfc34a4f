import { readStored, writeStored } from "@client/storage";
import { addTextBlock } from "@/shared/add-text-block";
import type { Enhancer } from "./index";
import { isOpenPopover, makeModal } from "./make-modal";

/** Its value "off" turns single keys off, in this browser. */
const STORAGE_KEY = "decision-keys";

/** How long (ms) a page is shown before a key decides. An earlier press was not meant for it. */
const READING_MS = 400;

/** The same (ms) for a tap after a decision: the second one of a double tap must not approve the next item. */
const TAP_MS = 700;

/** How the actions of the item begin whose decision was sent when U was pressed: the next page undoes it. */
const UNDO_KEY = "decision-keys-undo";

const INPUTS = "input, textarea, select, [contenteditable]";

const DECISION_FIELDS = ':is([name="decision"], [name="reason"], [name="text"])';
/** Where R goes: in the part of the page that decides, the decision, its reasons, or the text of a reply. */
const FIRST_FIELD = `[data-decision] ${DECISION_FIELDS}`;
const CHOSEN_DECISION = '[data-decision] [name="decision"]:checked';

/**
 * Keys of a decision: A approves; R goes to the form of the other decisions, or of a reply; N goes to the next task; U
 * undoes the page's own decision, or else the last one; O opens the page of a task; P snoozes the task; ? shows the
 * help. They work outside of inputs, without modifiers, and can be turned off (WCAG 2.1.4). A or P within READING_MS of
 * the page's display or of another such press does nothing: it was meant for the task before. While a decision is sent,
 * the page is still that of its item: U waits for the next page, which has its undo, and the other keys do nothing.
 * Choosing a reason adds its text; `blocks` has them by reason. Ctrl+Enter or Cmd+Enter sends such a form; outside of
 * forms and links, the one where R goes, unless it is only a button.
 */
export const enhanceDecisionKeys: Enhancer = (element, blocks) => {
  addReasonTexts(element, blocks);
  // The first display, also if this script has loaded later.
  const shownMs = performance.getEntriesByType("paint")[0]?.startTime ?? performance.now();
  ignoreEarlyTaps(element, shownMs);
  // A second press must not send the decision again.
  let isSent = false;
  const find = <T extends HTMLElement>(selector: string) => element.querySelector<T>(selector);
  const singleKeys = find<HTMLInputElement>("[data-single-keys]");
  // On a touch screen the keys are not explained. Reasons add their texts there too.
  if (matchMedia("(hover: none)").matches) return;
  const wasOn = readStored("localStorage", STORAGE_KEY) !== "off";
  if (singleKeys) singleKeys.checked = wasOn;
  singleKeys?.addEventListener("change", () =>
    writeStored("localStorage", STORAGE_KEY, singleKeys.checked ? "on" : "off"),
  );

  const help = find("[popover]");
  if (help) makeModal(help);
  let readFromMs = shownMs;
  const isTooEarly = (pressedMs: number): boolean => {
    if (pressedMs - readFromMs >= READING_MS) return false;
    readFromMs = Math.max(readFromMs, pressedMs);
    return true;
  };
  const decide = (button: HTMLElement | null, pressedMs: number) => {
    if (isTooEarly(pressedMs) || !button) return;
    isSent = true;
    button.click();
  };
  let sentTo = "";
  element.addEventListener("submit", ({ target, defaultPrevented }) => {
    if (defaultPrevented || !(target instanceof HTMLFormElement)) return;
    isSent = true;
    sentTo = target.getAttribute("action")?.replace(/[^/]*$/, "") ?? "";
  });
  const actions: Record<string, (pressedMs: number) => void> = {
    a: (pressedMs) => decide(find('[accesskey="a"]'), pressedMs),
    r: () => (find(CHOSEN_DECISION) ?? find(FIRST_FIELD))?.focus(),
    n: () => find('[accesskey="n"]')?.click(),
    u: () => (find('[data-undo="own"] [accesskey="u"]') ?? find('[accesskey="u"]'))?.click(),
    o: () => find('[accesskey="o"]')?.click(),
    p: (pressedMs) => decide(find('[accesskey="p"]'), pressedMs),
    "?": () => help?.showPopover(),
  };
  document.addEventListener("keydown", (event) => {
    const { target, key, altKey, ctrlKey, metaKey, repeat } = event;
    // The help covers the page: only its own buttons and Escape work.
    if (help && isOpenPopover(help)) return;
    if (key === "Enter" && (ctrlKey || metaKey) && !repeat && target instanceof Element) {
      const isOutside = !target.closest("form, a, button");
      const form = (isOutside ? find(`${FIRST_FIELD}:not(button)`) : target)?.closest("form");
      // Approving may have fields too.
      const isDecided = target.matches(INPUTS) && form?.closest("[data-decision]");
      if (event.defaultPrevented || isSent || !form || !(isDecided || form.querySelector(DECISION_FIELDS)))
        return;
      if (isOutside && isTooEarly(event.timeStamp)) return;
      isSent = true;
      event.preventDefault();
      form.requestSubmit();
      return;
    }
    const action = actions[key.toLowerCase()];
    if (!action || altKey || ctrlKey || metaKey || repeat || !(singleKeys?.checked ?? wasOn)) return;
    if (target instanceof Element && target.closest(INPUTS)) return;
    event.preventDefault();
    if (!isSent) action(event.timeStamp);
    else if (key.toLowerCase() === "u") writeStored("sessionStorage", UNDO_KEY, sentTo);
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    isSent = false;
    readFromMs = performance.now();
  });
  const undone = readStored("sessionStorage", UNDO_KEY);
  writeStored("sessionStorage", UNDO_KEY, null);
  const undos = [...element.querySelectorAll<HTMLButtonElement>('[accesskey="u"]')];
  if (undone) undos.find(({ form }) => form?.getAttribute("action")?.startsWith(undone))?.click();
};

/** Ignores a tap that approves too soon on a page that tells of the decision before. */
function ignoreEarlyTaps(element: HTMLElement, shownMs: number): void {
  if (!element.querySelector('[accesskey="u"]')) return;
  element.addEventListener("click", (event) => {
    const { target, detail, timeStamp } = event;
    // Without detail, a key pressed the button.
    if (detail === 0 || timeStamp - shownMs >= TAP_MS) return;
    if (target instanceof Element && target.closest('[accesskey="a"]')) event.preventDefault();
  });
}

/** Choosing a reason adds its text, in the forms that offer to insert it. */
function addReasonTexts(element: HTMLElement, blocks: Record<string, string>): void {
  const withBlocks = new Set<HTMLFormElement | null>();
  for (const button of element.querySelectorAll<HTMLButtonElement>('[value="fill"]')) {
    withBlocks.add(button.form);
    // Enter in a form presses its first button, also a hidden one.
    button.remove();
  }
  element.addEventListener("change", ({ target }) => {
    const isList = target instanceof HTMLSelectElement;
    if (!(isList || target instanceof HTMLInputElement) || target.name !== "reason") return;
    if (!withBlocks.has(target.form)) return;
    const text = target.form?.querySelector("textarea");
    if (!text) return;
    // A list has one reason: its text replaces that of another one.
    const left = isList ? Object.values(blocks) : [blocks[target.value] ?? ""];
    const rest = left.reduce(removeBlock, text.value);
    text.value = isList || target.checked ? addTextBlock(rest, blocks[target.value] ?? "") : rest;
  });
}

const removeBlock = (text: string, block: string): string =>
  text
    .replace(block, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
