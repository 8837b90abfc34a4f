import type { ConsentSettings, OptionalCategory } from "@/shared/consent";

/** What the tag stores, by what the visitor allows it for. */
const OF_THE_TAG: readonly (readonly [OptionalCategory, RegExp])[] = [
  ["analytics_storage", /^_(ga|ga_.*|gid|gat.*)$/],
  ["ad_storage", /^_(gcl|gac)_/],
];

/**
 * Removes what the tag stored and may not any more, for this host and for those above it: the tag sets its cookies as far
 * up as it may, and leaves those alone that it has.
 */
export function removeTagCookies(page: Document, settings: ConsentSettings | null): void {
  const denied = OF_THE_TAG.filter(([category]) => settings?.[category] !== "granted");
  const names = page.cookie.split("; ").map((pair) => pair.split("=", 1)[0] ?? "");
  const labels = page.location.hostname.split(".");
  const domains = labels.slice(0, -1).map((_, place) => labels.slice(place).join("."));
  for (const name of names.filter((one) => denied.some(([, pattern]) => pattern.test(one)))) {
    const gone = `${name}=; path=/; max-age=0`;
    page.cookie = gone;
    for (const domain of domains) page.cookie = `${gone}; domain=${domain}`;
  }
}
