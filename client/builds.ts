import { paths } from "@/shared/paths";
import { createPageTimer } from "./page-timer";
import { reopenPage } from "./reopen-page";
import { readStored, writeStored } from "./storage";
import { hasUnsavedInput } from "./unsaved-input";

/** How often an open page asks for the newest build (ms). It also asks when it gets the focus. */
const CHECK_EVERY_MS = 5 * 60_000;
/** Shortest time between two reloads, and between two checks (ms): prevents a reload loop. */
const MIN_INTERVAL_MS = 10_000;
/** A build's id, and when it was made (ms). */
type Build = { id: string; timestamp: number };

const RELOADED_KEY = "reloaded_at";

/**
 * Reloads the page when a newer build is deployed, or when a part of its script is missing. Not while a form holds
 * unsaved input: then the next check decides.
 */
export function watchBuilds(page: Document, ownBuild: Build): void {
  let isOutdated = false;
  let checkedTs = Number.NEGATIVE_INFINITY;

  function reload(): boolean {
    if (hasUnsavedInput(page) || !tryRecordReload()) return false;
    reopenPage(page);
    return true;
  }
  async function check(): Promise<void> {
    if (page.hidden) return;
    if (!isOutdated && Date.now() - checkedTs >= MIN_INTERVAL_MS) {
      checkedTs = Date.now();
      isOutdated = await isNewerDeployed(ownBuild);
    }
    if (isOutdated) reload();
  }
  createPageTimer(page, CHECK_EVERY_MS, () => void check()).restart();
  page.addEventListener("visibilitychange", () => void check());
  addEventListener("focus", () => void check());
  // https://vite.dev/guide/build#load-error-handling
  addEventListener("vite:preloadError", (event) => {
    // Offline, the build is not the cause.
    if (!navigator.onLine) return;
    isOutdated = true;
    if (reload()) event.preventDefault();
  });
}

/** Only a newer build counts: during a deployment, older workers still respond. */
async function isNewerDeployed(ownBuild: Build): Promise<boolean> {
  try {
    const response = await fetch(paths.latestBuild(), { cache: "no-store" });
    const { id, timestamp } = (await response.json()) as Partial<Build>;
    return (
      response.ok && id !== ownBuild.id && typeof timestamp === "number" && timestamp > ownBuild.timestamp
    );
  } catch {
    return false;
  }
}

/** Records the reload. False if the page was just reloaded, or if nothing can be recorded. */
function tryRecordReload(): boolean {
  const reloadedTs = Number(readStored("sessionStorage", RELOADED_KEY) ?? Number.NEGATIVE_INFINITY);
  if (Date.now() - reloadedTs < MIN_INTERVAL_MS) return false;
  return writeStored("sessionStorage", RELOADED_KEY, String(Date.now()));
}
