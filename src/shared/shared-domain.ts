/**
 * The narrowest domain that contains the hosts of two origins: `your.site` for `https://your.site` and
 * `https://api.your.site`. Null if they share only a top-level domain, or if the schemes differ: browsers then treat
 * them as different sites. An IP address matches only itself.
 */
export function sharedDomain(origin: string, otherOrigin: string): string | null {
  const [url, other] = [new URL(origin), new URL(otherOrigin)];
  if (url.protocol !== other.protocol) return null;
  if (url.hostname === other.hostname) return url.hostname;
  if ([url, other].some(({ hostname }) => /\.\d+$|\]$/.test(hostname))) return null;
  const [labels, others] = [url, other].map(({ hostname }) => hostname.split(".").reverse());
  const shared: string[] = [];
  for (const [index, label] of labels?.entries() ?? []) {
    if (label !== others?.[index]) break;
    shared.unshift(label);
  }
  return shared.length > 1 ? shared.join(".") : null;
}
