import { APP_CHECK_ORIGIN } from "@/shared/app-check";
import type { Enhancer } from "./index";

/** What we use of Turnstile: https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/ */
type Turnstile = {
  render(place: HTMLElement, options: Record<string, unknown>): string;
  reset(widget: string): void;
};

const SCRIPT = `${APP_CHECK_ORIGIN}/turnstile/v0/api.js?render=explicit`;
const INTENTS = ["pointerover", "pointerdown", "focusin"] as const;
/** Longest time that a submitted form waits for its token (ms). */
const TIMEOUT_MS = 5_000;

/**
 * Gets a token for the form around the element, at the first sign that the form will be used. Failures are logged and
 * block no form: the server decides about a form without a token.
 */
export const appCheck: Enhancer = (element) => {
  const form = element.closest("form");
  const place = element.querySelector<HTMLElement>(".cf-turnstile");
  if (!form || !place) {
    // Of several forms the first speaks for all.
    if (element === document.querySelector('[data-enhance="app-check"]')) {
      console.info("The app check is off: no TURNSTILE_SITE_KEY is set.");
    }
    return;
  }
  let begun: Promise<void> | undefined;
  const begin = () => {
    begun ??= firstToken(place).catch((error) => console.warn("The app check failed:", error));
    return begun;
  };
  for (const intent of INTENTS) form.addEventListener(intent, begin, { once: true, passive: true });
  if (form.contains(document.activeElement)) void begin();
  holdUntil(form, begin);
};

/** Resolves when the widget has its first token or cannot get one. The widget renews the token. */
async function firstToken(place: HTMLElement): Promise<void> {
  const turnstile = await loadTurnstile();
  await new Promise<void>((resolve, reject) => {
    const widget = turnstile.render(place, {
      sitekey: place.dataset.sitekey,
      language: place.dataset.language,
      // The widget needs 300 px in a line.
      size: place.clientWidth < 300 ? "compact" : "flexible",
      "refresh-expired": place.dataset.refreshExpired,
      callback: () => resolve(),
      // True says that the error was seen to; the widget goes on trying.
      "error-callback": (code: string) => {
        reject(new Error(code));
        return true;
      },
    });
    // A page that comes back out of the browser's memory holds a token that was used up when it was left.
    window.addEventListener("pageshow", ({ persisted }) => {
      if (persisted) turnstile.reset(widget);
    });
  });
}

function loadTurnstile(): Promise<Turnstile> {
  return new Promise((resolve, reject) => {
    const known = document.querySelector<HTMLScriptElement>(`script[src="${SCRIPT}"]`);
    const script = known ?? Object.assign(document.createElement("script"), { src: SCRIPT, async: true });
    const loaded = () => {
      const { turnstile } = window as { turnstile?: Turnstile };
      if (turnstile) resolve(turnstile);
      return turnstile !== undefined;
    };
    if (loaded()) return;
    script.addEventListener("load", () => loaded() || reject(new Error("not what was expected")));
    script.addEventListener("error", () => {
      script.remove();
      reject(new Error("its script did not load"));
    });
    if (!known) document.head.append(script);
  });
}

/**
 * Delays a form sent before its token has arrived, for a moment at most. Listens on the document, so that no other
 * handler sees the event before the form is really sent.
 */
function holdUntil(form: HTMLFormElement, ready: () => Promise<void>): void {
  let held = false;
  const hold = (event: SubmitEvent) => {
    if (event.target !== form) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (held) return;
    held = true;
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, TIMEOUT_MS));
    void Promise.race([ready(), timeout]).then(() => {
      release();
      // Not within the event itself: a form that is being sent cannot be sent again.
      setTimeout(() => form.requestSubmit(event.submitter));
    });
  };
  const release = () => document.removeEventListener("submit", hold, { capture: true });
  document.addEventListener("submit", hold, { capture: true });
}
