/** Marks of browsers in the user agent. Earlier ones also contain the marks of later ones. */
const BROWSERS = [
  ["Microsoft Edge", /\b(Edg|EdgA|EdgiOS|Edge)\//],
  ["Opera", /\b(OPR|OPT|Opera)\//],
  ["Vivaldi", /\bVivaldi\//],
  ["Yandex Browser", /\bYaBrowser\//],
  ["Samsung Internet for Android", /\bSamsungBrowser\//],
  ["UC Browser", /\bUCBrowser\//],
  ["DuckDuckGo", /\b(DuckDuckGo|Ddg)\//],
  ["Firefox", /\b(Firefox|FxiOS)\//],
  ["Chrome", /\b(Chrome|Chromium|CriOS)\//],
  ["Safari", /\bVersion\/.*Safari\//],
] as const;

const SYSTEMS = [
  ["Windows", /\bWindows NT\b/],
  ["Chrome OS", /\bCrOS\b/],
  ["HarmonyOS", /\b(HarmonyOS|OpenHarmony)\b/],
  ["Android", /\bAndroid\b/],
  ["iOS", /\b(iPhone|iPad|iPod)\b/],
  ["macOS", /\bMacintosh\b/],
  ["Linux", /\bLinux\b/],
] as const;

/** The part of a user agent that is read (UTF-16 units). The header may be much longer, and the client chooses it. */
const MAX_LENGTH = 300;

/**
 * A device's name for its owner: "Firefox, Windows, RO"; "" if nothing is known. `userAgent` is the header, `country`
 * Cloudflare's code.
 */
export const deviceName = ({ userAgent, country }: { userAgent: string; country: string }): string =>
  [findName(BROWSERS, userAgent), findName(SYSTEMS, userAgent), /^[A-Z]{2}$/.test(country) ? country : ""]
    .filter(Boolean)
    .join(", ");

const findName = (names: readonly (readonly [string, RegExp])[], userAgent: string): string =>
  names.find(([, mark]) => mark.test(userAgent.slice(0, MAX_LENGTH)))?.[0] ?? "";
