import { type ReadPage, readPage } from "./read-page";

export type Visited = {
  /** Path and query. */
  address: string;
  status: number;
  /** Target of a redirect: path and query on this site, or an absolute URL of another site. */
  location: string | null;
  page: ReadPage | null;
};

/** Parallel requests. */
const CONCURRENCY = 8;
/** How many URLs of a kind are visited. */
const OF_EACH_KIND = 2;
/** Headers of a browser's prefetch, which does not count as a view of a listing. */
const HEADERS = { "accept-language": "en", "sec-purpose": "prefetch", accept: "text/html,*/*" };

/** Path and query of a link; null for another site. */
export function toSiteAddress(href: string, base: URL): { address: string; hash: string } | null {
  const url = new URL(href, base);
  if (url.origin !== base.origin) return null;
  return { address: url.pathname + url.search, hash: decodeURIComponent(url.hash.slice(1)) };
}

/** An id, a number, or the words that name a post, a category or a county's page. */
const PARAMETER = /\/(?:\w{16}|\d+|(?:[a-z0-9]+-){2,}[a-z0-9]+)(?=\/|$)/g;

/** The kind of a URL: its path and query without their values. */
function toUrlKind(address: string): string {
  const { pathname, searchParams } = new URL(address, "https://site.invalid");
  return `${pathname.replace(PARAMETER, "/*")}?${[...new Set(searchParams.keys())].sort().join("&")}`;
}

/** Requests a URL without following redirects. */
export async function visit(base: URL, address: string, method = "GET"): Promise<Visited> {
  const answer = await fetch(new URL(address, base), { method, headers: HEADERS, redirect: "manual" });
  const html = (answer.headers.get("content-type") ?? "").startsWith("text/html");
  const text = await answer.text();
  const location = answer.headers.get("location");
  const leads =
    location === null ? null : (toSiteAddress(location, new URL(address, base))?.address ?? location);
  return {
    address,
    status: answer.status,
    location: leads,
    page: html && answer.status === 200 ? readPage(text) : null,
  };
}

/** Visits URLs, and those that `next` finds in visited pages: a few of each kind. Returns the visits by URL. */
export async function crawl(
  base: URL,
  starts: readonly string[],
  next: (visited: Visited) => readonly string[],
): Promise<Map<string, Visited>> {
  const visitedPages = new Map<string, Visited>();
  const known = new Set<string>();
  const numbers = new Map<string, number>();
  const waiting: string[] = [];
  const add = (address: string) => {
    const kind = toUrlKind(address);
    const number = numbers.get(kind) ?? 0;
    if (known.has(address) || number >= OF_EACH_KIND) return;
    known.add(address);
    numbers.set(kind, number + 1);
    waiting.push(address);
  };
  for (const start of starts) add(start);
  let busy = 0;
  const walk = async (): Promise<void> => {
    for (;;) {
      const address = waiting.shift();
      if (address === undefined) {
        if (busy === 0) return;
        await new Promise((done) => setTimeout(done, 5));
        continue;
      }
      busy++;
      const visited = await visit(base, address);
      visitedPages.set(address, visited);
      for (const path of next(visited)) add(path);
      busy--;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, walk));
  return visitedPages;
}

/** Requests each new URL once, in parallel, to check that it exists. */
export async function getStatuses(base: URL, addresses: Iterable<string>): Promise<Map<string, number>> {
  const waiting = [...new Set(addresses)];
  const statuses = new Map<string, number>();
  const walk = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      statuses.set(path, (await visit(base, path, "HEAD")).status);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, walk));
  return statuses;
}
