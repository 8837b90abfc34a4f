import { onFirstUse } from "@client/first-use";

/** Enhances a server-rendered part of a page, without React. Receives the element and its texts. */
export type Enhancer = (element: HTMLElement, texts: Readonly<Record<string, string>>) => void;

/** Enhancers by name. Their scripts load at the first use. */
const ENHANCERS: Record<string, () => Promise<Enhancer>> = {
  "app-check": () => import("./app-check").then((module) => module.enhanceAppCheck),
  "count-characters": () => import("./count-characters").then((module) => module.enhanceCharacterCount),
  "document-upload": () => import("./document-upload").then((module) => module.enhanceDocumentUpload),
  "filter-fields": () => import("./filter-fields").then((module) => module.enhanceFieldFilter),
  "keep-draft": () => import("./keep-draft").then((module) => module.enhanceDraft),
  "keep-typed": () => import("./keep-typed").then((module) => module.enhanceTypedInput),
  "place-options": () => import("./place-options").then((module) => module.enhancePlaceOptions),
  "print-button": () => import("./print-button").then((module) => module.enhancePrintButton),
  "push-device": () => import("./push-device").then((module) => module.enhancePushDevice),
  results: () => import("./results").then((module) => module.enhanceResults),
  "decision-keys": () => import("./decision-keys").then((module) => module.enhanceDecisionKeys),
  "reveal-phone": () => import("./reveal-phone").then((module) => module.enhancePhoneReveal),
  "share-link": () => import("./share-link").then((module) => module.enhanceShareLink),
  "show-password": () => import("./show-password").then((module) => module.enhancePasswordField),
  "sign-in": () => import("./sign-in").then((module) => module.enhanceSignIn),
  suggestions: () => import("./suggestions").then((module) => module.enhanceSuggestions),
  "sign-out": () => import("./sign-out").then((module) => module.enhanceSignOut),
};

/** Buttons that do nothing until their enhancer has loaded. */
const SCRIPT_BUTTONS = "button.needs-script";

/** Enhances each `data-enhance` part once: at the first sign of use, or immediately with `data-enhance-immediate`. */
export function watchEnhancers(page: Document): void {
  for (const element of page.querySelectorAll<HTMLElement>("[data-enhance]")) {
    const start = () => {
      const repeatClick = recordClick(element);
      const repeatKey = element.dataset.enhance === "decision-keys" ? recordKey() : null;
      void enhance(element)
        .then(repeatClick)
        .then(repeatKey)
        .catch((error) => console.error("enhancer failed", element.dataset.enhance, error));
    };
    if (element.dataset.enhanceImmediate !== undefined) start();
    else onFirstUse(element, start);
  }
}

/**
 * Records the last click on a button before its script is loaded, for example on a slow connection. The returned
 * function stops recording and repeats that click.
 */
function recordClick(element: HTMLElement): () => void {
  let clicked: HTMLElement | null = null;
  const record = (event: Event) => {
    const button = (event.target as Element).closest<HTMLElement>(SCRIPT_BUTTONS);
    // A part inside this one records its own clicks.
    if (button?.closest("[data-enhance]") === element) clicked = button;
  };
  element.addEventListener("click", record);
  return () => {
    element.removeEventListener("click", record);
    clicked?.click();
  };
}

/** The same for the last key. */
function recordKey(): () => void {
  let pressed: KeyboardEvent | null = null;
  const record = (event: KeyboardEvent) => {
    pressed = event;
  };
  document.addEventListener("keydown", record);
  return () => {
    document.removeEventListener("keydown", record);
    // The same event, because its time counts.
    if (pressed) (pressed.target ?? document).dispatchEvent(pressed);
  };
}

async function enhance(element: HTMLElement): Promise<void> {
  const { enhance: name = "" } = element.dataset;
  const load = ENHANCERS[name];
  if (!load) throw new Error(`unknown enhancer: ${name}`);
  const texts = element.querySelector(':scope > script[type="application/json"]')?.textContent;
  (await load())(element, JSON.parse(texts ?? "{}"));
}
