/** A URL or query without the source, which must not get to other sites. */
export const withoutShareSource = (url: string): string => withoutParams(url, SHARE_SOURCE_PATTERN);

/** A URL or query without the source and other parameters that change no page: they must not split the page cache. */
export const withoutTracking = (url: string): string => withoutParams(url, TRACKING_PATTERN);

const SHARE_SOURCE_PATTERN = /^s(?:=|$)/;
/** With what other sites, advertisements and newsletters add to links. */
const TRACKING_PATTERN =
  /^(?:s|utm_\w+|fbclid|igshid|igsh|g(?:clid|braid)|wbraid|dclid|gad_\w+|gclsrc|srsltid|_gl|msclkid|ttclid|twclid|yclid|li_fat_id|mc_[ce]id)(?:=|$)/;

function withoutParams(url: string, pattern: RegExp): string {
  const [, path = "", query = "", fragment = ""] = /^([^?#]*)\??([^#]*)(.*)$/s.exec(url) ?? [];
  const pairs = query.split("&");
  const kept = pairs.filter((pair) => !pattern.test(pair));
  if (kept.length === pairs.length) return url;
  const rest = kept.filter((pair) => pair !== "").join("&");
  return path + (rest === "" ? "" : `?${rest}`) + fragment;
}
