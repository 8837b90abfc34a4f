import { SHARE_SOURCES, type ShareSource } from "./codes";

/** The source of a shared address, its parameter `s`; null without a known one. */
export function findShareSource(url: string): ShareSource | null {
  const [, value] = /[?&]s=([^&#]*)/.exec(url) ?? [];
  return SHARE_SOURCES.find((source) => source === value) ?? null;
}

/**
 * A URL or query without the parameter `s`, which changes no page: it must not split the page cache, nor get into links
 * or to other sites.
 */
export function withoutShareSource(url: string): string {
  if (!/[?&]s(?:[=&#]|$)/.test(url)) return url;
  return url
    .replace(/([?&])s(?:=[^&#]*)?(?=[&#]|$)/g, "$1")
    .replace(/([?&])&+/g, "$1")
    .replace(/[?&](?=#|$)/, "");
}
