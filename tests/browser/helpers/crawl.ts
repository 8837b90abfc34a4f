import { type ReadPage, readPage } from "./read-page";

export type Visited = {
  /** Path and query. */
  address: string;
  status: number;
  /** Where it leads, for a redirect: path and query on this site, or an absolute address elsewhere. */
  location: string | null;
  page: ReadPage | null;
};

/** Requests at a time. */
const AT_ONCE = 8;
/** Headers of a browser's prefetch, which counts as no view of a listing. */
const HEADERS = { "accept-language": "en", "sec-purpose": "prefetch", accept: "text/html,*/*" };

/** Path and query of an address that a page names; null where it leads elsewhere. */
export function addressOf(href: string, base: URL): { address: string; hash: string } | null {
  const url = new URL(href, base);
  if (url.origin !== base.origin) return null;
  return { address: url.pathname + url.search, hash: decodeURIComponent(url.hash.slice(1)) };
}

/** Forms about one listing: the same page for each of hundreds. */
const FORM_OF_LISTING = /^((?:\/ro)?\/tutoring\/)\w{16}(\/\w+)$/;

/**
 * What tells addresses apart that are worth a visit each: the path, and of lists the subject and county. Of what else
 * stands in queries (filters, cursors, where to go after signing in), and of forms about a listing, one of a kind is
 * enough.
 */
export function kindOf(address: string): string {
  const { pathname, searchParams } = new URL(address, "https://site.invalid");
  const names = [...new Set(searchParams.keys())].sort();
  const list =
    /^(\/ro)?\/tutoring$/.test(pathname) && names.every((name) => ["subject", "county"].includes(name));
  return list ? address : `${pathname.replace(FORM_OF_LISTING, "$1*$2")}?${names.join("&")}`;
}

/** Asks for an address once, without following it anywhere. */
export async function visit(base: URL, address: string, method = "GET"): Promise<Visited> {
  const answer = await fetch(new URL(address, base), { method, headers: HEADERS, redirect: "manual" });
  const html = (answer.headers.get("content-type") ?? "").startsWith("text/html");
  const text = await answer.text();
  const location = answer.headers.get("location");
  const leads = location === null ? null : (addressOf(location, new URL(address, base))?.address ?? location);
  return {
    address,
    status: answer.status,
    location: leads,
    page: html && answer.status === 200 ? readPage(text) : null,
  };
}

/** Visits addresses, and those that `next` finds in what was visited, each kind once; by address. */
export async function crawl(
  base: URL,
  starts: readonly string[],
  next: (visited: Visited) => readonly string[],
): Promise<Map<string, Visited>> {
  const found = new Map<string, Visited>();
  const known = new Set<string>();
  const waiting: string[] = [];
  const add = (address: string) => {
    const kind = kindOf(address);
    if (known.has(kind)) return;
    known.add(kind);
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
      found.set(address, visited);
      for (const one of next(visited)) add(one);
      busy--;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, walk));
  return found;
}

/** The first of each that has not been had before, in parallel; for what is only asked whether it is there. */
export async function statusesOf(base: URL, addresses: Iterable<string>): Promise<Map<string, number>> {
  const waiting = [...new Set(addresses)];
  const statuses = new Map<string, number>();
  const walk = async () => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
      statuses.set(one, (await visit(base, one, "HEAD")).status);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, walk));
  return statuses;
}
