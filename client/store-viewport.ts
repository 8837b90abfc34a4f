import { getViewport, VIEWPORT_COOKIE, VIEWPORT_COOKIE_DAYS } from "@/shared/viewport";

/** Pause after the last resize event (ms). */
const PAUSE_MS = 250;

/** Stores the name of the window's breakpoint in a cookie. */
export function storeViewport(view: Window): void {
  const store = () => {
    const pair = `${VIEWPORT_COOKIE}=${getViewport(view.innerWidth)}`;
    if (view.document.cookie.split("; ").includes(pair)) return;
    view.document.cookie = `${pair}; path=/; max-age=${VIEWPORT_COOKIE_DAYS * 86_400}; samesite=lax; secure`;
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  view.addEventListener("resize", () => {
    clearTimeout(timer);
    timer = setTimeout(store, PAUSE_MS);
  });
  store();
}
