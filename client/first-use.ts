/** Events that show that a visitor is about to use a part of the page, or uses it. */
const INTENTS = ["pointerover", "pointerdown", "focusin", "change"] as const;

/** Calls `start` once, at the first sign of use of an element. */
export function onFirstUse(element: HTMLElement, start: () => void): void {
  const run = () => {
    for (const intent of INTENTS) element.removeEventListener(intent, run);
    start();
  };
  for (const intent of INTENTS) element.addEventListener(intent, run, { passive: true });
}
