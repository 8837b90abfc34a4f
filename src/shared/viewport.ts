/** Which of BREAKPOINTS the visitor's window last had; a name of it, see `viewportOf`. */
export const VIEWPORT_COOKIE = "viewport";
/** Days. */
export const VIEWPORT_COOKIE_DAYS = 365;

/** From which width (CSS pixels) on a window is called so; client/styles/tokens.css has the same in em. */
const BREAKPOINTS = [
  ["desktopWide", 1600],
  ["desktopMedium", 1280],
  ["desktop", 1024],
  ["tablet", 768],
  ["mobileWide", 425],
  ["mobileMedium", 375],
  ["mobile", 0],
] as const;

type Viewport = (typeof BREAKPOINTS)[number][0];

/** What a window of this width is called; one whose width is not known is a desktop's. */
export const viewportOf = (width: number): Viewport =>
  (width > 0 && BREAKPOINTS.find(([, from]) => width >= from)?.[0]) || "desktop";
