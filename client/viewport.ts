import { findViewport, VIEWPORT_COOKIE, VIEWPORT_COOKIE_DAYS } from "@/shared/viewport";

/** A window that is being resized is not followed step by step (ms). */
const REST_MS = 250;

/** Keeps in a cookie how wide the window is, by the name of its breakpoint. */
export function noteViewport(view: Window): void {
  const note = () => {
    const pair = `${VIEWPORT_COOKIE}=${findViewport(view.innerWidth)}`;
    if (view.document.cookie.split("; ").includes(pair)) return;
    view.document.cookie = `${pair}; path=/; max-age=${VIEWPORT_COOKIE_DAYS * 86_400}; samesite=lax; secure`;
  };
  let resting: ReturnType<typeof setTimeout> | undefined;
  view.addEventListener("resize", () => {
    clearTimeout(resting);
    resting = setTimeout(note, REST_MS);
  });
  note();
}
