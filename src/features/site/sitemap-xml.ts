import { LOCALES, type Locale, localizePath, UNPREFIXED_LOCALE } from "@/shared/i18n/locales";
import { escapeXml } from "@/shared/xml";

/** A page in the languages that it exists in. */
export type SitemapEntry = {
  /** Paths without a locale prefix. */
  languages: Partial<Record<Locale, string>>;
  /** The language whose URL the entry lists; by default every language's. */
  onlyLocale?: Locale;
  /** The last change of the page's content (ms); null if unknown. */
  lastmod: number | null;
};

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const PROTOCOL = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** The index of all parts, as absolute URLs. https://www.sitemaps.org/protocol.html */
export const renderSitemapIndex = (parts: readonly string[]): string =>
  `${XML_DECLARATION}<sitemapindex ${PROTOCOL}>\n${parts
    .map((url) => `<sitemap><loc>${escapeXml(url)}</loc></sitemap>\n`)
    .join("")}</sitemapindex>\n`;

/** The XML before a part's entries. */
export const PART_START = `${XML_DECLARATION}<urlset ${PROTOCOL} xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`;
export const PART_END = "</urlset>\n";

/**
 * The URLs of some pages, each with its translations (Google, "Localized versions of your pages"). `site` is the
 * site's origin.
 */
export const renderEntries = (site: string, entries: readonly SitemapEntry[]): string =>
  entries.map((entry) => renderEntry(site, entry)).join("");

function renderEntry(site: string, { languages, onlyLocale, lastmod }: SitemapEntry): string {
  const translations = LOCALES.flatMap((locale) => {
    const path = languages[locale];
    return path === undefined ? [] : [{ locale, url: escapeXml(site + localizePath(locale, path)) }];
  });
  const fallback = translations.find(({ locale }) => locale === UNPREFIXED_LOCALE) ?? translations[0];
  const alternates = [
    ...translations.map(({ locale, url }) => renderAlternate(locale, url)),
    renderAlternate("x-default", fallback?.url),
  ].join("");
  const lastmodTag = lastmod === null ? "" : `<lastmod>${new Date(lastmod).toISOString()}</lastmod>`;
  return translations
    .filter(({ locale }) => !onlyLocale || locale === onlyLocale)
    .map(({ url }) => `<url><loc>${url}</loc>${lastmodTag}${alternates}</url>\n`)
    .join("");
}

const renderAlternate = (language: string, url = ""): string =>
  `<xhtml:link rel="alternate" hreflang="${language}" href="${url}"/>`;
