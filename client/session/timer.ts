/** The most that setTimeout takes; more would be none at all. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Calls `due` each `everyMs` after the last `restart` or `due`, until `stop`. It sleeps while the page is hidden and
 * catches up when it is shown.
 */
export function createTimer(page: Document, everyMs: number, due: () => void) {
  let last: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const plan = () => {
    clearTimeout(timer);
    if (last === null || page.hidden) return;
    const left = Math.max(0, last + everyMs - Date.now());
    timer = setTimeout(fire, Math.min(left, LONGEST_MS));
  };
  const begin = (at: number | null) => {
    last = at;
    plan();
  };
  const fire = () => {
    begin(Date.now());
    due();
  };
  page.addEventListener("visibilitychange", plan);
  return { restart: () => begin(Date.now()), stop: () => begin(null) };
}
