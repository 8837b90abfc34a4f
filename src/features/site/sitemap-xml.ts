import { LOCALES, type Locale, localizePath, UNPREFIXED_LOCALE } from "@/shared/i18n/locales";

/** A page in the languages that it exists in. */
export type SitemapEntry = {
  /** Paths without a locale prefix. */
  languages: Partial<Record<Locale, string>>;
  /** The language whose URL the entry lists; by default every language's. */
  only?: Locale;
  /** The last change of the page's content (ms); null if unknown. */
  lastmod: number | null;
};

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const PROTOCOL = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

/** The index of all parts, as absolute URLs. https://www.sitemaps.org/protocol.html */
export const indexXml = (parts: readonly string[]): string =>
  `${HEAD}<sitemapindex ${PROTOCOL}>\n${parts
    .map((url) => `<sitemap><loc>${escaped(url)}</loc></sitemap>\n`)
    .join("")}</sitemapindex>\n`;

/** The XML before a part's entries. */
export const PART_HEAD = `${HEAD}<urlset ${PROTOCOL} xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`;
export const PART_END = "</urlset>\n";

/**
 * The URLs of some pages, each with its translations (Google, "Localized versions of your pages"). `site` is the
 * site's origin.
 */
export const entriesXml = (site: string, entries: readonly SitemapEntry[]): string =>
  entries.map((entry) => entryXml(site, entry)).join("");

function entryXml(site: string, { languages, only, lastmod }: SitemapEntry): string {
  const found = LOCALES.flatMap((locale) => {
    const path = languages[locale];
    return path === undefined ? [] : [{ locale, url: escaped(site + localizePath(locale, path)) }];
  });
  const fallback = found.find(({ locale }) => locale === UNPREFIXED_LOCALE) ?? found[0];
  const alternates = [...found.map(({ locale, url }) => link(locale, url)), link("x-default", fallback?.url)];
  const changed = lastmod === null ? "" : `<lastmod>${new Date(lastmod).toISOString()}</lastmod>`;
  const rest = `${changed}${alternates.join("")}</url>\n`;
  const told = only ? found.filter(({ locale }) => locale === only) : found;
  return told.map(({ url }) => `<url><loc>${url}</loc>${rest}`).join("");
}

const link = (language: string, url = ""): string =>
  `<xhtml:link rel="alternate" hreflang="${language}" href="${url}"/>`;
