import { readStored, writeStored } from "@client/storage";
import { addTextBlock } from "@/shared/add-text-block";
import type { Enhancer } from "./index";
import { isOpenPopover, makeModal } from "./make-modal";

/** Its value "off" turns single keys off, in this browser. */
const STORAGE_KEY = "decision-keys";

/** How long (ms) a page is shown before a key decides: enough to see that it is another task. */
const READING_MS = 1500;

/** How the actions of the item begin whose decision was sent when U was pressed: the next page undoes it. */
const UNDO_KEY = "decision-keys-undo";

const INPUTS = "input, textarea, select, [contenteditable]";

/**
 * Keys of a decision: A approves; R goes to the decisions, the reasons or the reply, or rejects without them; N goes to
 * the next task; U undoes the last decision; ? shows the help. They work outside of inputs, without modifiers, and can be
 * turned off (WCAG 2.1.4). A decision within READING_MS of the page's display or of another such press does nothing: it
 * was meant for the task before. While a decision is sent, the page is still that of its item: U waits for the next page,
 * which has its undo, and the other keys do nothing. Ticking a reason adds its text block; `blocks` has them by reason.
 * Ctrl+Enter or Cmd+Enter in a form with reasons or a reply sends it.
 */
export const enhanceDecisionKeys: Enhancer = (element, blocks) => {
  const find = <T extends HTMLElement>(selector: string) => element.querySelector<T>(selector);
  const singleKeys = find<HTMLInputElement>("[data-single-keys]");
  // On a touch screen the keys are not explained.
  if (matchMedia("(hover: none)").matches) return;
  const wasOn = readStored("localStorage", STORAGE_KEY) !== "off";
  if (singleKeys) singleKeys.checked = wasOn;
  singleKeys?.addEventListener("change", () =>
    writeStored("localStorage", STORAGE_KEY, singleKeys.checked ? "on" : "off"),
  );

  const help = find("[popover]");
  if (help) makeModal(help);
  // A second press must not send the decision again.
  let isSent = false;
  let readFromMs = performance.now();
  const decide = (key: string) => {
    const now = performance.now();
    if (now - readFromMs < READING_MS) {
      readFromMs = now;
      return;
    }
    const decision = find(`[accesskey="${key}"]`);
    if (isSent || !decision) return;
    isSent = true;
    decision.click();
  };
  let sentTo = "";
  element.addEventListener("submit", ({ target, defaultPrevented }) => {
    if (defaultPrevented || !(target instanceof HTMLFormElement)) return;
    isSent = true;
    sentTo = target.getAttribute("action")?.replace(/[^/]*$/, "") ?? "";
  });
  const actions: Record<string, () => void> = {
    a: () => decide("a"),
    r: () => {
      const field = find('[name="decision"], [name="reason"], [name="text"]');
      if (field) field.focus();
      else decide("r");
    },
    n: () => find('[accesskey="n"]')?.click(),
    u: () => find('[accesskey="u"]')?.click(),
    "?": () => help?.showPopover(),
  };
  document.addEventListener("keydown", (event) => {
    const { target, key, altKey, ctrlKey, metaKey, repeat } = event;
    if (key === "Enter" && (ctrlKey || metaKey) && !repeat && target instanceof Element) {
      const form = target.closest("form");
      if (isSent || !form?.querySelector('[name="reason"], [name="text"]')) return;
      isSent = true;
      event.preventDefault();
      form.requestSubmit();
      return;
    }
    const action = actions[key.toLowerCase()];
    if (!action || altKey || ctrlKey || metaKey || repeat || !(singleKeys?.checked ?? wasOn)) return;
    if (target instanceof Element && target.closest(INPUTS)) return;
    // The help covers the page: only its own buttons and Escape work.
    if (help && isOpenPopover(help)) return;
    event.preventDefault();
    if (!isSent) action();
    else if (key.toLowerCase() === "u") writeStored("sessionStorage", UNDO_KEY, sentTo);
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    isSent = false;
    readFromMs = performance.now();
  });
  const undone = readStored("sessionStorage", UNDO_KEY);
  writeStored("sessionStorage", UNDO_KEY, null);
  const undo = find<HTMLButtonElement>('[accesskey="u"]');
  if (undone && undo?.form?.getAttribute("action")?.startsWith(undone)) undo.click();

  const text = find<HTMLTextAreaElement>("textarea");
  // Enter in a form presses its first button, also a hidden one.
  find('[value="fill"]')?.remove();
  element.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== "reason" || !text) return;
    const block = blocks[target.value];
    if (block) text.value = target.checked ? addTextBlock(text.value, block) : removeBlock(text.value, block);
  });
};

const removeBlock = (text: string, block: string): string =>
  text
    .replace(block, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
