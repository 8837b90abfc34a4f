/** Reads a page with patterns, which is enough for the site's own markup. */
export type ReadPage = {
  lang: string;
  title: string;
  description: string;
  canonical: string;
  /** Absolute addresses by language, "x-default" too. */
  alternates: Record<string, string>;
  noindex: boolean;
  headings: number;
  ids: string[];
  /** Addresses as written in the page. */
  links: string[];
  /** Pictures, styles, scripts, icons, feeds. */
  files: string[];
  shareImage: string;
  data: string[];
};

const SIGNS: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" };
const decoded = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#x27|#39);/g, (entity, name) => SIGNS[name] ?? entity);

function parseAttributes(tag: string): Record<string, string> {
  const attributes = tag.matchAll(/\s([\w:-]+)(?:="([^"]*)")?/g);
  return Object.fromEntries(
    [...attributes].map(([, name = "", value = ""]) => [name.toLowerCase(), decoded(value)]),
  );
}

const present = (values: readonly (string | undefined)[]): string[] =>
  values.filter((value) => value !== undefined);

export function readPage(html: string): ReadPage {
  // Scripts and styles contain no markup.
  const markup = html.replace(/(<script\b[^>]*>).*?<\/script>/gs, "$1");
  const tags = (name: string) =>
    [...markup.matchAll(new RegExp(`<${name}\\b[^>]*>`, "g"))].map(([tag]) => parseAttributes(tag));
  const [links, metas] = [tags("link"), tags("meta")];
  const meta = (name: string) =>
    metas.find((meta) => meta.name === name || meta.property === name)?.content ?? "";
  const rel = (name: string) => links.filter((link) => link.rel === name);
  const alternates = rel("alternate").flatMap(({ hreflang, href }) =>
    hreflang && href ? [[hreflang, href]] : [],
  );
  return {
    lang: tags("html")[0]?.lang ?? "",
    title: decoded(markup.match(/<title>(.*?)<\/title>/s)?.[1] ?? ""),
    description: meta("description"),
    canonical: rel("canonical")[0]?.href ?? "",
    alternates: Object.fromEntries(alternates),
    noindex: meta("robots").includes("noindex"),
    headings: tags("h1").length,
    ids: [...markup.matchAll(/<[^>]*?\sid="([^"]*)"/g)].map(([, id = ""]) => decoded(id)),
    links: present([...tags("a"), ...rel("next"), ...rel("prev")].map(({ href }) => href)),
    files: present([
      ...tags("img").map(({ src }) => src),
      ...tags("script").map(({ src }) => src),
      ...["stylesheet", "preload", "icon", "manifest", "apple-touch-icon"].flatMap((name) =>
        rel(name).map(({ href }) => href),
      ),
      ...rel("alternate").flatMap(({ type, href }) => (type ? [href] : [])),
    ]),
    shareImage: meta("og:image"),
    data: [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(
      ([, json = ""]) => json,
    ),
  };
}

/** Required properties of each type of structured data, according to Google's documentation. */
const REQUIRED: Record<string, readonly string[]> = {
  WebSite: ["name", "url", "potentialAction"],
  Organization: ["name"],
  BreadcrumbList: ["itemListElement"],
  ListItem: ["position", "name"],
  Service: ["name", "description", "url", "provider", "offers"],
  Offer: ["url", "priceSpecification"],
  BlogPosting: ["headline", "datePublished", "author", "image", "url"],
  Person: ["name"],
  ProfilePage: ["url", "mainEntity"],
};

/** The problems of a block of structured data. */
export function dataProblems(json: string): string[] {
  try {
    const parsed = JSON.parse(json);
    if (parsed["@context"] !== "https://schema.org") return ["JSON-LD without its context"];
    return listMissingProperties(parsed);
  } catch {
    return [`JSON-LD that is no JSON: ${json.slice(0, 60)}`];
  }
}

function listMissingProperties(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listMissingProperties);
  if (value === null || typeof value !== "object") return [];
  const node = value as Record<string, unknown>;
  const isMissing = (child: unknown) =>
    child === undefined || child === null || child === "" || (Array.isArray(child) && child.length === 0);
  const lacking = (REQUIRED[String(node["@type"])] ?? []).filter((name) => isMissing(node[name]));
  return [
    ...lacking.map((name) => `JSON-LD ${node["@type"]} without ${name}`),
    ...Object.values(node).flatMap(listMissingProperties),
  ];
}
