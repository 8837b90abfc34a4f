/** Longest delay of setTimeout (ms); a longer delay would run immediately. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/**
 * Calls `run` every `everyMs` after the last `restart` or `run`, until `stop`. It pauses while the page is hidden and
 * catches up when the page is shown.
 */
export function createPageTimer(page: Document, everyMs: number, run: () => void) {
  let last: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedule = () => {
    clearTimeout(timer);
    if (last === null || page.hidden) return;
    const remaining = Math.max(0, last + everyMs - Date.now());
    timer = setTimeout(fire, Math.min(remaining, MAX_DELAY_MS));
  };
  const setLast = (at: number | null) => {
    last = at;
    schedule();
  };
  const fire = () => {
    setLast(Date.now());
    run();
  };
  page.addEventListener("visibilitychange", schedule);
  return { restart: () => setLast(Date.now()), stop: () => setLast(null) };
}
