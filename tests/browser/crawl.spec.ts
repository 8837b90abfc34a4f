import { crawl, getStatuses, toSiteAddress, type Visited, visit } from "./helpers/crawl";
import { dataProblems, type ReadPage } from "./helpers/read-page";
import { expect, test } from "./helpers/test";

/** Redirects of anonymous visitors to sign-in, with a return path. */
const SIGNING_IN = /^(\/ro)?\/sign-in\?/;
/** Files requested of each folder. */
const OF_EACH_FOLDER = 10;

/** All URLs of the sitemap's parts. */
async function readSitemap(base: URL): Promise<Set<string>> {
  const locs = async (address: string) => {
    const xml = await (await fetch(new URL(address, base))).text();
    return [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = ""]) => {
      const target = toSiteAddress(url.replaceAll("&amp;", "&"), base);
      if (!target) throw new Error(`${address} tells of ${url}, which is not of this site`);
      return target.address;
    });
  };
  const parts = await locs("/sitemap.xml");
  return new Set((await Promise.all(parts.map(locs))).flat());
}

test("pages of each kind linked from /, /ro and the sitemap: no broken links, complete and in their language", async ({
  baseURL,
}) => {
  const base = new URL(baseURL ?? "");
  const sitemap = await readSitemap(base);
  const anchors = new Map<string, string>();
  const files = new Set<string>();
  const shareImages = new Set<string>();
  const findings: string[] = [];

  const visited = await crawl(base, ["/", "/ro", ...sitemap], ({ address, location, page }) => {
    const here = new URL(address, base);
    if (location) return location.startsWith("/") ? [location] : [];
    if (!page) return [];
    for (const file of page.files) {
      const target = toSiteAddress(file, here);
      if (target) files.add(target.address);
    }
    const shareImage = page.shareImage && toSiteAddress(page.shareImage, here)?.address;
    if (shareImage) shareImages.add(shareImage);
    const links = [...page.links, page.canonical, ...Object.values(page.alternates)].flatMap((href) => {
      const target = toSiteAddress(href, here);
      if (target?.hash) anchors.set(`${target.address}#${target.hash}`, address);
      return target ? [target.address] : [];
    });
    // A variant of a page has no other links than the page.
    return isItself(page, here) || page.noindex ? links : links.filter((link) => !link.includes("?"));
  });

  const pages = new Map(
    [...visited].flatMap(([address, { page }]) => (page ? [[address, page] as const] : [])),
  );
  const pageByAddress = new Map(
    [...pages].filter(([address, page]) => !page.noindex && isItself(page, new URL(address, base))),
  );
  for (const page of visited.values()) findings.push(...listFailures(page));
  for (const [address, page] of pages) {
    for (const problem of listProblems(page)) findings.push(`${address}: ${problem}`);
  }
  findings.push(...(await findLostAnchors(base, anchors, pages)));
  findings.push(
    ...findDuplicates(pageByAddress, ({ title }) => title, "title"),
    ...findDuplicates(pageByAddress, ({ description }) => description, "description"),
  );
  findings.push(...(await findLopsided(base, pageByAddress, pages)));
  for (const address of sitemap) {
    if (visited.has(address) && !pageByAddress.has(address))
      findings.push(`${address}: in the sitemap, but must not be indexed under its own address`);
  }
  for (const address of pageByAddress.keys()) {
    if (!sitemap.has(address)) findings.push(`${address}: may be indexed, but is not in the sitemap`);
  }
  const answered = await getStatuses(base, someOfEach(files, OF_EACH_FOLDER));
  // One of each folder, one after another: each is rendered, and under load some requests get the default picture.
  for (const image of someOfEach(shareImages, 1))
    answered.set(image, (await visit(base, image, "HEAD")).status);
  for (const [address, status] of answered) {
    if (status !== 200) findings.push(`${address}: a file that answers ${status}`);
  }

  expect(findings).toEqual([]);
  expect(pageByAddress.size).toBeGreaterThan(40);
});

const isItself = (page: ReadPage, here: URL): boolean => page.canonical === here.href;

/** The first paths of each folder, such as /images/listings. */
function someOfEach(files: ReadonlySet<string>, count: number): string[] {
  const folders = Map.groupBy(files, (address) => address.split("/").slice(0, 3).join("/"));
  return [...folders.values()].flatMap((those) => those.slice(0, count));
}

/** Pages return 200; pages for users redirect to sign-in; other redirects are outdated links. */
function listFailures({ address, status, location, page }: Visited): string[] {
  if (status === 200)
    return page || /\.(xml|json|txt|csv|ics)$/.test(new URL(address, "https://site.invalid").pathname)
      ? []
      : [`${address}: 200, and no page`];
  const allowed = status === 302 && location && SIGNING_IN.test(location);
  const ofLocale = status === 303 && address.startsWith("/locale?");
  return allowed || ofLocale ? [] : [`${address}: ${status}${location ? ` to ${location}` : ""}`];
}

function listProblems(page: ReadPage): string[] {
  const twice = page.ids.filter((id, index) => page.ids.indexOf(id) !== index);
  return [
    ...(page.headings === 1 ? [] : [`${page.headings} headings of the first level`]),
    ...(page.title ? [] : ["no title"]),
    ...(page.description ? [] : ["no description"]),
    ...(page.canonical ? [] : ["no canonical"]),
    ...twice.map((id) => `id ${id} twice`),
    ...page.data.flatMap(dataProblems),
  ];
}

/** Links to fragments that don't exist in their page. */
async function findLostAnchors(base: URL, anchors: Map<string, string>, pages: Map<string, ReadPage>) {
  const lost: string[] = [];
  for (const [target, from] of anchors) {
    const [address = "", hash = ""] = target.split("#");
    const page = pages.get(address) ?? (await visit(base, address)).page;
    if (!page?.ids.includes(hash)) lost.push(`${from}: links to ${target}, which is not there`);
  }
  return lost;
}

/** Pages of one language with the same title or description. */
function findDuplicates(
  pageByAddress: Map<string, ReadPage>,
  of: (page: ReadPage) => string,
  what: string,
): string[] {
  const groups = Map.groupBy(pageByAddress, ([, page]) => `${page.lang} ${of(page)}`);
  return [...groups.values()].flatMap((group) =>
    group.length > 1
      ? [`one ${what} for ${group.map(([address]) => address).join(", ")}: ${of(group[0]?.[1] as ReadPage)}`]
      : [],
  );
}

/** Pages whose alternate language is missing or does not link back. */
async function findLopsided(
  base: URL,
  pageByAddress: Map<string, ReadPage>,
  pages: Map<string, ReadPage>,
): Promise<string[]> {
  const findings: string[] = [];
  for (const [address, page] of pageByAddress) {
    if (page.alternates[page.lang] !== page.canonical)
      findings.push(`${address}: is not among its own languages`);
    if (!page.alternates["x-default"]) findings.push(`${address}: has no x-default`);
    for (const [language, href] of Object.entries(page.alternates)) {
      const other = toSiteAddress(href, base)?.address ?? "";
      const otherPage = pages.get(other) ?? (await visit(base, other)).page;
      if (!otherPage) findings.push(`${address}: its ${language} (${href}) is not there`);
      else if (JSON.stringify(otherPage.alternates) !== JSON.stringify(page.alternates))
        findings.push(`${address}: ${href} names other languages`);
    }
  }
  return findings;
}
