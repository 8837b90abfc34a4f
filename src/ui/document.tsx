import type { ReactNode } from "react";
import { LANGUAGE_TAG, LOCALES, type Locale, localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";

export type DocumentHead = {
  /** The page's title with the site's name, and without it for previews. */
  title: string;
  shareTitle: string;
  siteName: string;
  description: string;
  locale: Locale;
  /** Absolute URL of the page itself. */
  canonical: string;
  /** Absolute URL of the page in each of its languages; absent for error pages. */
  alternates?: Partial<Record<Locale, string>> & { xDefault: string };
  /** Open Graph type; https://ogp.me/#types */
  type?: "website" | "article";
  /** The page's RSS feed. */
  feed?: { href: string; title: string };
  robots?: string;
  /** Absolute URL of a 1200×630 image. */
  image: string;
  /** Hrefs of the client build: style sheets, the script that every page loads, fonts to preload. */
  assets: { styles: readonly string[]; script?: string; fonts: readonly string[] };
  /** Structured data for search engines. */
  jsonLd: readonly object[];
};

export type DocumentProps = DocumentHead & {
  /** Attributes of the body: data for the page's scripts. */
  bodyData?: Readonly<Record<string, string | number | undefined>>;
  children: ReactNode;
};

const ogLocale = (locale: Locale): string => LANGUAGE_TAG[locale].replace("-", "_");

/** The whole HTML document. The renderer adds the doctype. */
export function Document(page: DocumentProps) {
  return (
    <html lang={page.locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{page.title}</title>
        <meta name="description" content={page.description} />
        {page.robots ? <meta name="robots" content={page.robots} /> : null}
        {page.assets.fonts.map((href) => (
          <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        {page.assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {page.assets.script ? <script type="module" src={page.assets.script} /> : null}
        <Links page={page} />
        <Share page={page} />
        {page.jsonLd.map((data) => (
          <JsonLd key={JSON.stringify(data)} data={data} />
        ))}
      </head>
      <body {...page.bodyData}>{page.children}</body>
    </html>
  );
}

/** Every "<" is escaped, so that it can't end the element or open a comment. */
function JsonLd({ data }: { data: object }) {
  const json = JSON.stringify(data).replace(/</g, "\\u003c");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without "<"
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}

function Links({ page }: { page: DocumentHead }) {
  return (
    <>
      <link rel="canonical" href={page.canonical} />
      {page.alternates ? (
        <>
          {LOCALES.map((locale) => {
            const href = page.alternates?.[locale];
            return href ? <link key={locale} rel="alternate" hrefLang={locale} href={href} /> : null;
          })}
          <link rel="alternate" hrefLang="x-default" href={page.alternates.xDefault} />
        </>
      ) : null}
      {page.feed ? (
        <link rel="alternate" type="application/rss+xml" title={page.feed.title} href={page.feed.href} />
      ) : null}
      <link rel="icon" href={paths.favicon()} type="image/svg+xml" />
      <link rel="apple-touch-icon" href={paths.appleTouchIcon()} />
      <link rel="manifest" href={localizePath(page.locale, paths.manifest())} />
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" content="#faf7f0" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#161916" media="(prefers-color-scheme: dark)" />
    </>
  );
}

/** Open Graph and the large card of X; https://ogp.me */
function Share({ page }: { page: DocumentHead }) {
  const alternateLocale: Locale = page.locale === "en" ? "ro" : "en";
  return (
    <>
      <meta property="og:type" content={page.type ?? "website"} />
      <meta property="og:site_name" content={page.siteName} />
      <meta property="og:title" content={page.shareTitle} />
      <meta property="og:description" content={page.description} />
      <meta property="og:url" content={page.canonical} />
      <meta property="og:locale" content={ogLocale(page.locale)} />
      {page.alternates?.[alternateLocale] ? (
        <meta property="og:locale:alternate" content={ogLocale(alternateLocale)} />
      ) : null}
      <meta property="og:image" content={page.image} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
