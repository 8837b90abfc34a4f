/** Cookie with the visitor's last window width, as a name of BREAKPOINTS. */
export const VIEWPORT_COOKIE = "viewport";
/** Lifetime in days. */
export const VIEWPORT_COOKIE_DAYS = 365;

/** Minimum widths (CSS pixels); client/styles/tokens.css has the same in em. */
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

/** The name of a window width; unknown widths count as desktop. */
export const getViewport = (width: number): Viewport =>
  (width > 0 && BREAKPOINTS.find(([, from]) => width >= from)?.[0]) || "desktop";
