import type { Context } from "hono";
import type { ReactNode } from "react";
import type { AppEnv } from "@/context";
import { LOCALES, type Locale, localizePath, UNPREFIXED_LOCALE } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import type { DocumentHead } from "@/ui/document";
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
  /** Whether the page's URL contains a token: the page is not cached, and referrers are its origin alone. */
  secret?: boolean;
  /** Whether the page shows what must not stay in the browser's cache, such as the address of a guest. */
  noStore?: boolean;
  /** Whether the visitor has just deleted or closed what the browser holds drafts of: the page deletes these. */
  isAfterDeletion?: boolean;
  /** Whether a message was sent or the profile saved, if the page follows that form: the page deletes its draft. */
  isAfterSending?: boolean;
  /** Whether a form of the page contains an `AppCheckField`. */
  appCheck?: boolean;
  /** Whether the page has a list with a skip link to it. */
  hasResults?: boolean;
  layout?: (props: { children: ReactNode }) => ReactNode;
};

/** What the document says of the page, with absolute URLs. */
export function toDocumentHead(c: Context<AppEnv>, head: PageHead): DocumentHead {
  const { config, locale, t } = c.get("ctx");
  const absolute = (target: string) => config.SITE_URL + target;
  const inLocale = (of: Locale) => absolute(localizePath(of, head.canonical ?? c.get("path")));
  const urls = head.languages
    ? listLanguageUrls(head.languages, locale, absolute)
    : {
        canonical: inLocale(locale),
        alternates: { en: inLocale("en"), ro: inLocale("ro"), xDefault: inLocale(UNPREFIXED_LOCALE) },
      };
  return {
    title: `${head.title} | ${config.SITE_NAME}`,
    shareTitle: head.title,
    siteName: config.SITE_NAME,
    description: head.description ?? t("general.site.description"),
    locale,
    ...urls,
    ...(head.type ? { type: head.type } : {}),
    ...(head.feed ? { feed: { href: localizePath(locale, head.feed.path), title: head.feed.title } } : {}),
    ...(head.noindex ? { robots: "noindex" } : {}),
    image: absolute(head.image ?? paths.siteShareImage()),
    assets: getClientAssets(),
    // Search engines read structured data only of pages that they may index.
    jsonLd: head.noindex ? [] : (head.jsonLd ?? []),
  };
}

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
