import Bowser from "bowser";

/** Names that the parser made up from the header itself, which anybody may fill with words, are not told to anybody. */
const BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP));
const SYSTEMS = new Set(Object.values(Bowser.OS_MAP));

/**
 * What the owner of a session will recognise it by: "Firefox, Windows, RO". "" when nothing is known of it.
 * `userAgent` as the header says it, `country` as Cloudflare does.
 */
export function deviceName({ userAgent, country }: { userAgent: string; country: string }): string {
  const { browser, os } = userAgent ? Bowser.parse(userAgent) : { browser: {}, os: {} };
  return [known(BROWSERS, browser.name), known(SYSTEMS, os.name), /^[A-Z]{2}$/.test(country) ? country : ""]
    .filter(Boolean)
    .join(", ");
}

const known = (names: Set<string>, name: string | undefined): string => (name && names.has(name) ? name : "");
