import { SHARE_SOURCES, type ShareSource } from "./codes";

/**
 * The source of a shared address: its parameter `s`. Facebook may link to the page's `og:url`, which has none, but adds
 * `fbclid`. Null without a known source.
 */
export function findShareSource(url: string): ShareSource | null {
  const [, value] = /^[^?#]*\?(?:|[^#]*?&)s=([^&#]*)/.exec(url) ?? [];
  const isFromFacebook = value === undefined && /^[^?#]*\?(?:|[^#]*?&)fbclid=/.test(url);
  return isFromFacebook ? "facebook" : (SHARE_SOURCES.find((source) => source === value) ?? null);
}
