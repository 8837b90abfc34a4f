import { onFirstUse } from "@client/first-use";
import { APP_CHECK_ORIGIN } from "@/shared/app-check";
import type { Enhancer } from "./index";

/** The parts of Turnstile in use: https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/ */
type Turnstile = {
  render(container: HTMLElement, options: Record<string, unknown>): string;
  reset(widget: string): void;
};

const SCRIPT = `${APP_CHECK_ORIGIN}/turnstile/v0/api.js?render=explicit`;
/** Longest time that a submitted form waits for its token (ms). */
const TIMEOUT_MS = 5_000;

/**
 * Gets a token for the form around the element at the first sign of use. Failures are logged and don't block the form:
 * the server decides about a form without a token.
 */
export const enhanceAppCheck: Enhancer = (element) => {
  const form = element.closest("form");
  const container = element.querySelector<HTMLElement>(".cf-turnstile");
  if (!form || !container) {
    // Logs once per page.
    if (element === document.querySelector('[data-enhance="app-check"]')) {
      console.info("The app check is off: no TURNSTILE_SITE_KEY is set.");
    }
    return;
  }
  let token: Promise<void> | undefined;
  const start = () => {
    token ??= getFirstToken(container).catch((error) => console.warn("The app check failed:", error));
    return token;
  };
  onFirstUse(form, start);
  if (form.contains(document.activeElement)) void start();
  delaySubmit(form, start);
};

/** Resolves when the widget has its first token or cannot get one. The widget renews the token. */
async function getFirstToken(container: HTMLElement): Promise<void> {
  const turnstile = await loadTurnstile();
  await new Promise<void>((resolve, reject) => {
    const widget = turnstile.render(container, {
      sitekey: container.dataset.sitekey,
      language: container.dataset.language,
      // The flexible widget needs 300 px.
      size: container.clientWidth < 300 ? "compact" : "flexible",
      "refresh-expired": container.dataset.refreshExpired,
      callback: () => resolve(),
      // True: the error is handled. The widget retries.
      "error-callback": (code: string) => {
        reject(new Error(code));
        return true;
      },
    });
    // The token of a page from the back/forward cache was used when the page was left.
    window.addEventListener("pageshow", ({ persisted }) => {
      if (persisted) turnstile.reset(widget);
    });
  });
}

function loadTurnstile(): Promise<Turnstile> {
  return new Promise((resolve, reject) => {
    const existing = document.querySelector<HTMLScriptElement>(`script[src="${SCRIPT}"]`);
    const script = existing ?? Object.assign(document.createElement("script"), { src: SCRIPT, async: true });
    const loaded = () => {
      const { turnstile } = window as { turnstile?: Turnstile };
      if (turnstile) resolve(turnstile);
      return turnstile !== undefined;
    };
    if (loaded()) return;
    script.addEventListener("load", () => loaded() || reject(new Error("the script has no API")));
    script.addEventListener("error", () => {
      script.remove();
      reject(new Error("the script did not load"));
    });
    if (!existing) document.head.append(script);
  });
}

/**
 * Delays a submit until the token has arrived, for at most `TIMEOUT_MS`. Listens on the document, so that no other
 * handler sees the delayed event.
 */
function delaySubmit(form: HTMLFormElement, ready: () => Promise<void>): void {
  let isDelayed = false;
  const delay = (event: SubmitEvent) => {
    if (event.target !== form) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isDelayed) return;
    isDelayed = true;
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, TIMEOUT_MS));
    void Promise.race([ready(), timeout]).then(() => {
      release();
      // Not within the event: a form can't be submitted during its own submit event.
      setTimeout(() => form.requestSubmit(event.submitter));
    });
  };
  const release = () => document.removeEventListener("submit", delay, { capture: true });
  document.addEventListener("submit", delay, { capture: true });
}
