import { paths } from "@/shared/paths";
import { createTimer } from "./session/timer";
import { hasUnsavedInput } from "./unsaved";

/** How often an open page asks for the newest build (ms); sooner when it comes to the front. */
const EVERY_MS = 5 * 60_000;
/** A page is not loaded again for its build so soon after it was (ms): it would turn in a circle. */
const GUARD_MS = 10_000;
/** A build's id, and when it was made (ms). */
type Build = { id: string; timestamp: number };

const RELOADED = "reloaded_at";

/**
 * Reloads the page once a newer build is out, or when a part of its script is missing. Never while a form holds unsaved
 * input: the check then repeats at its next time.
 */
export function watchBuilds(page: Document, own: Build): void {
  let outdated = false;
  let askedTs = Number.NEGATIVE_INFINITY;

  function renew(): boolean {
    if (hasUnsavedInput(page) || !mayReload()) return false;
    // Reloading would send a form again where the page is the answer to one.
    const { pathname, search } = page.location;
    page.location.replace(pathname + search);
    return true;
  }
  async function look(): Promise<void> {
    if (page.hidden) return;
    if (!outdated && Date.now() - askedTs >= GUARD_MS) {
      askedTs = Date.now();
      outdated = await isNewerOut(own);
    }
    if (outdated) renew();
  }
  createTimer(page, EVERY_MS, () => void look()).restart();
  page.addEventListener("visibilitychange", () => void look());
  addEventListener("focus", () => void look());
  // https://vite.dev/guide/build#load-error-handling
  addEventListener("vite:preloadError", (event) => {
    // Without a connection it is not the build that is at fault.
    if (!navigator.onLine) return;
    outdated = true;
    if (renew()) event.preventDefault();
  });
}

/** Only a newer one counts: while a deployment goes around, older workers still answer. No answer says nothing. */
async function isNewerOut(own: Build): Promise<boolean> {
  try {
    const answer = await fetch(paths.latestBuild(), { cache: "no-store" });
    const { id, timestamp } = (await answer.json()) as Partial<Build>;
    return answer.ok && id !== own.id && typeof timestamp === "number" && timestamp > own.timestamp;
  } catch {
    return false;
  }
}

/** Notes that the page is loaded again, unless it just was. Where nothing can be noted it stays as it is. */
function mayReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(RELOADED) ?? Number.NEGATIVE_INFINITY);
    if (Date.now() - last < GUARD_MS) return false;
    sessionStorage.setItem(RELOADED, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}
