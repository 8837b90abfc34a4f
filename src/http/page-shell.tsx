import type { Context } from "hono";
import type { ReactNode } from "react";
import type { AppEnv } from "@/context";
import { LOCALES, type Locale, localizePath, UNPREFIXED_LOCALE } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { Document } from "@/ui/document";
import { DefaultLayout } from "@/ui/layouts";
import { escapeMarkup, fillTemplate, placeholder } from "@/ui/markup-template";
import { type Page, PageProvider } from "@/ui/page-context";
import { getClientAssets } from "./client-build";

export type PageHead = {
  /** Title without the site's name. */
  title: string;
  description?: string;
  /** Canonical path (with its query) for search engines; by default the request's path. */
  canonical?: string;
  noindex?: boolean;
  /** Paths by language, for pages such as posts whose path differs between languages. */
  languages?: Partial<Record<Locale, string>>;
  /** Path of the page's own 1200×630 share image. */
  image?: string;
  type?: "article";
  feed?: { path: string; title: string };
  jsonLd?: object[];
  /** Whether the page's URL contains a token: the page is not cached, and other sites get no referrer. */
  secret?: boolean;
  /** Whether the page shows what must not stay in the browser's cache, such as the address of a guest. */
  noStore?: boolean;
  /** Whether a form of the page contains an `AppCheckField`. */
  appCheck?: boolean;
  /** Whether the page has a list with a skip link to it. */
  hasResults?: boolean;
  layout?: (props: { children: ReactNode }) => ReactNode;
};

/** React puts links that belong into the page's head, such as preloads of pictures, before the markup. */
export function splitPreloads(rendered: string): { links: string; markup: string } {
  const links = rendered.match(/^(?:<link [^>]*>)*/)?.[0] ?? "";
  return { links, markup: rendered.slice(links.length) };
}

/** Values of a page's shell that differ from page to page. They are filled into the memoised shell. */
function toShellTexts(c: Context<AppEnv>, head: PageHead, page: Omit<Page, "url">) {
  const { config, locale, t } = c.get("ctx");
  const absolute = (target: string) => config.SITE_URL + target;
  const inLocale = (of: Locale) => absolute(localizePath(of, head.canonical ?? c.get("path")));
  const { canonical, alternates } = head.languages
    ? listLanguageUrls(head.languages, locale, absolute)
    : {
        canonical: inLocale(locale),
        alternates: { en: inLocale("en"), ro: inLocale("ro"), xDefault: inLocale(UNPREFIXED_LOCALE) },
      };
  return {
    title: `${head.title} | ${config.SITE_NAME}`,
    shareTitle: head.title,
    description: head.description ?? t("general.site.description"),
    canonical,
    alternateEn: alternates.en,
    alternateRo: alternates.ro,
    xDefault: alternates.xDefault,
    image: absolute(head.image ?? paths.siteShareImage()),
    currentPath: page.currentPath,
    shortlistCount: page.shortlistCount,
    signInHref: page.signInHref,
    hrefEn: page.localeHrefs.en,
    hrefRo: page.localeHrefs.ro,
  };
}

type ShellTexts = ReturnType<typeof toShellTexts>;

/** Ids of layouts, as parts of keys. */
const layoutIds = new Map<unknown, number>();

function getLayoutId(layout: unknown): number {
  const id = layoutIds.get(layout) ?? layoutIds.size;
  layoutIds.set(layout, id);
  return id;
}

type Shell = { c: Context<AppEnv>; head: PageHead; page: Omit<Page, "url"> };

/** Document and layout of a page. Rendered once for all pages and visitors with the same parts. */
export function renderShell({ c, head, page }: Shell, body: string): string {
  const { locale, user } = c.get("ctx");
  const texts = toShellTexts(c, head, page);
  const Layout = head.layout ?? DefaultLayout;
  // The navigation of the admin area marks the current page.
  const isAdmin = user?.role === "a";
  const feed = head.feed && { href: localizePath(locale, head.feed.path), title: head.feed.title };
  const parts = {
    layout: getLayoutId(Layout),
    alternates: [texts.alternateEn !== undefined, texts.alternateRo !== undefined],
    noindex: head.noindex === true,
    type: head.type,
    feed,
    siteName: page.siteName,
    visitor: page.visitor,
    showsConsentBanner: page.showsConsentBanner,
    hasResults: head.hasResults === true,
    path: isAdmin ? page.currentPath : null,
    adminCounts: page.adminMenu?.counts,
  };
  const shell = page.getTemplate?.(["shell", parts], () => {
    const slots = toPlaceholders(texts);
    const shellPage = {
      ...page,
      hasResults: parts.hasResults,
      shortlistCount: slots.shortlistCount,
      signInHref: slots.signInHref,
      localeHrefs: { en: slots.hrefEn, ro: slots.hrefRo },
      currentPath: isAdmin ? page.currentPath : slots.currentPath,
    };
    return (
      <PageProvider page={shellPage}>
        <Document
          {...slots}
          siteName={page.siteName}
          locale={locale}
          alternates={{
            ...(slots.alternateEn === undefined ? {} : { en: slots.alternateEn }),
            ...(slots.alternateRo === undefined ? {} : { ro: slots.alternateRo }),
            xDefault: slots.xDefault,
          }}
          {...(head.type ? { type: head.type } : {})}
          {...(feed ? { feed } : {})}
          {...(head.noindex ? { robots: "noindex" } : {})}
          assets={getClientAssets()}
          headEnd={placeholder(HEAD_END)}
        >
          <Layout>{placeholder(BODY)}</Layout>
        </Document>
      </PageProvider>
    );
  });
  const { links, markup } = splitPreloads(body);
  // Search engines read structured data only of pages that they may index.
  const jsonLd = head.noindex ? [] : (head.jsonLd ?? []);
  const headEnd = links + jsonLd.map(toJsonLdMarkup).join("");
  return shell ? fillTemplate(shell, [headEnd, markup, ...escapeTexts(texts)]) : "";
}

/** Numbers of placeholders; the texts of the shell follow. */
const HEAD_END = 0;
const BODY = 1;

/** The same texts as placeholders; a missing text stays missing. */
const toPlaceholders = (texts: ShellTexts): ShellTexts =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text], n) => [
      name,
      text === undefined ? undefined : placeholder(BODY + 1 + n),
    ]),
  ) as ShellTexts;

const escapeTexts = (texts: ShellTexts): string[] =>
  Object.values(texts).map((text) => escapeMarkup(text ?? ""));

/** Structured data for search engines. Every "<" is escaped, so that it can't end its element or open a comment. */
const toJsonLdMarkup = (data: object): string =>
  `<script type="application/ld+json">${JSON.stringify(data).replace(/</g, "\\u003c")}</script>`;

/**
 * The URLs of a page that exists in some languages, each at its own path. In a language without its own version, the
 * canonical URL is the existing version's.
 */
function listLanguageUrls(
  languages: Partial<Record<Locale, string>>,
  shown: Locale,
  absolute: (path: string) => string,
) {
  const found = LOCALES.flatMap((locale) => {
    const path = languages[locale];
    return path === undefined ? [] : [[locale, absolute(localizePath(locale, path))] as const];
  });
  const alternates = Object.fromEntries(found) as Partial<Record<Locale, string>>;
  const first = found[0]?.[1] ?? absolute(localizePath(shown, paths.home()));
  return {
    canonical: alternates[shown] ?? first,
    alternates: { ...alternates, xDefault: alternates[UNPREFIXED_LOCALE] ?? first },
  };
}
