import Bowser from "bowser";

/** Only names that the parser knows. It takes other names from the header, which the client controls. */
const BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP));
const SYSTEMS = new Set(Object.values(Bowser.OS_MAP));

/**
 * A device's name for its owner: "Firefox, Windows, RO"; "" if nothing is known. `userAgent` is the header, `country`
 * Cloudflare's code.
 */
export function deviceName({ userAgent, country }: { userAgent: string; country: string }): string {
  const { browser, os } = userAgent ? Bowser.parse(userAgent) : { browser: {}, os: {} };
  return [known(BROWSERS, browser.name), known(SYSTEMS, os.name), /^[A-Z]{2}$/.test(country) ? country : ""]
    .filter(Boolean)
    .join(", ");
}

const known = (names: Set<string>, name: string | undefined): string => (name && names.has(name) ? name : "");
