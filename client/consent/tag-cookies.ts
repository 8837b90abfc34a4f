const OF_THE_TAG = /^(_ga|_ga_.*|_gid|_gat.*|_gcl_.*)$/;

/** Removes what the tag stored, for this host and for those above it: the tag sets them as far up as it may. */
export function removeTagCookies(page: Document): void {
  const names = page.cookie.split("; ").map((pair) => pair.split("=", 1)[0] ?? "");
  const labels = page.location.hostname.split(".");
  const domains = labels.slice(0, -1).map((_, place) => labels.slice(place).join("."));
  for (const name of names.filter((one) => OF_THE_TAG.test(one))) {
    const gone = `${name}=; path=/; max-age=0`;
    page.cookie = gone;
    for (const domain of domains) page.cookie = `${gone}; domain=${domain}`;
  }
}
