/**
 * The narrowest domain that the hosts of two origins are in: `your.site` for `https://your.site` and
 * `https://api.your.site`. Null when the hosts share no more than a top-level domain, or the schemes differ: browsers
 * then treat the origins as different sites. A numeric address shares with nothing but itself.
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
