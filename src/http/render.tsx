import { reactRenderer } from "@hono/react-renderer";
import type { Context, MiddlewareHandler } from "hono";
import type { StatusCode } from "hono/utils/http-status";
import type { ReactElement, ReactNode } from "react";
import { renderToString } from "react-dom/server";
import type { AppEnv } from "@/context";
import { LOCALES, type Locale, localizePath, UNPREFIXED_LOCALE } from "@/shared/i18n/locales";
import { type PageData, toPageDataAttributes } from "@/shared/page-data";
import { paths } from "@/shared/paths";
import { Document } from "@/ui/document";
import { DefaultLayout } from "@/ui/layouts";
import {
  escapeMarkup,
  fillTemplate,
  type MarkupTemplate,
  parseTemplate,
  placeholder,
  removePlaceholders,
} from "@/ui/markup-template";
import { type Page, PageProvider } from "@/ui/page-context";
import { getClientAssets, getClientBuild } from "./client-build";
import { findStoredConsent } from "./cookies";
import { toLocaleHref } from "./locale";
import { redactPath } from "./request-log";
import { splitUrl } from "./request-url";
import { isCrawler } from "./user-agent";

export type PageHead = {
  /** Title without the site's name. Empty on the home page. */
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
  /** Whether a form of the page contains an `AppCheckField`. */
  appCheck?: boolean;
  layout?: (props: { children: ReactNode }) => ReactNode;
};

/** Google's tag reports page URLs, so a page with a secret URL has no tag and doesn't ask for consent to it. */
const getMeasurementId = (c: Context<AppEnv>, head: PageHead): string =>
  head.secret || c.req.query("token") !== undefined ? "" : (c.get("ctx").config.GA_MEASUREMENT_ID ?? "");

/** Links of a page that depend on its address. */
type Address = Pick<Page, "currentPath" | "localeHrefs" | "signInHref">;

function toAddress(c: Context<AppEnv>, head: PageHead): Address {
  const { locale } = c.get("ctx");
  // Exactly one leading slash: two would be read as a host in links.
  const currentPath = c.get("path").replace(/^\/+/, "/") + splitUrl(c.req.url).search;
  // Not back to sign-in pages and mailed links, whose token must not get into another URL.
  const next = /^\/(sign-|verify-|$)|[?&]token=/.test(currentPath) ? undefined : currentPath;
  return {
    currentPath,
    signInHref: localizePath(locale, paths.signIn({ next })),
    localeHrefs: {
      en: toLocaleHref(c, "en", head.languages?.en ?? currentPath),
      ro: toLocaleHref(c, "ro", head.languages?.ro ?? currentPath),
    },
  };
}

/** Data of the page for all its components. */
function toPage(c: Context<AppEnv>, head: PageHead): Omit<Page, "url"> {
  const [ctx, markupCache] = [c.get("ctx"), c.get("markupCache")];
  const { user } = ctx;
  const page: Omit<Page, "url"> = {
    locale: ctx.locale,
    t: ctx.t,
    visitor: user && {
      id: user.id,
      // The shell is a template, so a name must not contain a placeholder.
      firstName: removePlaceholders(user.firstName),
      role: user.role,
      emailVerified: user.emailVerified,
      profilePicture: user.profilePicture,
      pictureTs: user.pictureTs,
      unread: user.unread,
    },
    siteName: ctx.config.SITE_NAME,
    ...toAddress(c, head),
    showsConsentBanner: getMeasurementId(c, head) !== "" && findStoredConsent(c) === null,
    ...(head.appCheck ? { appCheckKey: ctx.config.TURNSTILE_SITE_KEY ?? null } : {}),
    memoise: (deps, render) => getOrRender(deps, render, (markup) => [markup])[0] ?? "",
    getTemplate: (deps, render) => getOrRender(deps, render, parseTemplate),
  };
  const getOrRender = (
    deps: readonly unknown[],
    render: () => ReactNode,
    toTemplate: (markup: string) => MarkupTemplate,
  ) =>
    markupCache.getOrCreate(JSON.stringify([ctx.locale, ...deps]), () => {
      const rendered = renderToString(<PageProvider page={page}>{render()}</PageProvider>);
      return toTemplate(splitPreloads(rendered).markup);
    });
  return page;
}

/** React puts links that belong into the page's head, such as preloads of pictures, before the markup. */
function splitPreloads(rendered: string): { links: string; markup: string } {
  const links = rendered.match(/^(?:<link [^>]*>)*/)?.[0] ?? "";
  return { links, markup: rendered.slice(links.length) };
}

/** Values of a page's shell that differ from page to page. They are filled into the memoised shell. */
function toShellTexts(c: Context<AppEnv>, head: PageHead, page: Address) {
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
    title: head.title ? `${head.title} | ${config.SITE_NAME}` : config.SITE_NAME,
    shareTitle: head.title || config.SITE_NAME,
    description: head.description ?? t("general.site.description"),
    canonical,
    alternateEn: alternates.en,
    alternateRo: alternates.ro,
    xDefault: alternates.xDefault,
    image: absolute(head.image ?? paths.siteShareImage()),
    currentPath: page.currentPath,
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

/** Data for the page's scripts, as attributes of its body. */
function toPageData(c: Context<AppEnv>, head: PageHead): PageData {
  const { config, user } = c.get("ctx");
  const build = getClientBuild();
  return {
    visitor: user?.id ?? "",
    apiBase: config.API_BASE,
    accessRefreshMs: config.ACCESS_REFRESH_MS,
    build: build.id,
    builtTs: build.timestamp,
    measurementId: getMeasurementId(c, head),
    sent: c.req.method === "POST",
  };
}

type Shell = { c: Context<AppEnv>; head: PageHead; page: Omit<Page, "url"> };

/** Document and layout of a page. Rendered once for all pages and visitors with the same parts. */
function renderShell({ c, head, page }: Shell, body: string): string {
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
    path: isAdmin ? page.currentPath : null,
  };
  const shell = page.getTemplate?.(["shell", parts], () => {
    const slots = toPlaceholders(texts);
    const shellPage = {
      ...page,
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
          headEnd={placeholder("headEnd")}
        >
          <Layout>{placeholder("body")}</Layout>
        </Document>
      </PageProvider>
    );
  });
  const { links, markup } = splitPreloads(body);
  const headEnd = links + (head.jsonLd ?? []).map(toJsonLdMarkup).join("");
  return fillTemplate(shell ?? [], { ...escapeTexts(texts), headEnd, body: markup });
}

/** The same texts as placeholders; a missing text stays missing. */
const toPlaceholders = (texts: ShellTexts): ShellTexts =>
  mapTexts(texts, (name, text) => (text === undefined ? undefined : placeholder(name)));

const escapeTexts = (texts: ShellTexts): Record<string, string> =>
  mapTexts(texts, (_, text) => escapeMarkup(text ?? ""));

const mapTexts = <T,>(texts: ShellTexts, map: (name: string, text: string | undefined) => unknown): T =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, map(name, text)])) as T;

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

declare module "@hono/react-renderer" {
  interface Props {
    head: PageHead;
  }
}

/**
 * `c.render(body, { head })` renders a page to a string, so nothing is sent before all is known. The body is rendered
 * apart from its shell, which is the same for most pages.
 */
export const pageRenderer: MiddlewareHandler<AppEnv> = reactRenderer(({ children, c, head }) => {
  const page = toPage(c, head);
  const pageData = toPageData(c, head);
  const body = renderToString(<PageProvider page={page}>{children}</PageProvider>);
  const markup = renderShell({ c, head, page }, body);
  // Both are markup of React, filled with escaped texts.
  const headContent = { __html: sliceElement(markup, "head") };
  const bodyContent = { __html: sliceElement(markup, "body") };
  return (
    <html lang={page.locale}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: see above */}
      <head dangerouslySetInnerHTML={headContent} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: see above */}
      <body dangerouslySetInnerHTML={bodyContent} {...toPageDataAttributes(pageData)} />
    </html>
  );
});

/** The content of a document's head or body. React escapes ">" in attributes, and "<" in texts. */
function sliceElement(markup: string, name: "head" | "body"): string {
  const start = markup.indexOf(">", markup.indexOf(`<${name}`)) + 1;
  return markup.slice(
    start,
    name === "head" ? markup.indexOf("</head>", start) : markup.lastIndexOf("</body>"),
  );
}

/**
 * Answers with a page and its status. The title of a page with form errors begins with "Error". For an error page,
 * crawlers get only the status.
 */
export function renderPage(c: Context<AppEnv>, head: PageHead, body: ReactElement, status = 200) {
  const ctx = c.get("ctx");
  if (status >= 400 && isCrawler(c.req.header("user-agent"))) {
    ctx.log.info("error_for_crawler", { path: redactPath(c.get("path")), status });
    return c.body(null, status as 404);
  }
  c.header("cache-control", ctx.user || head.secret ? "private, no-store" : "private, no-cache");
  // Without a referrer, forms send `Origin: null`, and the same-origin check would refuse a signed-in user's form.
  if (head.secret) c.header("referrer-policy", ctx.user ? "same-origin" : "no-referrer");
  c.status(status as StatusCode);
  if (head.appCheck) c.set("appCheck", true);
  const failed = status >= 400;
  const sent = c.req.method === "POST";
  const title = failed && sent ? ctx.t("general.error.title", { title: head.title }) : head.title;
  return c.render(body, {
    head: {
      ...head,
      title,
      noindex: head.noindex === true || head.secret === true || failed || isUnlisted(c),
    },
  });
}

/** Whether search engines must not index the page: it requires a sign-in, or its URL contains a token. */
function isUnlisted(c: Context<AppEnv>): boolean {
  return c.get("noindex") === true || c.req.query("token") !== undefined;
}
