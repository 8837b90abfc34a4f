import type { ConsentSettings, OptionalCategory } from "@/shared/consent";

/** The page's window as Google's tag uses it. */
export type TagWindow = {
  dataLayer?: unknown[];
  /** `ga-disable-<id>`: if true, the tag of that id sends nothing. */
  [flag: `ga-disable-${string}`]: boolean | undefined;
};

/** Adds a command to the data layer, https://developers.google.com/tag-platform/gtagjs/reference. */
export type Gtag = (...command: readonly unknown[]) => void;

/** Creates the page's data layer. The tag runs the queued commands in order once it is loaded. */
export function openDataLayer(view: TagWindow): Gtag {
  view.dataLayer ??= [];
  const layer = view.dataLayer;
  return function gtag() {
    // biome-ignore lint/complexity/noArguments: the tag recognizes commands by this kind of object
    layer.push(arguments);
  };
}

type Extension = { runtime?: { id?: string } };

/** Whether Google's tag works here: with cookies and IndexedDB, and not in a page of a browser extension. */
export async function isTagSupported(view: Window): Promise<boolean> {
  const { chrome, browser } = view as Window & { chrome?: Extension; browser?: Extension };
  const isExtension = (chrome ?? browser)?.runtime?.id !== undefined;
  if (isExtension || !/^https?:$/.test(view.location.protocol)) return false;
  return view.navigator.cookieEnabled && (await canOpenDatabase(view));
}

const TEST_DATABASE = "tag-probe";

/** Some browsers have IndexedDB but refuse to open a database, for example in private windows. */
function canOpenDatabase(view: Window): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      const request = view.indexedDB.open(TEST_DATABASE);
      request.onsuccess = () => {
        request.result.close();
        view.indexedDB.deleteDatabase(TEST_DATABASE);
        resolve(true);
      };
      request.onerror = () => resolve(false);
    } catch {
      resolve(false);
    }
  });
}

/** The tag's cookies, by the consent that they need. */
const TAG_COOKIES: readonly (readonly [OptionalCategory, RegExp])[] = [
  ["analytics_storage", /^_(ga|ga_.*|gid|gat.*)$/],
  ["ad_storage", /^_(gcl|gac)_/],
];

/**
 * Removes the tag's cookies of denied categories, for this host and its parent domains, where the tag may have set
 * them.
 */
export function removeTagCookies(page: Document, settings: ConsentSettings | null): void {
  const denied = TAG_COOKIES.filter(([category]) => settings?.[category] !== "granted");
  const names = page.cookie.split("; ").map((pair) => pair.split("=", 1)[0] ?? "");
  const labels = page.location.hostname.split(".");
  const domains = labels.slice(0, -1).map((_, index) => labels.slice(index).join("."));
  for (const name of names.filter((cookie) => denied.some(([, pattern]) => pattern.test(cookie)))) {
    const expired = `${name}=; path=/; max-age=0`;
    page.cookie = expired;
    for (const domain of domains) page.cookie = `${expired}; domain=${domain}`;
  }
}
